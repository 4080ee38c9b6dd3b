package import Documents
package import EventLoop
package import Playback
package import Speech
package import Vocabulary

/// A document whose chapters are tracks of the queue, as far as it has been read.
@Core
package final class OpenDocument {
  /// The id of its content. For a text without a file it is known after all of it has been read.
  package private(set) var contentID: ContentID?
  /// The file's name; `nil` if there is none.
  package let name: String?
  /// The URI of its origin; `nil` if there is none.
  package let uri: String?
  /// Its file's path, while that is the opened file; `nil` for a text without a file.
  package var path: String? {
    if case .file(let path, _, _)? = origin { path } else { nil }
  }
  /// The place from which it can be read again.
  package let origin: TextOrigin?
  /// The format in which it is read.
  package let format: DocumentFormat
  /// The beginning that the listener has chosen; `nil`: the kept place.
  package var start: DocumentStart?
  /// Its voices.
  package let voices: VoiceChoice
  /// Its own description; empty until that has arrived.
  package var description = DocumentDescription()
  /// All chapters that have begun, in the order of reading, including those without a text.
  package private(set) var chapters: [Chapter] = []
  /// The tracks of all queued chapters, in the order of reading. They stay here when they leave the queue.
  package private(set) var tracks: [TrackID] = []
  /// The index of each track in that list.
  private var indices: [TrackID: Int] = [:]
  private var firstNumber = 1
  /// The milliseconds at which the chapters of a recording begin; empty for a text.
  package private(set) var chapterStarts: [Int] = []
  /// The URI of its cover, a `file:` URI.
  package var coverURI: String?
  /// True if all chapters are known and in the queue.
  package var isWhole: Bool { isRead && !isShutOut }
  private var isRead = false
  /// True if the queue had no room for all of them.
  package var isShutOut = false
  private var isReading = true
  private var waiting: [@Core () -> Void] = []
  /// The lengths of tracks at the time when they left the queue.
  private var formerLengths: [TrackID: TrackLength] = [:]

  /// The document of a request.
  package convenience init(_ request: OpeningRequest) {
    self.init(
      request.source, origin: request.source.origin, format: request.format, voices: request.voices,
      name: request.name, uri: request.url)
    start = request.start
  }

  /// - Parameter origin: the place from which it can be read again.
  package init(
    _ source: TextSource, origin: TextOrigin?, format: DocumentFormat, voices: VoiceChoice, name: String?, uri: String?
  ) {
    contentID = source.file.contentID
    self.name = name
    self.uri = uri
    self.format = format
    self.voices = voices
    self.origin = origin
  }

  func begin(_ chapter: Chapter) { chapters.append(chapter) }

  /// The document is a recording, whose chapters begin at these times.
  func divide(at times: [Microseconds]) { chapterStarts = times.map { Int($0.count / 1000) } }

  /// The same place with its chapter. In a recording the time alone counts: an earlier version had no chapters there,
  /// and other tags in the file make others of them.
  package func resolved(_ place: ChapterPlace) -> ChapterPlace {
    guard !chapterStarts.isEmpty else { return place }
    let after = chapterStarts.partitioningIndex { $0 > place.scalar }
    return ChapterPlace(chapter: max(0, after - 1), scalar: place.scalar)
  }

  /// The voice of a chapter, except for its parts in other languages.
  package func voice(of chapter: Chapter) -> VoiceConfiguration {
    voices.configuration(forLanguage: chapter.language.isEmpty ? description.language : chapter.language)
  }

  /// A chapter has been queued, after all others or, if an earlier run did so, before some.
  package func add(_ track: TrackID) {
    indices[track] = tracks.count
    tracks.append(track)
  }

  /// Everything has been read.
  package func end(contentID: ContentID? = nil) {
    isRead = true
    if self.contentID == nil { self.contentID = contentID }
  }

  /// Nothing more will be read.
  func stopReading() {
    isReading = false
    let waiting = waiting
    self.waiting = []
    for body in waiting { body() }
  }

  /// Calls `body` when all of it is in the queue, or nothing more will be read; at once if that is so already.
  func whenRead(_ body: @escaping @Core () -> Void) {
    if isReading { waiting.append(body) } else { body() }
  }

  /// A track is leaving the queue.
  package func forget(_ track: TrackID, length: TrackLength?) { formerLengths[track] = length }

  /// The length of a track that has left the queue.
  func formerLength(of track: TrackID) -> TrackLength? { formerLengths[track] }

  /// Restores the state of an earlier run: the tracks that are still in the queue, and the number of the first of them.
  package func takeUp(_ tracks: [TrackID], from number: Int) {
    self.tracks = []
    for track in tracks { add(track) }
    firstNumber = number
  }

  /// The number of a track in the document, from 1; `nil` for a track of another document.
  package func number(of track: TrackID) -> Int? { indices[track].map { $0 + firstNumber } }
}
