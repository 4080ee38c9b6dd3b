package import Documents
package import EventLoop
package import Playback
package import Recordings
package import Speech
package import Vocabulary

/// An entry of the queue with the data for speaking it: its text, its sentences, its voice and its timeline.
///
/// The text arrives in pieces from the reading worker; sentences are appended in order and never change.
@Core
package final class SpokenTrack {
  /// The progress of reading the text.
  package enum Reading: Equatable {
    /// An earlier run left the track; its text is opened when it is wanted.
    case closed
    case going
    case complete
    /// The reader gave up; what was read stays readable.
    case brokenOff
  }

  /// The entry of the queue.
  package let id: TrackID
  /// The voice of the text, except for parts in other languages.
  package let voice: VoiceConfiguration
  /// The samples a second of everything that is spoken for it: those of ``voice``.
  package let speechRate: SampleRate
  /// The document of the chapter; `nil` for a text that is not divided.
  package private(set) var document: OpenDocument?
  /// The ``Chapter/index`` there; 0 for a text that is not divided.
  package private(set) var chapter = 0
  /// Factor on the samples: the utterance's own volume.
  let gain: Amplitude
  /// The text, as far as it was read.
  package private(set) var text = SpokenText()
  private var sentences = SentenceTable()
  /// The sentences at which the voice changes, in order.
  private var voices: [(sentence: Int, voice: VoiceConfiguration)] = []
  /// The numbers of list items, by the first sentence of the item.
  package private(set) var ordinals: [Int: UInt16] = [:]
  /// The cells of table rows.
  package private(set) var cells = CellTable()
  /// The parts of sentences that other voices speak.
  package private(set) var spans = VoiceSpanTable()
  /// The starts of printed pages in the text.
  package private(set) var pages: [PageMark] = []
  /// The progress of reading the text.
  package private(set) var reading = Reading.going
  /// The parts of an utterance of texts and clips; `nil` for any other track.
  package internal(set) var parts: UtteranceParts?
  /// The parts that have begun, each with its first sentence.
  var partStarts: [(sentence: Int, part: Int)] = []
  /// The part that begins next.
  var nextPart = 0
  /// The text whose first sentence has not come yet.
  var waitingPart: Int?
  /// The sound of a recording, once that has been opened in this run; `nil` for a text.
  package internal(set) var sound: RecordedSound?
  /// The part of the recording that the track is.
  package internal(set) var part = RecordingPart.whole
  /// The choice of the text beside a recording.
  package var paired = PairedText.beside
  /// The progress of that text.
  var pairing = PairingProgress.unread
  /// The reason why it is not shown; empty if it is, or there is none.
  var textError = ""
  /// The name of its file, for people.
  var textName = ""
  /// The times of its sentences in the whole recording; none if it tells none.
  var sentenceTimes: [SentenceTime] = []
  /// The milliseconds at which the first and the last sentence of its file begin.
  var textReach: ClosedRange<Int>?
  /// The times of its sentences, as far as they are known.
  package var timeline: Timeline
  /// The place from which the text can be read again; `nil` if there is none.
  package var origin: TextOrigin?
  /// The text itself, until it is in the queue.
  package var source: TextSource?
  /// True while ``source`` has pieces that are still to be saved.
  package var isSavedInPieces = false
  /// The place at which the track was opened, or was interrupted.
  package var place = KeptPlace()
  /// The last heard word since then.
  package var lastWord: KeptPlace?
  /// True if the track still has to resume at the word of ``place``.
  private var awaitsWord = false
  /// True if the text could not be read. It is tried once more when it is the track's turn.
  private(set) var isLost = false
  /// Sentences of unknown length, since the engine could not speak them, or not to their end.
  package var unmeasurable: Set<Int> = []
  /// The number of sentences that the engine was asked to measure.
  package var measuredCount = 0
  /// The length from an earlier run.
  private(set) var formerLength: TrackLength?
  /// True if the length from an earlier run is better than that of the text read and measured so far.
  var isFormerLengthBetter: Bool {
    formerLength.map { $0.isExact ? !timeline.isExact : !timeline.isComplete } ?? false
  }
  /// The reason why the text after the end cannot be read: the rest of the chapter, or the next one.
  package var blockage: ReadingError?
  /// True if the text comes through a pipe, whose writer may take any time.
  package var isLive = false
  /// True while the length of the text is open.
  var isEndless: Bool { isLive && reading == .going }
  /// True if a program still has to bring the text that follows, or has to say that none does.
  package var awaitsMore = false
  /// True for a said text, false for a document.
  package var isSaid = false
  /// True if its sentences are spoken at times of their own, as subtitles have them.
  package var isOnClock = false
  /// The format for opening it again, and the languages that choose their voices.
  package var reopening = (format: "text", languages: LanguageMode.one)

  /// A track without text.
  ///
  /// - Parameter sampleRate: that of `voice`.
  package init(
    id: TrackID, voice: VoiceConfiguration, gain: Amplitude, gaps: Silences, sampleRate: SampleRate = .usual
  ) {
    self.id = id
    self.voice = voice
    self.gain = gain
    speechRate = sampleRate
    timeline = Timeline(
      gaps: Timeline.Gaps(gaps, at: sampleRate), sampleRate: sampleRate,
      assumedFramesPerScalar: Self.assumedFramesPerScalar(of: voice, at: sampleRate))
  }

  /// The frames that a scalar of a text takes until one is measured.
  static func assumedFramesPerScalar(of voice: VoiceConfiguration, at rate: SampleRate) -> Double {
    // Measured for English at 175 words per minute: about 15 scalars per second.
    Double(rate.hertz) / (15.0 * Double(voice.wordsPerMinute) / 175)
  }

  /// The silences, whatever the track counts in.
  var silences: Silences { Silences(timeline.gaps, at: timeline.sampleRate) }

  /// A track that an earlier run left.
  package convenience init(_ kept: KeptTrack) {
    self.init(
      id: kept.entry.id, voice: kept.voice, gain: Amplitude(kept.gain), gaps: kept.gaps, sampleRate: kept.sampleRate)
    reading = .closed
    origin = TextOrigin(kept.text)
    if !kept.parts.isEmpty { divide(into: UtteranceParts(kept.parts)) }
    reopening = (kept.format, kept.languages)
    (paired, isOnClock) = (kept.pairedText, kept.isOnClock)
    formerChapter = kept.chapter
    chapter = kept.chapter?.index ?? 0
    goOn(at: kept.place)
    formerLength = kept.entry.length
  }

  /// The chapter that an earlier run left. Its document is known when it is opened.
  private var formerChapter: KeptChapter?

  /// The chapter and its document; `nil` for a text that is not divided.
  package var partOfDocument: KeptChapter? {
    guard let document else { return formerChapter }
    return KeptChapter(
      of: document.tracks.first ?? id, index: chapter, count: document.isWhole ? document.chapters.count : nil)
  }

  /// The chapter to find when it is opened again; `nil` also if its text is stored by itself.
  var keptChapter: KeptChapter? { if case .file = origin { partOfDocument } else { nil } }

  /// The number of the document's chapters, if an earlier run knew all of them.
  var formerCount: Int? { formerChapter?.count }

  /// Makes it a chapter of a document.
  func join(_ document: OpenDocument, chapter: Int) {
    self.document = document
    self.chapter = chapter
  }

  /// The text of a track that an earlier run left is on its way.
  func beginReading() { reading = .going }

  /// The text cannot be read now.
  func endReading() {
    reading = .closed
    isLost = true
  }

  /// The track will be opened at a place. Its scalar has priority over the timeline.
  package func expect(_ place: KeptPlace) {
    self.place = place
    awaitsWord = place.scalar != nil
  }

  /// Records that the track is opened at a position.
  ///
  /// - Returns: the scalar of the word to be heard there, if an earlier run stopped there.
  package func open(at microseconds: Microseconds) -> Int? {
    // The time is exact in a recording.
    let word = !isRecording && awaitsWord && place.microseconds == microseconds ? place.scalar : nil
    awaitsWord = false
    place = KeptPlace(microseconds: microseconds, scalar: word)
    lastWord = nil
    return word
  }

  /// Records the word at which the reading resumes when it is the track's turn.
  package func goOn(at place: KeptPlace) {
    self.place = place
    lastWord = nil
    awaitsWord = place.scalar != nil
  }

  func append(text chunk: [UInt8]) { text.append(chunk) }

  /// Removes the end of the text, which belongs to the next chapter.
  func cutText(from start: Int) -> [UInt8] { text.cut(from: start) }

  func append(_ page: PageMark) { pages.append(page) }

  /// The number of sentences that were read so far.
  package var sentenceCount: Int { sentences.count }

  /// - Parameters:
  ///   - voice: their voice.
  ///   - choice: the voices for parts in other languages; `nil` if `voice` speaks everything.
  package func append(
    sentences batch: [SentenceRecord], voice: VoiceConfiguration? = nil, choice: VoiceChoice? = nil
  ) {
    let voice = voice ?? self.voice
    if voice != (voices.last?.voice ?? self.voice) { voices.append((sentences.count, voice)) }
    for sentence in batch {
      takeUp(sentence) { append($0, voice, choice) }
    }
  }

  /// The next sentences, which follow so many others, are spoken at these milliseconds.
  func expect(times: [Int], from sentence: Int) {
    timeline.expect(clock: times.map { frame(atMillisecond: $0) }, from: sentence)
  }

  /// Takes the text and the sentences of another track, without their times; `nil`: the one sentence of a recording.
  ///
  /// - Parameter range: only these sentences, of a text that has nothing but sentences; `nil`: all.
  func adoptText(of other: SpokenTrack?, sentences range: Range<Int>? = nil) {
    guard let other, let range else {
      text = other?.text ?? SpokenText()
      ordinals = other?.ordinals ?? [:]
      cells = other?.cells ?? CellTable()
      pages = other?.pages ?? []
      sentences = other?.sentences ?? SentenceTable()
      if other == nil { sentences.append(wholeRecording) }
      return
    }
    let origin = other.span(of: range.lowerBound).start
    (text, sentences) = (SpokenText(), SentenceTable())
    text.append(other.text.bytes(origin.utf8..<other.span(of: range.upperBound - 1).end.utf8))
    other.sentences.forEach(in: range) { sentence in
      var sentence = sentence
      sentence.span = sentence.span.relative(to: origin)
      sentences.append(sentence)
    }
  }

  private func append(_ sentence: SentenceRecord, _ voice: VoiceConfiguration, _ choice: VoiceChoice?) {
    if sentence.ordinal > 0 { ordinals[sentences.count] = sentence.ordinal }
    if !sentence.cells.isEmpty { cells.append(sentence.cells, of: sentences.count) }
    if !sentence.runs.isEmpty, let parts = choice?.spans(of: sentence.runs, beside: voice), !parts.isEmpty {
      spans.append(parts, of: sentences.count)
    }
    sentences.append(sentence)
    timeline.append(
      scalars: sentence.span.scalars.count, endsParagraph: sentence.flags.contains(.endsParagraph))
  }

  /// - Parameter goesOn: true if another chapter follows, like a paragraph.
  package func complete(_ reading: Reading, goesOn: Bool = false) {
    self.reading = reading
    isLost = false
    takeUpRest { append($0, voice, nil) }
    timeline.complete(trailingDelay: goesOn ? timeline.gaps.paragraph : nil)
  }

  /// The voices with their sentences, in order.
  package var voiceRuns: [(voice: VoiceConfiguration, sentences: Range<Int>)] {
    let changes = (voices.first?.sentence == 0 ? [] : [(sentence: 0, voice: voice)]) + voices
    return changes.indices.compactMap { index in
      let end = index + 1 < changes.count ? changes[index + 1].sentence : sentences.count
      let range = changes[index].sentence..<max(changes[index].sentence, end)
      return range.isEmpty ? nil : (changes[index].voice, range)
    }
  }

  /// The voice of a sentence.
  package func voice(of sentence: Int) -> VoiceConfiguration {
    voices.last { $0.sentence <= sentence }?.voice ?? voice
  }

  /// The block of a sentence.
  package func block(of sentence: Int) -> BlockClass { sentences[sentence].block }

  /// True if a sentence is only a piece that the next one continues.
  package func continues(_ sentence: Int) -> Bool { sentences[sentence].flags.contains(.continues) }

  /// The UTF-8 text of a sentence.
  package func text(of sentence: Int) -> [UInt8] { text.bytes(span(of: sentence).utf8) }

  /// The sentence with a scalar of the text, or the first one after it; in a recording, that at the millisecond. `nil`
  /// while it is unknown.
  package func sentence(atScalar scalar: Int) -> Int? {
    guard isRecording else { return firstSentence { $0.end.scalars > scalar } }
    guard sentenceCount > 0 else { return nil }
    let time = time(atScalar: scalar) ?? 0
    return timeline.place(at: Frame(microseconds: time, at: timeline.sampleRate)).sentence(in: timeline)
  }

  /// The first sentence that meets a condition which all later ones meet too; `nil` if none is known.
  package func firstSentence(where condition: (TextSpan) -> Bool) -> Int? {
    let found = (0..<sentences.count).partitioningIndex { condition(span(of: $0)) }
    return found < sentences.count ? found : nil
  }

  /// The span of a sentence in the original text.
  package func span(of sentence: Int) -> TextSpan { sentences[sentence].span }

  /// The exact length of a sentence's speech, `nil` while it is unknown. Another target that asks the ``timeline``
  /// copies it as a whole.
  package func speech(of sentence: Int) -> Frame? { timeline.speech(of: sentence) }

  /// Iterates over sentences in order, faster than by index.
  package func forEachSpan(of range: Range<Int>, _ body: (TextSpan) -> Void) {
    sentences.forEach(in: range) { body($0.span) }
  }

  /// A title for a text without one: its beginning, on one line.
  package func opening(limit: Int) -> String {
    guard sentences.count > 0 else { return "" }
    // The cut may split a character, whose rest becomes U+FFFD and is removed.
    let start = span(of: 0).utf8.lowerBound
    let bytes = text.bytes(start..<start + limit * 8)
    let beginning = Line.clean(String(decoding: bytes, as: UTF8.self).filter { $0 != "\u{FFFD}" }, limit: .max)
    var title = ""
    for word in beginning.split(whereSeparator: \.isWhitespace) {
      guard title.count + word.count < limit else {
        return (title.isEmpty ? String(word.prefix(limit)) : title) + "…"
      }
      title += title.isEmpty ? String(word) : " " + word
    }
    return title
  }
}
