// The events and the rule.
extension RouteWatch {
  mutating func want(_ wanted: Bool) -> [Decision] {
    guard wanted != isWanted || wanted && doubt != nil else { return [] }
    isWanted = wanted
    // A pause during a doubt, such as a session manager requests when a sink goes, does not end the doubt: a loss must
    // still be reported.
    guard wanted else { return doubt == nil ? follow(current) : [] }
    // A command to play applies to wherever the stream goes now.
    loss = nil
    return follow(current) + checkReturn()
  }

  // MARK: The stream

  mutating func linked(_ new: Endpoint) -> [Decision] {
    current = new
    if doubt != nil { return decide() }
    guard isGuarding, let old = endpoint, !new.isPrivate || new.sink == old.sink else {
      return follow(new) + checkReturn()
    }
    // A link back to the same sink does not determine the route; the list does.
    if new.sink == old.sink {
      endpoint?.via = new.via
      return compare(old, with: new.route)
    }
    // Either the listener moved it, or a route became unavailable and the report is still to come.
    return begin(Doubt())
  }

  mutating func closed() -> [Decision] {
    current = nil
    loss = nil
    return follow(nil) + checkReturn()
  }

  // MARK: Devices and routes

  mutating func described(_ device: SoundDevice) -> [Decision] {
    if current?.device?.serial == device.serial { current?.device = device }
    if endpoint?.device?.serial == device.serial { endpoint?.device = device }
    return doubt == nil ? checkReturn() : decide()
  }

  mutating func routesChanged(of device: UInt64) -> [Decision] {
    guard isGuarding || doubt != nil, endpoint?.isPrivate == true, endpoint?.device?.serial == device else { return [] }
    isUnsteady = true
    doubt?.isUnsteady = true
    return [.start(.unrest)]
  }

  mutating func routes(of device: UInt64, _ list: RouteList) -> [Decision] {
    if current?.device?.serial == device { current = current?.updated(with: list) }
    guard let old = endpoint, old.device?.serial == device, !isServerAway, doubt?.isServerGone != true else {
      return doubt == nil ? checkReturn() : decide()
    }
    guard isGuarding || doubt != nil, old.isPrivate else {
      endpoint = old.updated(with: list)
      return checkReturn()
    }
    // The route that was heard has become unavailable since the sound went there.
    if let index = old.route?.index, let now = list.routes[index], now.availability != old.route?.availability {
      if now.availability == .no { return lose() }
      endpoint?.route?.availability = now.availability
    }
    return doubt == nil ? compare(old, with: list.active(of: old.profileDevice)) : decide()
  }

  /// The route of the current sink changed: another one was chosen, or the old one became unavailable and the report is
  /// still to come.
  private mutating func compare(_ old: Endpoint, with active: Route?) -> [Decision] {
    guard let active else { return [] }
    guard let known = old.route else {
      endpoint?.route = active
      return []
    }
    return active.index == known.index ? [] : begin(Doubt())
  }

  // MARK: Removals

  mutating func sinkRemoved(_ serial: UInt64) -> [Decision] {
    if current?.depends(on: serial) == true { current = nil }
    guard let old = endpoint, old.depends(on: serial), !isServerAway else { return doubt == nil ? checkReturn() : [] }
    if doubt != nil {
      doubt?.isSinkGone = true
      doubt?.isSettled = false
      return [.inquire]
    }
    guard isGuarding else { return checkReturn() }
    return begin(Doubt(isSinkGone: true, isDeviceGone: goneDevice != nil && goneDevice == old.device?.serial))
  }

  mutating func deviceRemoved(_ serial: UInt64) -> [Decision] {
    guard endpoint?.device?.serial == serial, !isServerAway else { return [] }
    goneDevice = serial
    guard doubt != nil else { return [] }
    doubt?.isDeviceGone = true
    return decide()
  }

  // MARK: Servers

  mutating func serverLost() -> [Decision] {
    guard !isServerAway else { return [] }
    let wasGuarding = isGuarding
    isServerAway = true
    current = nil
    if doubt != nil {
      doubt?.isServerGone = true
      return [.stop(.decision)]
    }
    guard wasGuarding else { return checkReturn() }
    doubt = Doubt(isServerGone: true)
    return [.hold]
  }

  mutating func serverReturned() -> [Decision] {
    guard isServerAway else { return [] }
    isServerAway = false
    return doubt == nil ? [] : [.start(.serverReturn)]
  }

  /// An earlier run of the service was heard there. A private endpoint is waited for, as after the loss of a server.
  mutating func goOn(at former: Endpoint) -> [Decision] {
    guard former.isPrivate, doubt == nil else { return [] }
    endpoint = former
    isWanted = true
    doubt = Doubt(isServerGone: true)
    return [.hold] + (isServerAway ? [] : [.start(.serverReturn)]) + decide()
  }

  // MARK: Decisions

  mutating func settled() -> [Decision] {
    guard doubt != nil else { return [] }
    doubt?.isSettled = true
    return decide()
  }

  mutating func elapsed(_ timer: Timer) -> [Decision] {
    switch timer {
    case .decision:
      guard let doubt, !doubt.isServerGone else { return [] }
      // The sound has stayed there, so it was chosen after all.
      return doubt.isSettled && isAtShutRoute && !doubt.isUnsteady ? follow(current) : lose()
    case .serverReturn: return doubt?.isServerGone == true && !isServerAway ? lose() : []
    case .steadiness:
      guard isReturning, let loss else { return [] }
      isReturning = false
      self.loss = nil
      return [.returned(loss)]
    case .unrest:
      isUnsteady = false
      return []
    }
  }

  private mutating func decide() -> [Decision] {
    guard let doubt, let old = endpoint, !isServerAway else { return [] }
    if doubt.isServerGone {
      // Only the same device counts; others may come first.
      guard let current, current.isSame(as: old), current.isPrivate, current.route?.availability != .no else {
        return []
      }
      return follow(current)
    }
    // Related events may follow until then: the device after the sink, the server after both.
    guard doubt.isSettled else { return [] }
    guard doubt.isSinkGone else { return isAtShutRoute || isMovedInUnrest ? [] : follow(current ?? old) }
    if doubt.isDeviceGone || old.device == nil { return lose() }
    guard let current else { return [] }
    if current.isPrivate { return follow(current) }
    // A headset has no sink for a moment before a call, and the stream goes elsewhere meanwhile.
    if old.isBluetooth { return [] }
    // The route is still available: another profile of the same card was chosen.
    return current.device?.serial == old.device?.serial ? follow(current) : lose()
  }

  /// True if the sound moved to an endpoint that others hear just when something happened at the jack. It may come
  /// back; if the jack is empty, or the time for a decision runs out, the route is lost.
  private var isMovedInUnrest: Bool { doubt?.isUnsteady == true && current?.isPrivate == false }

  /// True if the sound of the same sink goes to a route that others hear and that is not available. The listener hardly
  /// chooses that. A session manager did it while a loose jack was out, and has not noticed that it is in again.
  private var isAtShutRoute: Bool {
    guard let current, let endpoint, current.sink == endpoint.sink else { return false }
    return !current.isPrivate && current.route?.availability == .no
  }
}
