import EventLoop
import Playback

/// Decides when the output runs without sound, and when its cycles are short.
///
/// An output that runs begins to sound within a cycle; another one has to join the graph first, which takes some
/// cycles. It therefore runs while the sound is being made (see ``expectSound()``), and for a while after
/// the listener's own silence (it *lingers*). Short cycles are asked for around commands and while there is no sound,
/// so that they are there already when it begins.
@Core
final class Standby {
  /// The time after a command in which the next one is likely.
  static let attention = Duration.seconds(5)
  /// The longest wait for a sound that was announced.
  static let patience = Duration.seconds(3)

  /// The time for which the output runs on after the listener's own silence; zero: not at all.
  var linger: Duration
  /// Called when the output no longer runs without sound.
  var ended: (@Core () -> Void)?

  private let output: any SoundOutput
  private let scheduler: any Scheduler
  /// Ends the time without sound.
  private var limit: TimerToken?
  private var isSounding = false
  /// Ends the short cycles.
  private var relaxation: TimerToken?

  init(_ output: any SoundOutput, linger: Duration, scheduler: any Scheduler) {
    self.output = output
    self.linger = linger
    self.scheduler = scheduler
  }

  /// True while the output runs without sound.
  var isOn: Bool { limit != nil }

  /// Sound was asked for. A Bluetooth headset may play for another machine until it is there.
  ///
  /// The output starts at once. The first cycle that can hold its sound is over before the text is spoken, and the next
  /// one begins while the engine makes the first sound. A start with the first sound saves a cycle where the sound
  /// server is faster than we are, and costs one where it is not.
  func expectSound() {
    guard !isSounding, !isOnBluetooth else { return }
    run(for: Self.patience)
  }

  /// Sound is ordered, or silence; to be called before the output gets the order, so that the stream does not rest in
  /// between.
  ///
  /// - Parameter lingers: true if the output may run on after it.
  func ordered(sound: Bool, lingers: Bool) {
    isSounding = sound
    if sound {
      scheduler.cancel(&limit)
      return relaxLater()
    }
    shorten()
    guard lingers, linger > .zero, !isOnBluetooth else { return end() }
    run(for: linger)
  }

  /// The listener commands something.
  func commanded() {
    guard isSounding else { return }
    shorten()
    relaxLater()
  }

  /// Something else than the listener's wish forbids sound, or the sound has moved to another device.
  func end() {
    let wasOn = isOn
    scheduler.cancel(&limit)
    guard !isSounding else { return }
    output.setStandby(false)
    if wasOn { ended?() }
  }

  private var isOnBluetooth: Bool { output.endpoint?.isBluetooth == true }

  private func run(for time: Duration) {
    scheduler.cancel(&limit)
    output.setStandby(true)
    limit = scheduler.schedule(after: time) { [weak self] in self?.end() }
  }

  private func shorten() {
    scheduler.cancel(&relaxation)
    output.setShortCycles(true)
  }

  private func relaxLater() {
    scheduler.cancel(&relaxation)
    relaxation = scheduler.schedule(after: Self.attention) { [weak self] in
      guard let self else { return }
      relaxation = nil
      output.setShortCycles(false)
    }
  }
}
