// The rate of the reading: a document keeps its own, and everything else shares the global one.
extension Player {
  /// The own rate of an entry's document; `nil` if it follows ``globalRate``.
  public func ownRate(of id: TrackID) -> Double? { queue.rateKey(id).flatMap { ownRates[$0] } }

  /// The rate of an entry when it is current.
  public func rate(of id: TrackID) -> Double { ownRate(of: id) ?? globalRate }

  /// The value limited to ``rates``; `nil` for NaN and infinity.
  private static func bounded(_ value: Double) -> Double? {
    value.isFinite ? min(max(value, rates.lowerBound), rates.upperBound) : nil
  }

  /// Sets the rate for the current document, which then has its own. A spoken text is transient, so that a rate set
  /// during one is the global rate.
  mutating func set(rate value: Double) {
    guard let key = current.flatMap({ queue.rateKey($0) }) else { return set(globalRate: value) }
    if let value = Self.bounded(value) { ownRates[key] = value }
  }

  mutating func set(globalRate value: Double) {
    if let value = Self.bounded(value) { globalRate = value }
  }

  mutating func set(rateOfAll value: Double) {
    guard let value = Self.bounded(value) else { return }
    globalRate = value
    ownRates = [:]
  }

  mutating func forgetRate() {
    if let key = current.flatMap({ queue.rateKey($0) }) { ownRates[key] = nil }
  }

  mutating func give(_ value: Double, to id: TrackID) {
    if let key = queue.rateKey(id), let value = Self.bounded(value) { ownRates[key] = value }
  }

  /// Restores the rates of queued documents.
  mutating func takeUp(_ kept: [TrackID: Double]) {
    let keys = queue.rateKeys
    for (key, value) in kept where keys.contains(key) && Self.rates.contains(value) && ownRates[key] == nil {
      ownRates[key] = value
    }
  }

  /// Removes the rates of documents that have no entry in the queue any more.
  mutating func dropRates(of keys: Set<TrackID>) {
    guard !ownRates.isEmpty, !keys.isDisjoint(with: ownRates.keys) else { return }
    for key in keys.subtracting(queue.rateKeys) { ownRates[key] = nil }
  }

  /// Updates the rate to that of the current entry.
  mutating func settleRate() -> [Effect] {
    let wanted = current.map { rate(of: $0) } ?? globalRate
    guard wanted != rate else { return [] }
    rate = wanted
    return [.setRate(wanted)]
  }
}
