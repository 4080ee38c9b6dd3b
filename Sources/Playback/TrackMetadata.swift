/// What is known about a track besides its sound. One immutable value for each track, never sent in part.
public struct TrackMetadata: Equatable, Sendable {
  /// What the listener sees first; never empty.
  public var title: String
  /// Who wrote or speaks it.
  public var artists: [String]
  /// The whole that the track is a part of.
  public var album: String?
  /// Where the text came from, as a URI.
  public var url: String?
  /// A cover, as a percent-encoded `file:` URI.
  public var artURL: String?
  /// BCP 47 tag of the text.
  public var language: String?
  /// Place among the tracks of ``album``, from 1 on.
  public var trackNumber: Int?
  /// Place in the contents of ``album``: `2.3` is the third below the second.
  public var contentsNumber: String?
  /// When the content was made or published, as it says itself: an ISO 8601 date as a rule.
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
