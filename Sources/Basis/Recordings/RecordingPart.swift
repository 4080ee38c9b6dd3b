/// A part of a recording that is a track of its own: a chapter, or all of it.
public struct RecordingPart: Equatable, Sendable {
  /// The whole recording.
  public static let whole = RecordingPart(title: "", first: 0, end: nil)

  /// The chapter's title on one line; empty if it has none.
  public var title: String
  /// The first frame of the media time, 0 or more.
  public var first: Int64
  /// The frame after the last one, more than ``first``; `nil`: the recording's end.
  public var end: Int64?

  /// A part from its frames.
  public init(title: String, first: Int64, end: Int64?) {
    self.title = title
    self.first = first
    self.end = end
  }

  /// The length in frames in a recording with a length; `nil` if neither is known.
  ///
  /// - Parameters:
  ///   - frames: the length of the recording; `nil` if it is unknown.
  ///   - isExact: true if no frame follows it.
  public func length(in frames: Int64?, isExact: Bool) -> (frames: Int64, isExact: Bool)? {
    switch (end, frames) {
    case (nil, nil): nil
    case (nil, let frames?): (max(0, frames - first), isExact)
    // An estimate may be less than the beginning of a chapter.
    case (let end?, let frames?) where isExact: (max(0, min(end, frames) - first), true)
    case (let end?, _): (end - first, true)
    }
  }
}

extension RecordingDescription {
  /// The tracks of the recording, at least one: together they have each frame once, in order.
  ///
  /// The time before the first chapter belongs to that. A chapter without any time is left out, and a single one is
  /// the whole recording.
  public var parts: [RecordingPart] {
    let limit = isExact ? frames ?? .max : .max
    let inside = chapters.filter { $0.firstFrame < limit }.prefix(Self.maximumChapters)
    let sorted = inside.enumerated().sorted {
      ($0.element.firstFrame, $0.offset) < ($1.element.firstFrame, $1.offset)
    }
    var parts: [RecordingPart] = []
    for chapter in sorted.map(\.element) {
      let first = max(0, chapter.firstFrame)
      // Of chapters that begin together, the last one has the time.
      if parts.last?.first == first { parts.removeLast() }
      if !parts.isEmpty { parts[parts.count - 1].end = first }
      parts.append(RecordingPart(title: chapter.title, first: first, end: nil))
    }
    guard parts.count > 1 else { return [.whole] }
    parts[0].first = 0
    return parts
  }
}
