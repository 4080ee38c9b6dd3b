/// A place in a document: a chapter, and a Unicode scalar of the chapter's text; in a recording, a millisecond of the
/// whole file.
public struct ChapterPlace: Hashable, Sendable {
  /// The chapter's index, from 0 on.
  public var chapter: Int
  /// Unicode scalars of the chapter's text before the place, or milliseconds of the recording, 0 or more.
  public var scalar: Int

  /// A place from its parts.
  public init(chapter: Int, scalar: Int) {
    self.chapter = chapter
    self.scalar = scalar
  }

  /// The beginning of the document.
  public static let start = ChapterPlace(chapter: 0, scalar: 0)
}
