import Speech

/// The announced positions of media frames if the reading goes back to repeat a part.
///
/// Media frames only grow while a place is open, so that everything planned has an order. The announced position is the
/// same number until the reading goes back for the first time: a *bend*.
struct ToldFrames: Equatable {
  private var bends: [(media: Frame, told: Frame)] = []

  static func == (a: ToldFrames, b: ToldFrames) -> Bool {
    a.bends.count == b.bends.count && zip(a.bends, b.bends).allSatisfy { $0 == $1 }
  }

  /// The announced position.
  func callAsFunction(_ media: Frame) -> Frame {
    guard let bend = bends.last(where: { $0.media <= media }) else { return media }
    return bend.told + (media - bend.media)
  }

  /// Another place was opened: `media` is announced as `told`, and no earlier frame is heard any more.
  mutating func begin(at media: Frame, told: Frame) { bends = media == told ? [] : [(media, told)] }

  /// From `media` on, which is after all others, the announced positions continue at `told`.
  mutating func bend(at media: Frame, to told: Frame) { bends.append((media, told)) }

  /// The last place at which the reading goes back.
  var lastBend: (media: Frame, told: Frame)? { bends.last }

  /// True if the reading goes back at a frame.
  func isBend(_ media: Frame) -> Bool { bends.last?.media == media }

  /// The plan after a frame is made again.
  mutating func forget(behind media: Frame) { bends.removeAll { $0.media > media } }

  /// The sound before a frame was heard.
  mutating func forget(before media: Frame) {
    guard let current = bends.lastIndex(where: { $0.media <= media }) else { return }
    bends.removeFirst(current)
  }
}
