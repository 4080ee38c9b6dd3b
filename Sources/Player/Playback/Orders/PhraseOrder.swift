public import Vocabulary

/// The order in which the phrases of a recording are heard: by the same rules as that of the queue, with the recording as
/// the group. It is kept as what it was made from, and makes the same order again.
public struct PhraseOrder: Equatable, Sendable {
  /// The rule.
  public let mode: ShuffleMode
  /// The state of the generator from which it was made.
  private let seed: UInt64
  /// The index of the phrase that was heard when it was made, which begins it; `nil` if none was.
  private let first: Int?

  /// A new order.
  ///
  /// - Parameter first: the phrase that is heard now.
  public init(_ mode: ShuffleMode, seed: UInt64, first: Int?) {
    (self.mode, self.seed, self.first) = (mode, seed, first)
  }

  /// The indices of so many phrases, each once.
  public func indices(of count: Int) -> [Int] { arranged(count).ids }

  /// The order of the next lap: another one if there is a choice and the rule wants it.
  ///
  /// - Parameter count: the number of phrases.
  public func next(of count: Int) -> PhraseOrder {
    guard mode.changesEachLap else { return self }
    var order = arranged(count)
    let before = order.ids
    var next = self
    for _ in 0..<32 {
      next = PhraseOrder(mode, seed: order.randomState, first: nil)
      order = next.arranged(count)
      // The phrase just heard is not heard again at once if there are others.
      if order.ids != before, count < 3 || order.ids.first != before.last { break }
    }
    return next
  }

  private func arranged(_ count: Int) -> PlayOrder<Int> {
    var order = PlayOrder<Int>(seed: seed)
    order.arrange((0..<count).map { PlayOrder.Item(id: $0, group: "") }, mode: mode, current: first)
    return order
  }
}

// The form in which it is kept: `once 1234 7`.
extension PhraseOrder {
  /// The order as a text.
  public var text: String { "\(mode.rawValue) \(seed) \(first.map { "\($0)" } ?? "-")" }

  /// The order from its text; `nil` for anything else.
  public init?(text: String) {
    let words = text.split(separator: " ")
    guard words.count == 3, let mode = ShuffleMode(rawValue: String(words[0])), let seed = UInt64(words[1]) else {
      return nil
    }
    self.init(mode, seed: seed, first: Int(words[2]))
  }
}
