import Documents
import EventLoop
import Playback
import Recordings
import Speech
import Vocabulary

/// Distributes the text of a document to the tracks of its chapters.
///
/// A text that is not divided has one track, even if it contains chapters.
@Core
final class ChapterIntake {
  /// An event of a document.
  enum Notice {
    /// Its description, or its cover, has arrived.
    case described(CoverImage?)
    /// A track has its first sentences.
    case begun(Track)
    /// A track has more text, or its end.
    case grown(Track)
    /// The text after a track cannot be read; `nil`: no text was read before.
    case blocked(Track?, ReadingError)
    /// Everything has been read.
    case done
    /// Nothing more can be read.
    case failed(ReadingError)
  }

  /// `nil` for a text that is not divided.
  let document: OpenDocument?
  private let voices: VoiceChoice
  /// Creates or finds the track of a chapter; `nil`: the chapter is not wanted any more.
  private let trackOfChapter: @Core (Chapter) -> Track?
  /// The track of the chapter that is being read.
  private var track: Track?
  /// The last track that was begun. A text that is not divided has its track before it has sentences.
  private(set) var newest: Track?
  /// The text of the present chapter that belongs to no track, and its start in the chapter.
  private var unwanted = SpokenText()
  private var unwantedStart = 0
  /// The state of the chapter that is being read; unused for a text that is not divided.
  private var progress = ChapterProgress()
  /// Tracks with sentences that are not complete yet, in order. The end of the last one is known once the next one is
  /// in the queue, or if there is none.
  private var unsealed: [Track] = []
  /// The last track with sentences.
  private var last: Track?
  /// The number of chapters without room in the queue; `nil` while there is room.
  private(set) var shutOutCount: Int?
  private var isShutOutTold = false
  /// True if all text has come, and some of it is still to be hashed.
  private var isEnding = false
  private let hashing: TextHashing
  /// True if each sentence waits for its time, since it is spoken then.
  private let isOnClock: Bool
  /// The sentences that wait for their times.
  private var untimed: [(sentences: [SentenceRecord], language: String)] = []
  /// The times of sentences before the rest of theirs have come.
  private var times: [SentenceTime] = []
  /// Takes notices that come later than the event that caused them: hashing a long text takes several turns.
  private let late: @Core ([Notice]) -> Void

  init(
    _ document: OpenDocument?, voices: VoiceChoice, scheduler: any Scheduler, isOnClock: Bool = false,
    late: @escaping @Core ([Notice]) -> Void = { _ in }, track: @escaping @Core (Chapter) -> Track?
  ) {
    self.late = late
    self.document = document
    hashing = TextHashing(scheduler: scheduler)
    self.isOnClock = isOnClock
    self.voices = voices
    trackOfChapter = track
    if document == nil { beginTrack(Chapter(index: 0, title: "")) }
  }

  /// Handles an event of the reader.
  func take(_ event: DocumentEvent) -> [Notice] {
    switch event {
    case .description(let description):
      progress.describe(description)
      document?.description = description
      return [.described(nil)]
    case .cover(let image): return [.described(image)]
    case .chapter(let chapter): return document.map { begin(chapter, of: $0) } ?? []
    case .chapterFailed where shutOutCount != nil:
      progress.breakOff()
      return []
    case .chapterFailed(_, let trouble): return document == nil ? [] : breakOff(ReadingError(trouble))
    case .page(let page):
      track?.passage.append(PageMark(label: page.label, start: page.start.relative(to: progress.start)))
      return []
    case .text(let bytes):
      if let track { track.passage.append(text: bytes) } else { unwanted.append(bytes) }
      return []
    case .sentences(let batch, let language):
      guard isOnClock else { return take(batch, language) }
      untimed.append((batch, language))
      return []
    // The reader of texts beside recordings takes the times itself.
    case .times(let more): return isOnClock ? take(more) : []
    // The sound comes from another process.
    case .recording: return []
    case .done:
      let notices = end(.complete)
      isEnding = true
      return notices + endOfDocument()
    case .failed(let trouble): return fail(ReadingError(trouble))
    }
  }

  /// Nothing more can be read.
  func fail(_ error: ReadingError) -> [Notice] {
    if let document, document.chapters.count > 1 { last?.blockage = last?.blockage ?? error }
    return end(.brokenOff) + [.failed(error)]
  }

  /// The document is a recording: each of its chapters is a track without a text. Returns `nil` if nobody wants any of
  /// them any more.
  ///
  /// - Parameter isUndivided: true if all of it is one track, in spite of its chapters.
  func take(_ sound: RecordedSound, isUndivided: Bool) -> [Notice]? {
    let parts = document == nil || isUndivided ? [.whole] : sound.description.parts
    let tags = sound.description.tags
    let title = tags.title ?? (parts.count > 1 ? tags.album : nil)
    document?.description = DocumentDescription(
      title: title ?? "", authors: [tags.artist ?? tags.albumArtist ?? ""], language: tags.language ?? "",
      date: tags.date ?? "")
    var tracks: [Track] = []
    for (index, part) in parts.enumerated() {
      if let document { _ = begin(Chapter(index: index, title: part.title), of: document) }
      guard let track else { continue }
      track.become(sound, part)
      tracks.append(track)
    }
    guard let last = tracks.last else { return nil }
    self.last = last
    document?.divide(at: parts.map { $0.first.microseconds(at: SampleRate(hertz: sound.description.sampleRate)) })
    document?.end()
    return [.described(nil)] + tracks.map { .begun($0) } + [.grown(last), .done]
  }

