/// A part of a track that is heard again and again.
///
/// It belongs to its track: a text that is put in between is heard once, and whoever leaves the track leaves it too.
public struct Repetition: Equatable, Sendable {
  /// What is repeated.
  public enum Extent: Equatable, Sendable {
    /// The sentence that is heard, wherever the listener goes.
    case sentence
    /// The paragraph that is heard, wherever the listener goes.
    case paragraph
    /// Nothing yet: the beginning is marked, and the end is still to come.
    case from(SpeechPoint)
    /// All between two places, the second of which is not heard any more. Beyond it nothing is repeated.
    case between(SpeechPoint, SpeechPoint)

    /// Whether there can be such a part: what comes from a file may be anything.
    var isSound: Bool {
      // No sentence is as long as that.
      func isSound(_ point: SpeechPoint) -> Bool { point.sentence >= 0 && (0...(1 << 40)).contains(point.offset) }
      return switch self {
      case .sentence, .paragraph: true
      case .from(let point): isSound(point)
      case .between(let start, let end): isSound(start) && isSound(end) && start < end
      }
    }
  }

  /// Whose part it is.
  public var track: TrackID
  /// Which part.
  public var extent: Extent

  /// A repetition from its parts.
  public init(_ extent: Extent, in track: TrackID) {
    self.track = track
    self.extent = extent
  }

  /// What the faces call it.
  public var mode: RepeatMode {
    switch extent {
    case .sentence: .sentence
    case .paragraph: .paragraph
    case .from: .begun
    case .between: .between
    }
  }
}

/// What is repeated within a text, as the faces show it.
public enum RepeatMode: String, Sendable, CaseIterable {
  case off
  case sentence
  case paragraph
  /// The whole track: MPRIS `LoopStatus` says `Track`.
  case chapter
  /// The beginning of a part is marked.
  case begun = "a"
  /// A part between two marks.
  case between = "ab"
}

/// A mark that a listener sets.
public enum RepeatMark: Sendable {
  /// The beginning.
  case a
  /// The end.
  case b
  /// The one that is missing; where none is, both go (mpv's `l`).
  case next
}

extension Player {
  /// What is repeated of the current track.
  public var repeatMode: RepeatMode {
    if let repetition, repetition.track == current { return repetition.mode }
    return loop == .track ? .chapter : .off
  }

  /// Of marks only the beginning and the end themselves make a repetition: see ``mark(_:start:end:)``.
  mutating func setRepeat(_ mode: RepeatMode) {
    guard let current, readiness != .closed else { return }
    switch mode {
    case .off, .chapter:
      repetition = nil
      // A repeated queue is another matter.
      if mode == .chapter { loop = .track } else if loop == .track { loop = .none }
    case .sentence: repetition = Repetition(.sentence, in: current)
    case .paragraph: repetition = Repetition(.paragraph, in: current)
    case .begun, .between: break
    }
  }

  /// - Parameters:
  ///   - start: where the word begins that is heard.
  ///   - end: where it ends, behind `start`.
  mutating func mark(_ mark: RepeatMark, start: SpeechPoint, end: SpeechPoint) {
    guard let current, readiness != .closed, start < end else { return }
    let extent = repetition.flatMap { $0.track == current ? $0.extent : nil }
    switch (mark, extent) {
    case (.next, .between): repetition = nil
    case (.b, .from(let begun)), (.b, .between(let begun, _)), (.next, .from(let begun)):
      // Marked the other way round, it is the same part.
      let (first, last) = begun < end ? (begun, end) : (start, begun)
      repetition = Repetition(.between(first, last), in: current)
    case (.a, _), (.next, _): repetition = Repetition(.from(start), in: current)
    case (.b, _): break
    }
  }
}
