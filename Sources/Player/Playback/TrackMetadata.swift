/// The facts about a track besides its sound. One immutable value for each track, never sent in part.
public struct TrackMetadata: Equatable, Sendable {
  /// The title, never empty.
  public var title: String
  /// The authors or speakers.
  public var artists: [String]
  /// The work that the track is a part of.
  public var album: String?
  /// The source of the text, as a URI.
  public var url: String?
  /// A cover, as a percent-encoded `file:` URI.
  public var artURL: String?
  /// BCP 47 tag of the text.
  public var language: String?
  /// The number among the tracks of ``album``, from 1 on.
  public var trackNumber: Int?
  /// The number in the table of contents of ``album``: `2.3` is the third below the second.
  public var contentsNumber: String?
  /// The date of creation or publication that the content declares, usually in ISO 8601.
  public var contentCreated: String?

  /// - Parameter title: not empty.
  public init(
    title: String, artists: [String] = [], album: String? = nil, url: String? = nil, artURL: String? = nil,
    language: String? = nil, trackNumber: Int? = nil, contentsNumber: String? = nil, contentCreated: String? = nil
  ) {
    self.title = title
    self.artists = artists
    self.album = album
    self.url = url
    self.artURL = artURL
    self.language = language
    self.trackNumber = trackNumber
    self.contentsNumber = contentsNumber
    self.contentCreated = contentCreated
  }
}
