public import Vocabulary

/// A change of the route, for information; no decision depends on it.
public struct RouteChange: Equatable, Sendable {
  /// The reason for the change.
  public var reason: RouteReason
  /// The former endpoint; `nil` for none.
  public var from: Endpoint?
  /// The new endpoint; `nil` for none.
  public var to: Endpoint?
}

/// Collects events of the route until they have settled, and summarises them.
///
/// While a session manager decides, the stream moves to and fro within milliseconds; that is not reported.
public struct RouteNews: Equatable, Sendable {
  /// An action of the server or of the listener.
  public enum Event: Equatable, Sendable {
    /// The stream was linked to this sink.
    case linked(Endpoint)
    case described(SoundDevice)
    case routes(of: UInt64, RouteList)
    case sinkRemoved(UInt64)
    case deviceRemoved(UInt64)
    /// The default sink or the stream's target was set by hand.
    case movedByHand
    /// The machine has woken up and is detecting the devices that were plugged in meanwhile; false when that is over.
    case wakingUp(Bool)
    /// There is no sink.
    case noSink
    /// PipeWire or the session manager has gone. A device that returns is not reported, one that does not is.
    case serverLost
    /// There was no event for ``quiet``.
    case rested
  }

  /// The time without events before a change is reported.
  public static let quiet = Duration.milliseconds(100)

  private var told: Endpoint?
  private var current: Endpoint?
  private var facts = Facts()
  private var isWakingUp = false
  /// The card's last report of the routes that the sound may take.
  private var known: [Int: Route.Availability] = [:]

  /// The events since the last report.
  private struct Facts: Equatable {
    var sinkGone = false
    var deviceGone = false
    var routeGone = false
    var movedByHand = false
    var noSink = false
    /// Names of routes that have become available.
    var freshRoutes: Set<String> = []
  }

  /// Nothing is known, and the first route is not reported.
  public init() {}

  /// Handles one event. After every event except ``Event/rested``, the caller sends ``Event/rested`` when it is quiet.
  public mutating func handle(_ event: Event) -> RouteChange? {
    switch event {
    case .linked(let endpoint):
      if told == nil, !facts.noSink { told = endpoint }
      current = endpoint
    case .described(let device):
      if current?.device?.serial == device.serial { current?.device = device }
      if told?.device?.serial == device.serial { told?.device = device }
    case .routes(let device, let list): learn(list, of: device)
    case .sinkRemoved(let serial):
      if told?.depends(on: serial) == true { facts.sinkGone = true }
      if current?.depends(on: serial) == true { current = nil }
    case .deviceRemoved(let serial): if told?.device?.serial == serial { facts.deviceGone = true }
    case .movedByHand: facts.movedByHand = true
    case .wakingUp(let isWaking): isWakingUp = isWaking
    case .noSink:
      facts.noSink = true
      current = nil
    case .serverLost: current = nil
    case .rested: return rest()
    }
    return nil
  }

  private mutating func learn(_ list: RouteList, of device: UInt64) {
    if current?.device?.serial == device { current = current?.updated(with: list) }
    guard var old = told, old.device?.serial == device else { return }
    guard let index = old.route?.index else {
      told = old.updated(with: list)
      return
    }
    for (index, route) in list.routes where route.availability == .yes && known[index] == .no {
      facts.freshRoutes.insert(route.name)
    }
    known = list.routes.mapValues(\.availability)
    if let now = list.routes[index] {
      if now.availability == .no, old.route?.availability != .no { facts.routeGone = true }
      if now.availability != .no { facts.routeGone = false }
      old.route?.availability = now.availability
      told = old
    }
  }

  private mutating func rest() -> RouteChange? {
    // There was no endpoint until now.
    guard let old = told else { return current.map { tell(.newDevice, nil, $0) } }
    guard let current else { return facts.noSink ? tell(.noRoute, old, nil) : nil }
    let isReplaced = current.sink != old.sink
    if current.isSame(as: old), current.route?.name == old.route?.name, current.sinkName == old.sinkName {
      // The same device after a restart of the server, or plugged in again before it was missed.
      guard isReplaced, facts.sinkGone, !facts.deviceGone else { return keep() }
      return tell(.formatChange, old, current)
    }
    return tell(reason(from: old, to: current), old, current)
  }

  private func reason(from old: Endpoint, to new: Endpoint) -> RouteReason {
    if facts.movedByHand { return .userMoved }
    if isWakingUp { return .wake }
    let isFresh = new.route.map { facts.freshRoutes.contains($0.name) } ?? false
    if facts.routeGone { return !old.isPrivate && isFresh ? .newDevice : .deviceLost }
    if facts.sinkGone {
      let isSameCard = !facts.deviceGone && old.device != nil && new.device?.serial == old.device?.serial
      return isSameCard ? .profileChange : .deviceLost
    }
    if isFresh || new.sink > old.sink { return .newDevice }
    return new.sink == old.sink ? .userMoved : .unknown
  }

  private mutating func tell(_ reason: RouteReason, _ old: Endpoint?, _ new: Endpoint?) -> RouteChange {
    _ = keep()
    told = new
    facts.noSink = new == nil
    return RouteChange(reason: reason, from: old, to: new)
  }

  /// The events led to no change.
  private mutating func keep() -> RouteChange? {
    if let current { told = current }
    facts = Facts()
    return nil
  }
}
