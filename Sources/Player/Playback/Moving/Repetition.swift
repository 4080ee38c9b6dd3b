public import Vocabulary

/// A part of a track that is repeated.
///
/// It belongs to its track. A text that interrupts the track is heard once, and leaving the track leaves the
/// repetition.
public struct Repetition: Equatable, Sendable {
  /// The repeated part.
  public enum Extent: Equatable, Sendable {
    /// The current sentence, wherever the listener goes.
    case sentence
    /// The current paragraph, wherever the listener goes.
    case paragraph
    /// Nothing yet: the beginning is marked, the end is missing.
    case from(SpeechPoint)
    /// The range between two places, without the second one. Outside of it nothing is repeated.
    case between(SpeechPoint, SpeechPoint)

    /// True if such a part is possible; a stored one may be anything.
    var isValid: Bool {
      // No sentence is so long.
      func isValid(_ point: SpeechPoint) -> Bool { point.sentence >= 0 && (0...(1 << 40)).contains(point.offset) }
      return switch self {
      case .sentence, .paragraph: true
      case .from(let point): isValid(point)
      case .between(let start, let end): isValid(start) && isValid(end) && start < end
      }
    }
  }

  /// The track of the part.
  public var track: TrackID
  /// The part.
  public var extent: Extent

  /// A repetition from its parts.
  public init(_ extent: Extent, in track: TrackID) {
    self.track = track
    self.extent = extent
  }

  /// The mode that the faces show.
  public var mode: RepeatMode {
    switch extent {
    case .sentence: .sentence
    case .paragraph: .paragraph
    case .from: .a
    case .between: .ab
    }
  }
}

/// A mark that the listener sets.
public enum RepeatMark: Sendable {
  /// The beginning.
  case a
  /// The end.
  case b
  /// The missing one; if both are set, both are removed (mpv's `l`).
  case next
}

extension Player {
  /// The repetition of the current track.
  public var repeatMode: RepeatMode {
    if let repetition, repetition.track == current { return repetition.mode }
    return loop == .track ? .chapter : .off
  }

  /// Only marks define the range between marks: see ``mark(_:start:end:)``.
  mutating func setRepeat(_ mode: RepeatMode) {
    guard let current, readiness != .closed else { return }
    switch mode {
    case .off, .chapter:
      repetition = nil
      // The repetition of the queue is independent.
      if mode == .chapter { loop = .track } else if loop == .track { loop = .none }
    case .sentence: repetition = Repetition(.sentence, in: current)
    case .paragraph: repetition = Repetition(.paragraph, in: current)
    case .a, .b, .ab: break
    }
  }

  /// - Parameters:
  ///   - start: the beginning of the current word.
  ///   - end: its end, after `start`.
  mutating func mark(_ mark: RepeatMark, start: SpeechPoint, end: SpeechPoint) {
    guard let current, readiness != .closed, start < end else { return }
    let extent = repetition.flatMap { $0.track == current ? $0.extent : nil }
    switch (mark, extent) {
    case (.next, .between): repetition = nil
    case (.b, .from(let begun)), (.b, .between(let begun, _)), (.next, .from(let begun)):
      // Marks in reverse order define the same part.
      let (first, last) = begun < end ? (begun, end) : (start, begun)
      repetition = Repetition(.between(first, last), in: current)
    case (.a, _), (.next, _): repetition = Repetition(.from(start), in: current)
    case (.b, _): break
    }
  }
}
