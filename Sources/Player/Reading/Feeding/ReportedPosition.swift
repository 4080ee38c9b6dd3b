import Speech

/// The announced positions of media frames if the reading goes back to repeat a part.
///
/// Media frames only grow while a place is open, so that everything planned has an order. The announced position is the
/// same number until the reading goes back for the first time: a *discontinuity*.
struct ReportedPosition: Equatable {
  private var discontinuities: [(media: Frame, reported: Frame)] = []

  static func == (a: ReportedPosition, b: ReportedPosition) -> Bool {
    a.discontinuities.count == b.discontinuities.count
      && zip(a.discontinuities, b.discontinuities).allSatisfy { $0 == $1 }
  }

  /// The announced position.
  func callAsFunction(_ media: Frame) -> Frame {
    guard let discontinuity = discontinuities.last(where: { $0.media <= media }) else { return media }
    return discontinuity.reported + (media - discontinuity.media)
  }

  /// Another place was opened: `media` is announced as `reported`, and no earlier frame is heard any more.
  mutating func begin(at media: Frame, reported: Frame) {
    discontinuities = media == reported ? [] : [(media, reported)]
  }

  /// From `media` on, which is after all others, the announced positions continue at `reported`.
  mutating func addDiscontinuity(at media: Frame, to reported: Frame) { discontinuities.append((media, reported)) }

  /// The last place at which the reading goes back.
  var lastDiscontinuity: (media: Frame, reported: Frame)? { discontinuities.last }

  /// True if the reading goes back at a frame.
  func isDiscontinuity(_ media: Frame) -> Bool { discontinuities.last?.media == media }

  /// The plan after a frame is made again.
  mutating func forget(behind media: Frame) { discontinuities.removeAll { $0.media > media } }

  /// The sound before a frame was heard.
  mutating func forget(before media: Frame) {
    guard let current = discontinuities.lastIndex(where: { $0.media <= media }) else { return }
    discontinuities.removeFirst(current)
  }
}
