package import Documents
package import EventLoop
package import Playback
package import Speech
package import Vocabulary

/// A document whose chapters are tracks of the queue, as far as it has been read.
@Core
package final class OpenDocument {
  /// What it is told by, wherever it lies. Of a text without a file it is known when all of it has been read.
  package private(set) var contentID: ContentID?
  /// The file's name; `nil` where it has none.
  package let name: String?
  /// Where it came from, as a URI; `nil` where that is nowhere.
  package let uri: String?
  /// Its file, as long as that is the one that was opened; `nil` for a text without one.
  package var path: String? {
    if case .file(let path, _, _)? = origin { path } else { nil }
  }
  /// Where it can be had again.
  package let origin: TextOrigin?
  /// As what it is read.
  package let format: DocumentFormat
  /// Where the listener wants it to begin; `nil`: where it was left.
  package var start: DocumentStart?
  /// Who reads it.
  package let voices: VoiceChoice
  /// What it says about itself; empty until it has said it.
  package var description = DocumentDescription()
  /// All that have begun, in the order of reading; also those that have no text.
  package private(set) var chapters: [Chapter] = []
  /// One for each chapter that was queued, in the order of reading; they stay here when they leave the queue.
  package private(set) var tracks: [TrackID] = []
  /// Where each of them stands there.
  private var indices: [TrackID: Int] = [:]
  private var firstNumber = 1
  /// The picture on it, as a `file:` URI.
  package var coverURI: String?
  /// Whether all chapters are known, and in the queue.
  package var isWhole: Bool { isRead && !isShutOut }
  private var isRead = false
  /// Whether the queue had no room for all of them.
  package var isShutOut = false
  private var isReading = true
  private var waiting: [@Core () -> Void] = []
  /// How long tracks were when they left the queue.
  private var formerLengths: [TrackID: TrackLength] = [:]

  /// The document of a request.
  package convenience init(_ request: OpeningRequest) {
    self.init(
      request.source, origin: request.source.origin, format: request.format, voices: request.voices,
      name: request.name, uri: request.url)
    start = request.start
  }

  /// - Parameter origin: where it can be had again.
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

  /// Who reads a chapter, but for what of it is in another language.
  package func voice(of chapter: Chapter) -> VoiceConfiguration {
    voices.configuration(forLanguage: chapter.language.isEmpty ? description.language : chapter.language)
  }

  /// A chapter has been queued, behind all others or, where an earlier run did so, in front of some.
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

  /// Calls `body` when all of it is in the queue, or nothing more will be: at once where that is so.
  func whenRead(_ body: @escaping @Core () -> Void) {
    if isReading { waiting.append(body) } else { body() }
  }

  /// A track leaves the queue.
  package func forget(_ track: TrackID, length: TrackLength?) { formerLengths[track] = length }

  /// How long a track was that has left the queue.
  func formerLength(of track: TrackID) -> TrackLength? { formerLengths[track] }

  /// What is left of an earlier run: the tracks that are still in the queue, and the number of the first of them.
  package func takeUp(_ tracks: [TrackID], from number: Int) {
    self.tracks = []
    for track in tracks { add(track) }
    firstNumber = number
  }

  /// Place of a track among those of the document, from 1 on; `nil` for one of another.
  package func number(of track: TrackID) -> Int? { indices[track].map { $0 + firstNumber } }
}

extension SpokenTrack {
  /// Where the chapter stands in the document; `nil` for a text that is not divided.
  var chapterHeading: Chapter? {
    guard let document, document.chapters.indices.contains(chapter) else { return nil }
    return document.chapters[chapter]
  }
}
