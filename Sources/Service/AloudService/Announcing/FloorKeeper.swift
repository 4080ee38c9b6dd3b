import Announcements
import Configuration
import EventLoop
import PipeWireKit
import Reading

/// Performs what the ``Announcements/VolumeFloor`` decides about the sink's volume, and tells it what PipeWire reports.
///
/// The output of announcements knows the sink while something is announced. That of the reading knows it when the
/// service starts, for a volume that a killed service left raised.
@Core
final class FloorKeeper {
  /// The longest wait of other sound for the listener's volume.
  private static let patience = Duration.seconds(1)

  private var floor = VolumeFloor()
  private let file: FloorFile?
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private let reading: any SoundServer
  private var announcing: (any SoundServer)?
  private var wake: TimerToken?
  private var limit: TimerToken?
  private var isLooking = false
  /// False before the settings are known.
  private var isConfigured = false
  /// Speaks the announcement that waits for the volume.
  private var speak: (@Core () -> Void)?
  /// Those that wait for the listener's volume.
  private var waiting: [@Core () -> Void] = []
  private let tell: Relay<RoomNotice>

  /// - Parameters:
  ///   - reading: the output of the reading.
  ///   - file: keeps a raised volume; `nil`: nobody would take it back after a kill.
  init(reading: any SoundServer, file: FloorFile?, scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>)
  {
    self.tell = tell
    (self.reading, self.file, self.scheduler, self.log) = (reading, file, scheduler, log)
    reading.followSinks { [weak self] in self?.look() }
  }

  /// Learns about sinks from the output of announcements, once there is one.
  func follow(_ output: any SoundServer) {
    announcing = output
    output.followSinks { [weak self] in self?.look() }
  }

  /// Applies the settings.
  func configure(_ settings: Settings.Announcements) {
    handle(.configured(floor: settings.floor, cap: settings.floorCap))
    guard !isConfigured else { return }
    isConfigured = true
    if let speak { begin(then: speak) }
  }

  /// Takes up what a killed service left. To be called by the only service that uses the state folder.
  func takeUp() {
    guard let file else { return }
    do throws(FloorFile.Unreadable) {
      let raises = try file.read()
      guard !raises.isEmpty else { return }
      log.info("the volume of a sink was left raised")
      handle(.found(raises))
      look()
    } catch {
      log.warning("the note about a raised volume cannot be read, and is removed")
      keep()
    }
  }

  /// Raises the volume if that is needed, and calls `speak` then, perhaps at once.
  func begin(then speak: @escaping @Core () -> Void) {
    self.speak = speak
    scheduler.cancel(&limit)
    if isConfigured { handle(.began) }
  }

  /// Sets the volume back after the last announcement, and calls `done` when other sound may follow.
  ///
  /// - Parameter atOnce: true if other sound follows, which must not be heard at the raised volume.
  func end(atOnce: Bool, then done: @escaping @Core () -> Void = {}) {
    speak = nil
    handle(.ended(atOnce: atOnce))
    if !atOnce || floor.isRestored { done() } else { wait(for: done) }
  }

  /// Ends the rest after the last announcement: other sound follows.
  func hurry() { if floor.raise != nil { handle(.ended(atOnce: true)) } }

  private func wait(for done: @escaping @Core () -> Void) {
    waiting.append(done)
    // A device that does not answer must not hold the reading, however often its end is asked for.
    guard limit == nil else { return }
    limit = scheduler.schedule(after: Self.patience) { [weak self] in
      self?.limit = nil
      self?.callRestored()
    }
  }

  /// Sets the volume back: the service ends.
  func leave() { handle(.left) }

  // MARK: The floor

  private func handle(_ event: VolumeFloor.Event) {
    let effects = floor.handle(event, at: .nanoseconds(scheduler.now.nanoseconds))
    for effect in effects { perform(effect) }
    settleTimer()
    if floor.isRestored { callRestored() }
    guard isConfigured, floor.isReady, let speak else { return }
    self.speak = nil
    speak()
  }

  private func callRestored() {
    scheduler.cancel(&limit)
    let bodies = waiting
    waiting = []
    for body in bodies { body() }
  }

  private func perform(_ effect: VolumeFloor.Effect) {
    switch effect {
    case .raise(let raise, let serial):
      guard file?.write(floor.kept) ?? true else {
        log.warning("the volume is not raised, since the present one cannot be kept")
        return handle(.refused)
      }
      output?.setVolume(raise.raised, ofSink: serial)
    case .restore(let volume, let serial): output?.setVolume(volume, ofSink: serial)
    case .keep: keep()
    case .look:
      tell(.sinkWanted)
      look()
    }
  }

  private func keep() {
    guard !floor.kept.isEmpty else {
      if file?.remove() == false { log.warning("the note about a raised volume cannot be removed") }
      return
    }
    if file?.write(floor.kept) == false { log.warning("the volume cannot be kept") }
  }

  private func settleTimer() {
    scheduler.cancel(&wake)
    guard let next = floor.nextWake else { return }
    wake = scheduler.schedule(at: Instant(nanoseconds: 0).advanced(by: next)) { [weak self] in
      self?.wake = nil
      self?.handle(.wake)
    }
  }

  // MARK: Sinks

  private var output: (any SoundServer)? { [announcing, reading].compactMap { $0 }.first { $0.knowsSinks } }

  /// Looks once in the next turn, after all that is reported in this one.
  private func look() {
    guard floor.isWatching, !isLooking else { return }
    isLooking = true
    scheduler.schedule(at: scheduler.now) { [weak self] in
      guard let self else { return }
      isLooking = false
      guard let output else { return handle(.lost) }
      let kept = floor.kept.compactMap { output.level(ofSink: $0.sink) }
      // A sink is listed before it reports its volume.
      let isUnreported = { (name: String) in output.hasSink(name) && !kept.contains { $0.name == name } }
      if floor.kept.contains(where: { isUnreported($0.sink) }) { return }
      // The reading may go elsewhere.
      let current = output === announcing ? output.sinkLevel : nil
      handle(.seen(current: current.map { level($0) }, kept: kept.map { level($0) }))
    }
  }

  private func level(_ level: SinkLevel) -> VolumeFloor.Level {
    VolumeFloor.Level(serial: level.serial, sink: level.name, volume: level.volume, isMuted: level.isMuted)
  }
}
