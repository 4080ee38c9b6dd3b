public import Vocabulary

/// The chapters of a document one after another, as one range of media time.
///
/// The whole is exact only when all chapters are found and measured.
public struct BookTimeline: Equatable, Sendable {
  /// A chapter and its length; `nil` if the length is unknown.
  public struct Part: Equatable, Sendable {
    /// The chapter's track, which may have left the queue.
    public var track: TrackID
    /// The length; `nil` counts as 0.
    public var length: TrackLength?

    /// A chapter of this length.
    public init(track: TrackID, length: TrackLength?) {
      self.track = track
      self.length = length
    }
  }

  /// The chapters in reading order.
  public let parts: [Part]
  /// True if no further chapter will be found.
  public let isWhole: Bool
  /// The start of each part and the end of the last one, in microseconds.
  private let starts: [Microseconds]

  /// The timeline of these chapters.
  public init(_ parts: [Part], isWhole: Bool) {
    self.parts = parts
    self.isWhole = isWhole
    var starts: [Microseconds] = [0]
    for part in parts {
      starts.append(starts[starts.count - 1] + max(0, part.length?.microseconds ?? 0))
    }
    self.starts = starts
  }

  /// The length of all chapters together; exact if all are known and measured.
  public var length: TrackLength {
    TrackLength(
      microseconds: starts[parts.count], isExact: isWhole && parts.allSatisfy { $0.length?.isExact == true })
  }

  /// The chapter's number among the others, from 1 on; `nil` for a track of another document.
  public func number(of track: TrackID) -> Int? { index(of: track).map { $0 + 1 } }

  /// The position of a chapter's place in the whole; `nil` for a track of another document.
  public func position(of track: TrackID, at microseconds: Microseconds) -> Microseconds? {
    index(of: track).map { starts[$0] + max(0, microseconds) }
  }

  /// The chapter at a position of the whole, and the place in it. Positions before the start count as the start,
  /// positions after the end as the end. `nil` if there are no chapters.
  public func place(at microseconds: Microseconds) -> (track: TrackID, microseconds: Microseconds)? {
    guard let last = parts.indices.last else { return nil }
    let position = max(0, microseconds)
    // Chapters without length are never found.
    let index = starts.dropLast().lastIndex { $0 <= position } ?? 0
    if position >= starts[last + 1] { return (parts[last].track, starts[last + 1] - starts[last]) }
    return (parts[index].track, position - starts[index])
  }

  /// The place `offset` microseconds after a place of a chapter, or before it if the offset is negative. The place may
  /// be in another chapter if the lengths of the crossed ones are exact. The limit backward is the first chapter's
  /// start, or the start of a chapter whose predecessor is not measured.
  ///
  /// - Returns: `nil` if the place is after the last chapter, or in an unknown one.
  public func place(
    _ offset: Microseconds, from microseconds: Microseconds, of track: TrackID
  ) -> (track: TrackID, microseconds: Microseconds)? {
    guard var index = index(of: track) else { return nil }
    var target = max(0, microseconds) + offset
    func exactLength(_ index: Int) -> Microseconds? {
      guard let length = parts[index].length, length.isExact else { return nil }
      return max(0, length.microseconds)
    }
    while target < 0 {
      guard index > 0, let length = exactLength(index - 1) else { return (parts[index].track, 0) }
      index -= 1
      target += length
    }
    while let length = exactLength(index), target >= length {
      guard index + 1 < parts.count else { return nil }
      target -= length
      index += 1
    }
    return (parts[index].track, target)
  }

  private func index(of track: TrackID) -> Int? { parts.firstIndex { $0.track == track } }
}
