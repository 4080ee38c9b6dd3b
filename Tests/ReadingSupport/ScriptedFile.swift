import Documents
import Playback
import Speech
import Vocabulary

@testable import Reading

/// The contents of an ASCII text, and the events while it is read.
///
/// Each line is a paragraph, and a sentence ends with a full stop and a space.
struct Script: Sendable {
  /// A chapter, or all of a text that is not divided.
  struct Chapter: Sendable {
    var title = ""
    var text: String
    /// BCP 47; empty: that of the document.
    var language = ""
    /// The number of its readable sentences, and the error of the others; `nil` for a whole chapter.
    var failure: (after: Int, error: Trouble)?
  }

  /// The end of a reading before the end of the text.
  enum Mishap: Sendable {
    /// Nothing more comes.
    case hang
    case fail(Trouble)
  }

  var title = ""
  var authors: [String] = []
  var language = ""
  var chapters: [Chapter]
  var cover: CoverImage?
  /// The recording that the file is, in place of a text.
  var recording: RecordingScript?
  /// The times of its sentences, if it is a subtitle file.
  var times: [SentenceTime] = []
  /// The files that it names, if it is a playlist; an error if the list cannot be read.
  var playlist: Result<[PlaylistEntry], ReadingError>?
  /// The number of events that come before a mishap; `nil` without one.
  var mishap: (after: Int, Mishap)?
  /// The time before each event.
  var pace = Duration.zero

  /// A text that is not divided.
  init(_ text: String) { chapters = [Chapter(text: text)] }

  /// Subtitles, each on a line of its own, which begin and end at these milliseconds.
  init(cues: [(start: Int, end: Int, text: String)]) {
    self.init(cues.map(\.text).joined(separator: "\n"))
    times = cues.map { SentenceTime(start: $0.start, end: $0.end) }
  }

  /// A recording. The name tells its contents from those of others.
  init(_ recording: RecordingScript, name: String) {
    self.init(name)
    self.recording = recording
  }

  /// A playlist of these files.
  init(playlist entries: [PlaylistEntry]) {
    self.init("#EXTM3U \(entries)")
    playlist = .success(entries)
  }

  /// A book of these chapters, called by their numbers.
  init(title: String, _ chapters: [String], language: String = "") {
    self.title = title
    self.language = language
    self.chapters = chapters.enumerated().map { Chapter(title: "Chapter \($0 + 1)", text: $1) }
  }

  var text: String { chapters.map(\.text).joined(separator: "\n") }

  /// The events of a reading, up to a mishap.
  var events: [DocumentEvent] {
    if recording != nil { return [.recording] }
    var events: [DocumentEvent] = [
      .description(
        DocumentDescription(title: title, authors: authors, language: language, cover: cover.map { _ in .png }))
    ]
    if let cover { events.append(.cover(cover)) }
    var start = 0
    for (index, chapter) in chapters.enumerated() {
      events.append(
        .chapter(
          Documents.Chapter(
            index: index, title: chapter.title, language: chapter.language, start: TextSpan(start..<start).start)))
      let isLast = index + 1 == chapters.count
      let text = chapter.text + (isLast ? "" : "\n")
      let records = Self.sentences(of: chapter.text, from: start)
      events.append(.text(Array(text.utf8)))
      for record in records.prefix(chapter.failure?.after ?? .max) {
        events.append(.sentences([record], language: chapter.language))
      }
      if let error = chapter.failure?.error { events.append(.chapterFailed(index: index, error)) }
      start += text.utf8.count
    }
    if !times.isEmpty { events.append(.times(times)) }
    events.append(.done)
    guard let mishap else { return events }
    let before = events.prefix(mishap.after)
    if case .fail(let error) = mishap.1 { return before + [.failed(error)] }
    return Array(before)
  }

  private static func sentences(of text: String, from start: Int) -> [SentenceRecord] {
    var records: [SentenceRecord] = []
    var place = start
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let sentences = line.replacing(". ", with: ".\n").split(separator: "\n")
      for (index, sentence) in sentences.enumerated() {
        records.append(
          SentenceRecord(
            span: TextSpan(place..<place + sentence.utf8.count),
            flags: index + 1 == sentences.count ? .endsParagraph : []))
        place += sentence.utf8.count + 1
      }
      if sentences.isEmpty { place += 1 }
    }
    return records
  }
}

/// A file of a test, which is read according to its script.
final class ScriptedFile: TextFile {
  let script: Script
  let descriptor: CInt = -1
  let byteCount: Int
  var isRecording: Bool { script.recording != nil }
  var isPlaylist: Bool { script.playlist != nil }
  let isLive: Bool
  let identity: FileIdentity?
  let origin: TextOrigin?
  let contentID: ContentID?
  var beginning: UInt64? { isLive ? nil : TextFingerprint.of(Array(script.text.utf8)) }

  /// A file of the listener's.
  ///
  /// - Parameter version: another one after each change of the file.
  convenience init(_ script: Script, path: String, version: Int64 = 1) {
    self.init(
      script, path: path,
      identity: FileIdentity(
        device: 1, inode: TextFingerprint.of(Array(path.utf8)), size: Int64(script.text.utf8.count), modified: version))
  }

  /// A file of the listener's, which may have had another path.
  init(_ script: Script, path: String, identity: FileIdentity?) {
    self.script = script
    byteCount = script.text.utf8.count
    isLive = false
    self.identity = identity
    origin = identity.map { .file(path: path, $0, fingerprint: nil) }
    contentID = ContentID(text: Array(script.text.utf8))
  }

  /// A text without a file: a string or, if it is live, a pipe.
  init(_ script: Script, isLive: Bool) {
    self.script = script
    self.isLive = isLive
    byteCount = isLive ? 0 : script.text.utf8.count
    identity = nil
    origin = isLive ? .live : .whole(bytes: byteCount)
    contentID = nil
  }

  func contents(from start: Int, most: Int) -> [UInt8] {
    [UInt8](script.text.utf8.dropFirst(start).prefix(most))
  }
}
