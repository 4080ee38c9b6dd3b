import EventLoop
import Playback

/// Runs the watch over the route: keeps its timers and asks the server, within the callbacks in which news arrive.
@Core
final class RouteKeeper {
  private(set) var watch = RouteWatch()
  private var news = RouteNews()
  private let scheduler: any Scheduler
  private var timers: [RouteWatch.Timer: TimerToken] = [:]
  private var quiet: TimerToken?
  private var inquiry: UInt32 = 0

  /// Silence at once, or no longer for this reason. Called within the callback, but for the end of a hold that the
  /// listener ends.
  var onHold: (@Core (Bool) -> Void)?
  /// Called within the callback.
  var onLost: (@Core (Endpoint) -> Void)?
  var onReturned: (@Core (Endpoint) -> Void)?
  var onChanged: (@Core (RouteChange) -> Void)?
  /// Sound goes to a private route from now on, or to one that is not.
  var onPrivacy: (@Core (Bool) -> Void)?
  /// Asks for the routes and calls back when everything has been said.
  var inquire: (@Core (@escaping @Core () -> Void) -> Void)?

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  isolated deinit {
    for timer in timers.values { scheduler.cancel(timer) }
    if let quiet { scheduler.cancel(quiet) }
  }

  /// Whether only the wearer of something hears what is played.
  var isPrivate: Bool { watch.endpoint?.isPrivate ?? false }

  /// Takes what happened in the graph.
  ///
  /// - Parameter origin: whose way is watched; nil while there is nothing to watch.
  func take(_ event: GraphEvent, in graph: Graph, from origin: SoundOrigin?) {
    switch event {
    case .linked(let output):
      if let origin, graph.isOnTheWay(output, from: origin) { linked(graph.endpoint(of: origin)) }
    case .sinkDescribed: linked(origin.flatMap { graph.endpoint(of: $0) })
    case .defaultChanged: if case .newStream = origin { linked(graph.endpoint(of: .newStream)) }
    case .described(let device):
      tell(.described(device))
      handle(.described(device))
    case .routesChanged(let device): handle(.routesChanged(of: device))
    case .routes(let device, let list):
      tell(.routes(of: device, list))
      handle(.routes(of: device, list))
    case .sinkRemoved(let serial):
      tell(.sinkRemoved(serial))
      handle(.sinkRemoved(serial))
    case .deviceRemoved(let serial):
      tell(.deviceRemoved(serial))
      handle(.deviceRemoved(serial))
    case .moved(let node):
      let isOurs = node.map { node in origin.map { graph.isOnTheWay(node, from: $0) } ?? false } ?? true
      if isOurs { tell(.movedByHand) }
    case .serverLost:
      tell(.serverLost)
      handle(.serverLost)
    }
  }

  /// - Parameter endpoint: nil while nothing is known, which changes nothing.
  func linked(_ endpoint: Endpoint?) {
    guard let endpoint else { return }
    tell(.linked(endpoint))
    handle(.linked(endpoint))
  }

  /// Something that is news only: nobody is left to play to, the machine wakes up.
  func tell(_ event: RouteNews.Event) {
    _ = news.handle(event)
    if let quiet { scheduler.cancel(quiet) }
    quiet = scheduler.schedule(after: RouteNews.quiet) { [weak self] in
      guard let self else { return }
      quiet = nil
      if let change = news.handle(.rested) { onChanged?(change) }
    }
  }

  /// Has the watch decide and performs what it says.
  func handle(_ event: RouteWatch.Event) {
    let wasPrivate = isPrivate
    let isWish = if case .wanted = event { true } else { false }
    for decision in watch.handle(event) { perform(decision, isWish: isWish) }
    if isPrivate != wasPrivate { onPrivacy?(isPrivate) }
  }

  private func perform(_ decision: RouteWatch.Decision, isWish: Bool) {
    switch decision {
    case .hold: onHold?(true)
    case .release where isWish: scheduler.schedule(at: scheduler.now) { [weak self] in self?.endHold() }
    case .release: onHold?(false)
    case .lost(let endpoint): onLost?(endpoint)
    case .returned(let endpoint): onReturned?(endpoint)
    case .inquire:
      inquiry &+= 1
      let number = inquiry
      inquire? { [weak self] in if self?.inquiry == number { self?.handle(.settled) } }
    case .start(let timer):
      cancel(timer)
      timers[timer] = scheduler.schedule(after: timer.length) { [weak self] in
        self?.timers[timer] = nil
        self?.handle(.elapsed(timer))
      }
    case .stop(let timer): cancel(timer)
    }
  }

  private func endHold() { if !watch.isHolding { onHold?(false) } }

  private func cancel(_ timer: RouteWatch.Timer) {
    if let token = timers.removeValue(forKey: timer) { scheduler.cancel(token) }
  }
}
