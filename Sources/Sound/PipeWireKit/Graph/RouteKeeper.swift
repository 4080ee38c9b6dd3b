import EventLoop
import Playback

/// Runs the watch over the route: keeps its timers and queries the server, within the callbacks that report changes.
@Core
final class RouteKeeper {
  private(set) var watch = RouteWatch()
  private var news = RouteNews()
  private let scheduler: any Scheduler
  private var timers: [RouteWatch.Timer: TimerToken] = [:]
  private var quiet: TimerToken?
  private var inquiry: UInt32 = 0

  /// Silence begins at once, or ends. Called within the callback, except when the listener ends a hold.
  var onHold: (@Core (Bool) -> Void)?
  /// Called within the callback.
  var onLost: (@Core (Endpoint) -> Void)?
  var onReturned: (@Core (Endpoint) -> Void)?
  var onChanged: (@Core (RouteChange) -> Void)?
  /// Sound goes to a private route from now on (true), or to another one (false).
  var onPrivacy: (@Core (Bool) -> Void)?
  /// Asks for the routes and calls back after all answers.
  var inquire: (@Core (@escaping @Core () -> Void) -> Void)?

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  isolated deinit {
    for timer in timers.values { scheduler.cancel(timer) }
    if let quiet { scheduler.cancel(quiet) }
  }

  /// True if only the wearer of a device hears the sound.
  var isPrivate: Bool { watch.endpoint?.isPrivate ?? false }

  /// Takes an event of the graph.
  ///
  /// - Parameter origin: the origin whose route is watched; `nil` while there is nothing to watch.
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

  /// - Parameter endpoint: `nil` while nothing is known, which changes nothing.
  func linked(_ endpoint: Endpoint?) {
    guard let endpoint else { return }
    tell(.linked(endpoint))
    handle(.linked(endpoint))
  }

  /// An event that only informs: there is no sink, or the machine wakes up.
  func tell(_ event: RouteNews.Event) {
    _ = news.handle(event)
    if let quiet { scheduler.cancel(quiet) }
    quiet = scheduler.schedule(after: RouteNews.quiet) { [weak self] in
      guard let self else { return }
      quiet = nil
      if let change = news.handle(.rested) { onChanged?(change) }
    }
  }

  /// Lets the watch decide and performs its decisions.
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
