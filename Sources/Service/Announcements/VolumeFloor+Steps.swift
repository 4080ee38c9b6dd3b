import Vocabulary

/// The way of the raised volume, from step to step.
extension VolumeFloor {
  /// Does all that follows from the state and the time.
  mutating func settle() {
    takeUpReturned()
    observe()
    passTime()
    takeUpReturned()
    considerRaise()
  }

  /// A sink is there again whose volume is to be taken back.
  private mutating func takeUpReturned() {
    guard outstanding == nil, let level = returned.first,
      let index = absent.firstIndex(where: { $0.sink == level.sink })
    else { return }
    outstanding = Outstanding(absent.remove(at: index), serial: level.serial, .unseen)
    own = level
    returned.removeFirst()
    observe()
    passTime()
  }

  /// Compares the raised sink's volume with what is expected of it.
  private mutating func observe() {
    guard let outstanding, let own else { return }
    if own.serial != outstanding.serial, outstanding.step != .unseen { self.outstanding?.step = .unseen }
    self.outstanding?.serial = own.serial
    switch self.outstanding?.step {
    case .rising(let order): observeRise(outstanding.raise, own.volume, order)
    case .steady:
      if isSame(own.volume, outstanding.raise.raised) { break }
      if isSame(own.volume, outstanding.ordered) { rose(to: own.volume) } else { yield() }
    case .falling(let order): observeFall(outstanding.raise, own.volume, order)
    case .unseen:
      // Somebody, or the session manager, has set it back or to something else.
      if isSame(own.volume, outstanding.raise.raised) { self.outstanding?.step = .steady } else { drop() }
    case nil: break
    }
  }

  private mutating func observeRise(_ raise: Raise, _ volume: CubicLevel, _ order: Order) {
    if isSame(volume, raise.raised) { return rose(to: volume) }
    if isSame(volume, raise.original) { return settleBetween(false) }
    guard volume > raise.original && volume < raise.raised else { return adopt(volume) }
    settleBetween(true)
    guard let since = order.betweenSince, since + Span.steps <= now else { return }
    if abs(volume.value - raise.raised.value) <= Margin.coarse { rose(to: volume) } else { adopt(volume) }
  }

  /// The raised volume is there, perhaps rounded.
  private mutating func rose(to volume: CubicLevel) {
    outstanding?.step = .steady
    beReadyHere()
    guard let raise = outstanding?.raise, raise.raised != volume else { return }
    outstanding?.raise.raised = volume
    keep()
  }

  /// The listener has set a volume before ours was seen. Ours may follow; this is then restored.
  private mutating func adopt(_ volume: CubicLevel) {
    settleBetween(false)
    outstanding?.raise.original = volume
    beReadyHere()
    keep()
  }

  private mutating func observeFall(_ raise: Raise, _ volume: CubicLevel, _ order: Order) {
    if isSame(volume, raise.original) { return drop() }
    if isSame(volume, raise.raised) { return settleBetween(false) }
    // Rounded, or the listener's: both stay.
    let isBetween = min(raise.original, raise.raised) < volume && volume < max(raise.original, raise.raised)
    if !isBetween || order.betweenSince.map({ $0 + Span.steps <= now }) == true { return drop() }
    settleBetween(true)
  }

  /// Notes if the volume is between the former and the ordered one.
  private mutating func settleBetween(_ isBetween: Bool) {
    switch outstanding?.step {
    case .rising(var order):
      order.betweenSince = isBetween ? order.betweenSince ?? now : nil
      outstanding?.step = .rising(order)
    case .falling(var order):
      order.betweenSince = isBetween ? order.betweenSince ?? now : nil
      outstanding?.step = .falling(order)
    case .steady, .unseen, nil: break
    }
  }

  private mutating func passTime() {
    if let patience, patience <= now { self.patience = nil }
    guard let outstanding else { return endRow() }
    if case .falling(let order) = outstanding.step, order.betweenSince == nil, isLost(order) {
      // It may be lost with the device that should follow it. The kept value stays for the next service.
      if order.count < 3 { fall(order.count + 1) } else { self.outstanding?.step = .unseen }
    }
    if outstanding.step == .steady, let current, current.sink != outstanding.raise.sink { return fall() }
    endRow()
  }

  /// After the rest, the volume is set back.
  private mutating func endRow() {
    guard !isAnnouncing else { return }
    if let restEnd, restEnd > now { return }
    let wasResting = restEnd != nil
    (restEnd, yielded) = (nil, nil)
    switch outstanding?.step {
    case .rising(let order): if isLost(order) { fall() }
    case .steady: fall()
    case .unseen: if wasResting, own == nil { effects.append(.look) }
    case .falling, nil: break
    }
  }

  private func isLost(_ order: Order) -> Bool { order.given + Span.order <= now }

  private mutating func fall(_ count: Int = 1) {
    guard let outstanding, let own else { return }
    self.outstanding?.step = .falling(Order(given: now, count: count))
    effects.append(.restore(outstanding.raise.original, serial: own.serial))
    // It may be there already.
    if isSame(own.volume, outstanding.raise.original) { drop() }
  }

  /// Raises the volume for the announcement that waits, if that is needed.
  private mutating func considerRaise() {
    guard patience != nil else { return }
    if let outstanding {
      let isHere = current.map { $0.sink == outstanding.raise.sink }
      if isHere == true, outstanding.step == .steady || (wasOrderedBefore && isRising) { patience = nil }
      // The sink of the last raise is gone, and the sound goes elsewhere.
      guard outstanding.step == .unseen, own == nil, isHere == false else { return }
      leaveBehind()
    }
    guard let current else { return }
    let isLow = current.volume.value < target.value - Margin.useless
    guard target > 0, !current.isMuted, isLow, yielded != current.sink else {
      patience = nil
      return
    }
    let raise = Raise(sink: current.sink, original: current.volume, raised: target)
    wasOrderedBefore = false
    outstanding = Outstanding(raise, serial: current.serial, .rising(Order(given: now)))
    own = current
    effects.append(.raise(raise, serial: current.serial))
  }

  /// The announcement is spoken now, unless its sound goes to another sink meanwhile.
  private mutating func beReadyHere() { if current == nil || current?.sink == raise?.sink { patience = nil } }

  /// The listener's volume stays, for this row.
  mutating func yield() {
    guard let raise else { return }
    yielded = raise.sink
    beReadyHere()
    drop()
  }

  private mutating func drop() {
    outstanding = nil
    own = nil
    keep()
  }

  /// The sink may come back as loud as it was left.
  private mutating func leaveBehind() {
    guard let raise else { return }
    absent = (absent.filter { $0.sink != raise.sink } + [raise]).suffix(Self.mostAbsent)
    (outstanding, own) = (nil, nil)
    keep()
  }

  private mutating func keep() { effects.append(.keep) }

  private func isSame(_ one: CubicLevel, _ other: CubicLevel) -> Bool { abs(one.value - other.value) <= Margin.same }
}
