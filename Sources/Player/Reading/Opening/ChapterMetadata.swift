import Documents
import EventLoop
import Playback
import Recordings

/// The metadata that came with the request, which have priority over the document's own; `nil` if it has none.
package struct GivenWords: Equatable {
  /// The title that desktops show.
  package var title: String?
  /// The authors.
  package var artists: [String]?
  /// The book or magazine that contains it.
  package var album: String?
  /// The `file:` URI of a picture.
  package var artURL: String?
  /// BCP 47 tag of the text's language.
  package var language: String?

  /// The value from its parts.
  package init(
    title: String? = nil, artists: [String]? = nil, album: String? = nil, artURL: String? = nil, language: String? = nil
  ) {
    self.title = title
    self.artists = artists
    self.album = album
    self.artURL = artURL
    self.language = language
  }
}

/// The metadata of a document's tracks for clients: chapter, author, book. A document of one chapter looks like any
/// other text.
@Core
struct ChapterMetadata {
  private static let titleLength = 60

  /// The metadata of the request, which have priority over the document's own.
  private let given: GivenWords
  /// The file's name; `nil` if there is none.
  let name: String?
  /// The title of a text without one.
  private var nameAsTitle: String? { name.map { FileName.title($0) } }
  private let url: String?
  /// The fallback language.
  private let language: String

  init(_ given: GivenWords, name: String?, url: String?, language: String) {
    self.given = given
    self.name = name
    self.url = url
    self.language = language
  }

  /// The metadata for the further chapters of a document whose first ones an earlier run queued.
  ///
  /// - Parameter file: the file's name. An earlier version used it, with its ending, as the title of books that have
  ///   one.
  init(of former: TrackMetadata?, file: String?, language: String) {
    let artists = former.flatMap { $0.artists.isEmpty ? nil : $0.artists }
    let album = Self.isName(former?.album, of: file) ? nil : former?.album
    given = GivenWords(artists: artists, album: album, artURL: former?.artURL)
    name = former?.album
    url = former?.url
    self.language = language
  }

  /// The metadata of an earlier run for a track, with the title and authors of its document if it had the file's name.
  func renamed(_ former: TrackMetadata, in document: OpenDocument) -> TrackMetadata {
    let said = document.description
    guard !said.title.isEmpty, Self.isName(former.album ?? former.title, of: document.name) else { return former }
    var metadata = former
    if former.album == nil { metadata.title = said.title } else { metadata.album = said.title }
    if former.artists.isEmpty { metadata.artists = said.authors }
    return metadata
  }

  /// True if a title is only the name of a file, as an earlier version wrote it or as it is written now.
  private static func isName(_ title: String?, of file: String?) -> Bool {
    guard let file else { return title == nil }
    return title == file || title == FileName.title(file)
  }

  func metadata(of track: Track) -> TrackMetadata {
    if let recording = track.recording, let sound = recording.source {
      return metadata(of: track, recording.part, sound.description.tags)
    }
    guard let document = track.document, let chapter = track.chapterHeading else {
      return TrackMetadata(
        title: title(given.title, nameAsTitle, of: track), artists: given.artists ?? [], album: given.album, url: url,
        artURL: given.artURL, language: language)
    }
    let said = document.description
    let languages = [given.language ?? "", chapter.language, said.language, language]
    var metadata = TrackMetadata(
      title: title(given.title, said.title, nameAsTitle, chapter.title, of: track),
      artists: given.artists ?? said.authors, album: given.album, url: url,
      artURL: given.artURL ?? document.coverURI, language: languages.first { !$0.isEmpty },
      contentCreated: said.date.isEmpty ? nil : said.date)
    guard document.isDivided else { return metadata }
    metadata.title = title(chapter.title, of: track)
    metadata.album = [given.album, given.title, said.title, nameAsTitle].compactMap(\.self).first { !$0.isEmpty }
    metadata.trackNumber = document.number(of: track.id)
    metadata.contentsNumber = chapter.number.isEmpty ? nil : chapter.number
    return metadata
  }

  /// The metadata of a recording: its tags, and the file's name if it has no title. A chapter has its own title and
  /// number, and the recording is its album.
  private func metadata(
    of track: Track, _ part: RecordingPart, _ tags: RecordingTags
  ) -> TrackMetadata {
    let artist = tags.artist ?? tags.albumArtist
    let languages = [given.language ?? "", tags.language ?? "", language]
    let file = nameAsTitle ?? track.origin?.path?.fileName.map { FileName.title($0) }
    let title = [given.title, tags.title, file].compactMap(\.self).first { !$0.isEmpty }
    var metadata = TrackMetadata(
      title: title ?? "Recording", artists: given.artists ?? artist.map { [$0] } ?? [],
      album: given.album ?? tags.album, url: url, artURL: given.artURL ?? track.document?.coverURI,
      language: languages.first { !$0.isEmpty }, trackNumber: tags.trackNumber, contentCreated: tags.date)
    guard let document = track.document, document.isDivided else { return metadata }
    metadata.title = part.title.isEmpty ? "Chapter \(track.chapter + 1)" : part.title
    metadata.album = [given.album, given.title, tags.title, tags.album, file].compactMap(\.self).first { !$0.isEmpty }
    metadata.trackNumber = document.number(of: track.id)
    return metadata
  }

  private func title(_ candidates: String?..., of track: Track) -> String {
    candidates.compactMap(\.self).first { !$0.isEmpty } ?? track.passage.opening(limit: Self.titleLength)
  }
}

extension OpenDocument {
  /// True for a recording with chapters, and for a book in which a chapter has a number: both have further chapters,
  /// even before these have been found.
  fileprivate var isDivided: Bool {
    if tracks.count > 1 || chapterStarts.count > 1 { return true }
    return !isWhole && chapters.contains { !$0.number.isEmpty }
  }
}
