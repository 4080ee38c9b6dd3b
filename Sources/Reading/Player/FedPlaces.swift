package import Speech

/// Which place of the timeline stands behind each media frame that was fed.
///
/// Media frames are what the listener is told: they only grow, also while the lengths of earlier sentences are
/// estimates. A place names its sentence and keeps its meaning when those become known.
struct FedPlaces {
  /// By the media frame at which each part began.
  private var parts: [(media: Frame, place: Timeline.Place)] = []

  /// Forgets everything; what is fed next begins at a place.
  mutating func begin(at place: Timeline.Place, media: Frame) { parts = [(media, place)] }

  /// Forgets everything.
  mutating func forget() { parts = [] }

  /// What is fed from `media` on lies at a place.
  mutating func append(_ place: Timeline.Place, at media: Frame) {
    if parts.last?.media == media { parts.removeLast() }
    parts.append((media, place))
  }

  /// The place of a media frame; `nil` where nothing was begun.
  func place(of media: Frame) -> Timeline.Place? {
    let part = parts.last { $0.media <= media } ?? parts.first
    return part.map { $0.place.advanced(by: max(0, media - $0.media)) }
  }

  /// Forgets what was heard long ago, if there is much of it.
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
