package import Speech

/// The places in the timeline of what was fed: that of each media frame, and the next one to feed.
///
/// Media frames are the listener's frames. They only grow, even while the lengths of earlier sentences are estimates. A
/// place names its sentence and stays valid when those lengths become known.
struct FedPlaces {
  /// The next place to feed.
  private(set) var cursor = Timeline.Place.end
  /// The parts, by the media frame at which each began.
  private var parts: [(media: Frame, place: Timeline.Place)] = []

  /// Forgets everything. The next fed sound begins at a place.
  mutating func begin(at place: Timeline.Place, media: Frame) {
    cursor = place
    parts = [(media, place)]
  }

  /// Forgets what was fed.
  mutating func forget() { parts = [] }

  /// More of the segment at the cursor was fed, up to this place of it.
  mutating func feed(upTo place: Timeline.Place) { cursor = place }

  /// The sound fed from `media` on is at a place of another segment.
  mutating func advance(to place: Timeline.Place, at media: Frame) {
    cursor = place
    if parts.last?.media == media { parts.removeLast() }
    parts.append((media, place))
  }

  /// The place of a media frame in what was fed.
  func place(of media: Frame) -> Timeline.Place {
    let part = parts.last { $0.media <= media } ?? parts.first
    return part.map { $0.place.advanced(by: max(0, media - $0.media)) } ?? cursor
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
