/// The chapters of a document one after another, as one stretch of media time.
///
/// It is as long as what is known of it: while chapters are still being found, or are estimated, so is the whole.
public struct BookTimeline: Equatable, Sendable {
  /// A chapter, and how long it is; `nil` while nothing is known of that.
  public struct Part: Equatable, Sendable {
    /// Its track, which may have left the queue.
    public var track: TrackID
    /// `nil` counts as nothing.
    public var length: TrackLength?

    /// A chapter of this length.
    public init(track: TrackID, length: TrackLength?) {
      self.track = track
      self.length = length
    }
  }

  /// In the order of reading.
  public let parts: [Part]
  /// Whether no further chapter will be found.
  public let isWhole: Bool
  /// Where each part begins, and where the last one ends, in microseconds.
  private let starts: [Int64]

  /// The timeline of these chapters.
  public init(_ parts: [Part], isWhole: Bool) {
    self.parts = parts
    self.isWhole = isWhole
    var starts: [Int64] = [0]
    for part in parts {
      starts.append(Self.sum(starts[starts.count - 1], part.length?.microseconds ?? 0))
    }
    self.starts = starts
  }

  /// Of all chapters together; exact when all of them are known and measured.
  public var length: TrackLength {
    TrackLength(
      microseconds: starts[parts.count], isExact: isWhole && parts.allSatisfy { $0.length?.isExact == true })
  }

  /// Place of a chapter among the others, from 1 on; `nil` for a track of another document.
  public func number(of track: TrackID) -> Int? { index(of: track).map { $0 + 1 } }

  /// Where a place of a chapter lies in the whole; `nil` for a track of another document.
  public func position(of track: TrackID, at microseconds: Int64) -> Int64? {
    index(of: track).map { Self.sum(starts[$0], microseconds) }
  }

  /// The chapter that holds a place of the whole, and where in it that is; places before the start are the start, and
  /// those behind the end the end. `nil` where there are no chapters.
  public func place(at microseconds: Int64) -> (track: TrackID, microseconds: Int64)? {
    guard let last = parts.indices.last else { return nil }
    let position = max(0, microseconds)
    // Chapters of no length hold nothing.
    let index = starts.dropLast().lastIndex { $0 <= position } ?? 0
    if position >= starts[last + 1] { return (parts[last].track, starts[last + 1] - starts[last]) }
    return (parts[index].track, position - starts[index])
  }

  /// Where it leads to go `offset` microseconds on, or back where that is negative, from a place of a chapter: also into
  /// other chapters, as far as the lengths of those that are crossed are exact. Before the first chapter lies its start,
  /// and before a chapter whose predecessor is not measured its own.
  ///
  /// - Returns: `nil` where it leads behind the last chapter, or nobody knows into which one.
  public func place(
    _ offset: Int64, from microseconds: Int64, of track: TrackID
  ) -> (track: TrackID, microseconds: Int64)? {
    guard var index = index(of: track) else { return nil }
    let sum = max(0, microseconds).addingReportingOverflow(offset)
    var target = sum.overflow ? .max : sum.partialValue
    func exactLength(_ index: Int) -> Int64? {
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

  /// Of times, none below 0; what would be too long for a time is the longest that there is.
  private static func sum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, isTooLong) = a.addingReportingOverflow(max(0, b))
    return isTooLong ? .max : sum
  }

  private func index(of track: TrackID) -> Int? { parts.firstIndex { $0.track == track } }
}
