// The rate of the reading: a document keeps its own, and everything else shares one.
extension Player {
  /// The rate that an entry's document has of its own; `nil` where it follows ``globalRate``.
  public func ownRate(of id: TrackID) -> Double? { queue.rateKey(id).flatMap { ownRates[$0] } }

  /// The rate of an entry when it is current.
  public func rate(of id: TrackID) -> Double { ownRate(of: id) ?? globalRate }

  /// The rate within ``rates`` that a value means; `nil` for none.
  private static func bounded(_ value: Double) -> Double? {
    value.isFinite ? min(max(value, rates.lowerBound), rates.upperBound) : nil
  }

  /// Where the listener sets the rate: the document that is current has its own. A said text passes, so that the rate
  /// that is set while it is heard is the one of everything.
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

  /// Takes up what an earlier player remembered of documents that are queued.
  mutating func takeUp(_ kept: [TrackID: Double]) {
    let keys = queue.rateKeys
    for (key, value) in kept where keys.contains(key) && Self.rates.contains(value) && ownRates[key] == nil {
      ownRates[key] = value
    }
  }

  /// Entries have left the queue: what nothing in it follows any more goes with them.
  mutating func dropRates(of keys: Set<TrackID>) {
    guard !ownRates.isEmpty, !keys.isDisjoint(with: ownRates.keys) else { return }
    for key in keys.subtracting(queue.rateKeys) { ownRates[key] = nil }
  }

  /// Brings the rate to what holds for the current entry.
  mutating func settleRate() -> [Effect] {
    let wanted = current.map { rate(of: $0) } ?? globalRate
    guard wanted != rate else { return [] }
    rate = wanted
    return [.setRate(wanted)]
  }
}
