package import Speech

/// The place in the timeline of each media frame that was fed.
///
/// Media frames are the listener's frames. They only grow, even while the lengths of earlier sentences are estimates. A
/// place names its sentence and stays valid when those lengths become known.
struct FeedMap {
  /// The parts, by the media frame at which each began.
  private var parts: [(media: Frame, place: Timeline.Place)] = []

  /// Forgets everything. The next fed sound begins at a place.
  mutating func begin(at place: Timeline.Place, media: Frame) { parts = [(media, place)] }

  /// Forgets everything.
  mutating func forget() { parts = [] }

  /// The sound fed from `media` on is at a place.
  mutating func append(_ place: Timeline.Place, at media: Frame) {
    if parts.last?.media == media { parts.removeLast() }
    parts.append((media, place))
  }

  /// The place of a media frame; `nil` if nothing was begun.
  func place(of media: Frame) -> Timeline.Place? {
    let part = parts.last { $0.media <= media } ?? parts.first
    return part.map { $0.place.advanced(by: max(0, media - $0.media)) }
  }

  /// Forgets the parts that were heard long ago, if there are many.
  mutating func prune(before heard: Frame) {
    guard parts.count > 64, let keep = parts.lastIndex(where: { $0.media <= heard }) else { return }
    parts.removeFirst(keep)
  }
}

extension Timeline.Place {
  /// The place `frames` later in the same segment.
  package func advanced(by frames: Frame) -> Timeline.Place {
    switch self {
    case .leadingDelay(let offset): .leadingDelay(offset: offset + frames)
    case .sentence(let sentence, let offset): .sentence(sentence, offset: offset + frames)
    case .gap(let sentence, let offset): .gap(after: sentence, offset: offset + frames)
    case .trailingDelay(let offset): .trailingDelay(offset: offset + frames)
    case .end: .end
    }
  }
}