  /// Completes the tracks before a given one at their present ends, since it follows them in the queue.
  func seal(before track: Track) -> [Track] {
    guard let index = unsealed.firstIndex(where: { $0 === track }) else { return [] }
    let sealed = Array(unsealed[..<index])
    unsealed.removeFirst(index)
    for track in sealed { complete(track, .complete, goesOn: true) }
    return sealed
  }

  /// The queue has no room for this many tracks, the last ones with sentences, nor for any after them. The further
  /// chapters are counted, so that the listener learns the number of missing ones.
  func shutOut(_ count: Int, behind last: Track?) {
    shutOutCount = count
    unsealed.removeLast(min(count, unsealed.count))
    for track in unsealed { complete(track, .complete, goesOn: true) }
    unsealed = []
    unwantedStart = track?.text.count ?? unwantedStart
    track = nil
    self.last = last
    document?.isShutOut = true
    last?.blockage = Self.noRoom(for: "what follows")
  }

  /// Returns the reason why the document ends early in the queue, once, after all of it has been read; `nil` if it does
  /// not.
  func endShutOut() -> ReadingError? {
    guard let count = shutOutCount, !isShutOutTold else { return nil }
    isShutOutTold = true
    let error = Self.noRoom(for: count == 1 ? "the last chapter" : "the last \(count) chapters")
    last?.blockage = error
    return error
  }

  private static func noRoom(for what: String) -> ReadingError {
    ReadingError(.tooLarge, "the queue has no room for \(what); make some and open it again (`aloud clear` empties it)")
  }

  private func begin(_ chapter: Chapter, of document: OpenDocument) -> [Notice] {
    let offset = chapter.start.utf8 - progress.start.utf8
    let text = track?.passage.cutText(from: offset) ?? unwanted.cut(from: offset - unwantedStart)
    document.begin(chapter)
    progress.begin(chapter)
    unwanted = SpokenText()
    unwantedStart = 0
    beginTrack(chapter)
    track?.join(document, chapter: chapter.index)
    if let track { track.passage.append(text: text) } else { unwanted.append(text) }
    return []
  }

  private func beginTrack(_ chapter: Chapter) {
    track = shutOutCount == nil ? trackOfChapter(chapter) : nil
    newest = track ?? newest
  }

  private func take(_ batch: [SentenceRecord], _ language: String) -> [Notice] {
    guard !progress.isBroken else { return [] }
    let isFirst = !progress.hasSentences
    guard let track else {
      if let count = shutOutCount {
        if isFirst { shutOutCount = count + 1 }
        _ = progress.take(sentencesIn: language)
        return []
      }
      // No later chapter may enter the queue after the removed ones.
      return end(.complete)
    }
    let language = progress.take(sentencesIn: language)
    // A track that an earlier run left may have the voice of its own chapter's language.
    let voice = language.isEmpty ? track.voice : voices.configuration(forLanguage: language)
    track.append(sentences: progress.relative(batch), voice: voice, choice: voices)
    guard isFirst else { return [.grown(track)] }
    unsealed.append(track)
    last = track
    return [.begun(track)]
  }

  /// True if a document that is read on its clock has sentences without times: they would have come before this event.
  func lacksTimes(before event: DocumentEvent) -> Bool {
    guard !untimed.isEmpty else { return false }
    switch event {
    case .sentences, .times, .failed: return false
    default: return true
    }
  }

  private func take(_ more: [SentenceTime]) -> [Notice] {
    times += more
    var notices: [Notice] = []
    while let next = untimed.first, next.sentences.count <= times.count {
      untimed.removeFirst()
      let first = track?.sentenceCount ?? 0
      track?.expect(times: times.prefix(next.sentences.count).map(\.start), from: first)
      times.removeFirst(next.sentences.count)
      notices += take(next.sentences, next.language)
    }
    return notices
  }

  /// The chapter ends here, and the text after it belongs to another one.
  private func breakOff(_ error: ReadingError) -> [Notice] {
    progress.breakOff()
    let before = progress.hasSentences ? track : last
    let failure = ReadingError(
      error.code, progress.complaint(unnamed: "the next chapter", reason: error.message))
    before?.blockage = before?.blockage ?? failure
    if progress.hasSentences, let track, unsealed.last === track {
      unsealed.removeLast()
      complete(track, .brokenOff)
    }
    unwantedStart = track?.text.count ?? unwantedStart
    track = nil
    return [.blocked(before, failure)] + (before.map { [.grown($0)] } ?? [])
  }

  private func end(_ reading: Track.Reading) -> [Notice] {
    let ended = unsealed
    unsealed = []
    for track in ended {
      let isLast = track === ended.last
      complete(track, isLast ? reading : .complete, goesOn: !isLast)
    }
    return ended.map { .grown($0) }
  }

  private func complete(_ track: Track, _ reading: Track.Reading, goesOn: Bool = false) {
    track.complete(reading, goesOn: goesOn)
    hash(track)
  }

  private func hash(_ track: Track) {
    hashing.add(track, isIDWanted: document.map { $0.contentID == nil } ?? false) { [self] track in
      late([.grown(track)] + endOfDocument())
    }
  }

  /// Everything has been read and hashed.
  private func endOfDocument() -> [Notice] {
    guard isEnding, hashing.isIdle else { return [] }
    isEnding = false
    // Sentences that were left out are not in it.
    document?.end(contentID: shutOutCount == nil ? hashing.contentID : nil)
    return [.done]
  }
}
