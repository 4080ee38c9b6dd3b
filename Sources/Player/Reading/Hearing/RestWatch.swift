import EventLoop
import Playback
import Speech

/// Lets the output rest in a long silence of the place itself, such as the gap behind a phrase: neither the machine nor
/// a headset is kept awake for nothing.
final class RestWatch: FeedWatch {
  /// The silence that is heard before the rest: the end of the sound is far behind the device then.
  static let before = Duration.seconds(1)
  /// The time before the end of the silence at which the output runs again. A Bluetooth headset that fell asleep needs
  /// up to a second, and some swallow what comes in the first moment.
  static let waking = Duration.seconds(2)
  /// The shortest rest. WirePlumber suspends a device after five seconds without a stream
  /// (`session.suspend-timeout-seconds` of its alsa and bluez monitors): a shorter one saves little.
  static let shortest = Duration.seconds(7)

  private let turns: Turns
  private let standstill: Standstill

  init(
    _ turns: Turns, _ standstill: Standstill, feeder: Feeder, scheduler: any Scheduler, _ reports: Relay<PartReport>
  ) {
    self.turns = turns
    self.standstill = standstill
    super.init(feeder: feeder, scheduler: scheduler, reports)
  }

  /// Must be called after each turn, and when something was fed, began to sound or fell silent.
  func update() {
    let player = turns.player
    if feeder.isResting { return }
    if player.isResting {
      // The silence was planned anew, such as at another rate.
      return wait(until: scheduler.now) { [weak self] in self?.end() }
    }
    guard let start = start(player) else { return stopWaiting() }
    wait(until: start) { [weak self] in self?.begin() }
  }

  /// The player has handled an event: a pause or a hold in a rest keeps what is left of the silence.
  func settle() {
    guard feeder.isResting, !turns.player.isResting else { return }
    feeder.endRest()
    standstill.begin(isEarly: false)
  }

  /// The frames of a time at the listener's rate.
  private func frames(_ time: Duration) -> Frame {
    Frame(time / .seconds(1) * Double(feeder.sampleRate.hertz) * turns.player.rate)
  }

  /// The instant at which a rest may begin; `nil` if none is worth it.
  private func start(_ player: Player) -> Instant? {
    guard player.order.sound, player.isObeyed, player.isHeard, let heard = feeder.heard(),
      let silence = feeder.feed.silence(at: heard)
    else { return nil }
    let wait = max(0, frames(Self.before) - silence.before)
    guard silence.after - wait - frames(Self.waking) >= frames(Self.shortest) else { return nil }
    let nanoseconds = Double(wait) * 1e9 / (Double(feeder.sampleRate.hertz) * player.rate)
    return scheduler.now.advanced(by: .nanoseconds(Int64(nanoseconds.rounded(.up))))
  }

  private func begin() {
    // The sound may have stood still meanwhile.
    guard let start = start(turns.player), start <= scheduler.now else { return update() }
    guard let heard = feeder.heard(), let silence = feeder.feed.silence(at: heard),
      let end = feeder.rest(for: silence.after - frames(Self.waking))
    else { return }
    reports(.player(.restBegan(turns.player.epoch)))
    guard turns.player.isResting else { return settle() }
    wait(until: end) { [weak self] in self?.end() }
  }

  /// The silence goes on with the output.
  private func end() {
    feeder.endRest()
    reports(.player(.restEnded(turns.player.epoch)))
  }
}
