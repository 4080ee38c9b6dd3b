import Speech

/// What the listener is told of media frames where the reading goes back to repeat something.
///
/// Media frames only grow while a place is open, so that everything planned has an order. What is told of them is the
/// same number, until the reading goes back for the first time: a *bend*.
struct ToldFrames: Equatable {
  private var bends: [(media: Frame, told: Frame)] = []

  static func == (a: ToldFrames, b: ToldFrames) -> Bool {
    a.bends.count == b.bends.count && zip(a.bends, b.bends).allSatisfy { $0 == $1 }
  }

  /// What the listener is told.
  func callAsFunction(_ media: Frame) -> Frame {
    guard let bend = bends.last(where: { $0.media <= media }) else { return media }
    return bend.told + (media - bend.media)
  }

  /// Another place was opened: at `media` the listener is told `told`, and of what lay before nothing is heard any more.
  mutating func begin(at media: Frame, told: Frame) { bends = media == told ? [] : [(media, told)] }

  /// From `media` on, which lies behind all others, the listener is told `told` and what follows it.
  mutating func bend(at media: Frame, to told: Frame) { bends.append((media, told)) }

  /// Where the reading goes back for the last time.
  var lastBend: (media: Frame, told: Frame)? { bends.last }

  /// Whether the reading goes back at a frame.
  func isBend(_ media: Frame) -> Bool { bends.last?.media == media }

  /// What was planned behind a frame is planned anew.
  mutating func forget(behind media: Frame) { bends.removeAll { $0.media > media } }

  /// What lies before a frame was heard.
  mutating func forget(before media: Frame) {
    guard let current = bends.lastIndex(where: { $0.media <= media }) else { return }
    bends.removeFirst(current)
  }
}
