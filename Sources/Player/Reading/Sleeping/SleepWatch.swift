package import EventLoop
package import Playback
import Speech
import Vocabulary

/// Ends the reading for the sleep timer: finds the end of the time, the sentence or the paragraph, and fades the sound
/// before it.
///
/// The fade is a gain of our own after the listener's volume. Other programs do not see or change it.
@Core
package final class SleepWatch {
  /// The last part of the fade, which is certainly silent when the pause is ordered.
  private static let margin = Duration.milliseconds(60)
  /// The time in which the sound returns after the timer was extended, or with the next Play.
  private static let recovery = Duration.milliseconds(150)

  private let feeder: Feeder
  private let playout: Playout
  private let output: OutputDriver
  private let scheduler: any Scheduler
  private let deadlineTimer: DeadlineTimer
  /// The end of the current sentence or paragraph, in the media frames of an epoch.
  private var end: (extent: SleepTimer.Extent, repetition: Repetition?, epoch: Player.Epoch, media: Frame)?
  private var endTimer: TimerToken?
  private var fadeTimer: TimerToken?
  /// The end of the sound, and the length of the fade before it.
  private struct Plan {
    var end: Instant
    var length: Duration
    var isBegun = false
  }
  private var plan: Plan?
  /// True if the output was told to fade, and not yet to return.
  private var isFaded = false
  /// The length of the fade before the end of the sound; zero: none.
  package var fade = Duration.seconds(8)
  private let reports: Relay<PartReport>

  init(
    feeder: Feeder, playout: Playout, output: OutputDriver, scheduler: any Scheduler, _ reports: Relay<PartReport>
  ) {
    self.reports = reports
    self.feeder = feeder
    self.playout = playout
    self.output = output
    self.scheduler = scheduler
    deadlineTimer = DeadlineTimer(scheduler: scheduler)
  }

  /// Must be called after each turn, and when something was fed, began to sound or fell silent.
  package func update(_ player: Player) {
    deadlineTimer.update(player.sleep?.deadline) { [weak self] in self?.reports(.player(.sleepExpired)) }
    watchEnd(player)
    watchFade(player)
  }

  // MARK: The end

  private func watchEnd(_ player: Player) {
    scheduler.cancel(&endTimer)
    guard let extent = player.sleep?.extent, player.sleep?.isOfUnit == true, player.order.sound,
      !player.isPreparing, let heard = feeder.heard()
    else { return end = nil }
    if end?.extent != extent || end?.epoch != feeder.epoch || end?.repetition != feeder.repetition { end = nil }
    // The mark of a repetition in an unmeasured sentence may turn out to be after the end of that sentence.
    if let rest = rest(of: extent), end.map({ heard + rest < $0.media }) ?? true {
      end = (extent, feeder.repetition, feeder.epoch, heard + rest)
    }
    guard let end else { return }
    // At the end of the track both end together: the player gets one event.
    if let trackEnd = feeder.trackEnd, end.media >= trackEnd { return }
    wait(for: end.media, in: end.epoch)
  }

  private func wait(for media: Frame, in epoch: Player.Epoch) {
    guard let heard = feeder.heard() else { return }
    let isOver = heard >= media
    guard let instant = isOver ? scheduler.now : playout.instant(of: media, in: epoch) else { return }
    endTimer = scheduler.schedule(at: isOver ? instant : feeder.later(instant, than: scheduler.now)) { [weak self] in
      guard let self else { return }
      endTimer = nil
      // The sound stood still meanwhile.
      if feeder.isBefore(media) { return wait(for: media, in: epoch) }
      end = nil
      reports(.player(.sleepUnitEnded(epoch)))
    }
  }

  /// The rest of a unit; `nil` while it is not known to the frame.
  private func rest(of extent: SleepTimer.Extent) -> Frame? {
    guard let track = feeder.track, let heard = feeder.heard() else { return nil }
    return track.timeline.exactRest(of: extent, from: feeder.place(of: heard), ABLoop(feeder.repetition, of: track.id))
  }

  /// The media frame at which the last sentence or paragraph ends, as far as it is known.
  var unitEnd: Frame? { end.flatMap { $0.epoch == feeder.epoch ? $0.media : nil } }

  // MARK: The fade

  private func watchFade(_ player: Player) {
    scheduler.cancel(&fadeTimer)
    guard player.order.sound, fade > .zero, let end = ending(player) else {
      plan = nil
      // In silence the fade is unchanged: the volume returns with the sound.
      return player.order.sound ? endFade() : ()
    }
    let now = scheduler.now
    // The present place is accurate to some milliseconds, and a plan is kept.
    if plan.map({ Self.isFar($0.end, from: end) }) ?? true {
      let left = max(.zero, now.duration(to: end))
      // A unit that ends by itself should be understood: half of it is loud.
      plan = Plan(end: end, length: min(fade, player.sleep?.deadline == nil ? left / 2 : left))
    }
    guard let plan, !plan.isBegun else { return }
    let start = plan.end.advanced(by: .zero - plan.length)
    guard now >= start else {
      endFade()
      fadeTimer = scheduler.schedule(at: start) { [weak self] in
        self?.fadeTimer = nil
        self?.beginFade()
      }
      return
    }
    beginFade()
  }

  private static func isFar(_ a: Instant, from b: Instant) -> Bool {
    abs(a.nanoseconds - b.nanoseconds) > 300_000_000
  }

  /// The instant at which the sound ends if it continues; `nil` if unknown.
  private func ending(_ player: Player) -> Instant? {
    guard let sleep = player.sleep else { return nil }
    if let deadline = sleep.deadline { return Instant(deadline) }
    // A chapter before the last one does not end the reading, nor does one with a repetition.
    if case .chapters(let count) = sleep.extent, count > 1 || player.repetition != nil { return nil }
    guard let frames = rest(of: sleep.extent) else { return nil }
    let microseconds = Double(frames.microseconds(at: feeder.sampleRate)) / player.rate
    return scheduler.now.advanced(by: .microseconds(Microseconds(clamping: microseconds).count))
  }

  private func beginFade() {
    guard let end = plan?.end else { return }
    plan?.isBegun = true
    isFaded = true
    output.fade(to: 0, over: max(.zero, scheduler.now.duration(to: end) - Self.margin))
  }

  private func endFade() {
    guard isFaded else { return }
    isFaded = false
    output.fade(to: 1, over: Self.recovery)
  }
}
