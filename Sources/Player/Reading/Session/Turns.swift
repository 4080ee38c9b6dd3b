import EventLoop
import Playback
import Vocabulary

/// The player and its turns: the only place at which an event meets the player.
///
/// A *turn* is one call of ``send(_:)``. The event goes into the player, its effects are performed in order, and then
/// the events that they caused are handled in the same way. The receiver of ``steps`` performs all of it.
@Core
final class Turns {
  /// A step of a turn, told at its moment.
  enum Step {
    /// A turn begins.
    case begun
    /// An event is about to be handled.
    case handling(Player.Event)
    /// An effect of that event is to be performed now.
    case effect(Player.Effect)
    /// All effects of the event were performed.
    case performed
    /// No event is left. A further one begins another turn.
    case over
  }

  /// The value that decides.
  private(set) var player: Player
  /// The orders of silence, for the texts that are on their way.
  private(set) var silences = SilenceOrders()
  /// True while events are handled.
  private(set) var isUnderWay = false
  /// Forwards the steps to the session.
  let steps = Relay<Step>()
  private var inbox: [Player.Event] = []
  private var suspended: SuspendedTime
  private let scheduler: any Scheduler

  init(_ player: Player, scheduler: any Scheduler, clock: any MachineClock) {
    self.player = player
    self.scheduler = scheduler
    suspended = SuspendedTime(clock: clock)
  }

  /// The present moment of the scheduler, as the player counts it.
  var now: Moment { Moment(.nanoseconds(scheduler.now.nanoseconds)) }

  /// Handles one event completely; within a turn, after the events that came before it.
  func send(_ event: Player.Event) {
    let slept = suspended.growth()
    if slept > .zero, player.status == .paused { inbox.append(.slept(slept)) }
    inbox.append(event)
    guard !isUnderWay else { return }
    isUnderWay = true
    steps(.begun)
    while !inbox.isEmpty {
      let event = inbox.removeFirst()
      steps(.handling(event))
      let before = SilenceOrders.State(player)
      let effects = player.handle(event, at: now)
      silences.take(event, before: before, after: SilenceOrders.State(player))
      for effect in effects { steps(.effect(effect)) }
      steps(.performed)
    }
    isUnderWay = false
    steps(.over)
  }
}
