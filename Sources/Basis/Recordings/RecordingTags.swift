/// The tags of a recording. Every text is one clean line; `nil` if the file has no such tag.
public struct RecordingTags: Equatable, Sendable {
  /// Bytes of UTF-8 of the longest text.
  public static let maximumLength = 1024

  /// The title of the recording.
  public var title: String?
  /// The people who are heard, as one line.
  public var artist: String?
  /// The album or the book.
  public var album: String?
  /// The people to whom the album is ascribed.
  public var albumArtist: String?
  /// The number within the album, 1 or more.
  public var trackNumber: Int?
  /// The date of the recording as it is written in the file, such as `2021` or `2021-05-01`.
  public var date: String?
  /// The kind of music or speech.
  public var genre: String?
  /// A remark.
  public var comment: String?
  /// BCP 47; `nil` if it is not declared or not well-formed.
  public var language: String?

  /// No tags.
  public init() {}
}
