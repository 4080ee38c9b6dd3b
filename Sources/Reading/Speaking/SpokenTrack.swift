package import Documents
package import EventLoop
package import Playback
package import Speech
package import Vocabulary

/// One entry of the queue with what is needed to speak it: its text, its sentences, its voice and its timeline.
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
  /// Who reads it where nothing else is said: what is in another language, others may.
  package let voice: VoiceConfiguration
  /// What it is a chapter of; `nil` for a text that is not divided.
  package private(set) var document: OpenDocument?
  /// The ``Chapter/index`` there; 0 for a text that is not divided.
  package private(set) var chapter = 0
  /// Factor on the samples: the utterance's own volume.
  let gain: Float
  /// The text, as far as it was read.
  package private(set) var text = SpokenText()
  private var sentences = SentenceTable()
  /// Where another voice begins to read, in the order of the sentences.
  private var voices: [(sentence: Int, voice: VoiceConfiguration)] = []
  /// The numbers of lists' items, by the sentence that an item begins with.
  package private(set) var ordinals: [Int: UInt16] = [:]
  /// The cells of tables' rows.
  package private(set) var cells = CellTable()
  /// Where printed pages begin in the text.
  package private(set) var pages: [PageMark] = []
  /// The progress of reading the text.
  package private(set) var reading = Reading.going
  /// The times of its sentences, as far as they are known.
  package var timeline: Timeline
  /// Where the text can be had again; `nil` where it cannot.
  package var origin: TextOrigin?
  /// The text itself, while it is not in the queue yet.
  package var source: TextSource?
  /// True while ``source`` has pieces that are still to be saved.
  package var isSavedInPieces = false
  /// Where the track was opened, or was put off.
  package var place = KeptPlace()
  /// The last word that was heard since.
  package var lastWord: KeptPlace?
  /// Whether the track still has to go on at the word of ``place``.
  private var awaitsWord = false
  /// Whether the text could not be had; it is tried once more when the track's turn has come.
  private(set) var isLost = false
  /// Sentences whose length nobody knows, since the engine could not speak them, or not to their end.
  package var unmeasurable: Set<Int> = []
  /// How many sentences the engine was asked to measure.
  package var measuredCount = 0
  /// What an earlier run knew of the length.
  private(set) var formerLength: TrackLength?
  /// Whether what an earlier run knew is better than what the part of the text says that was read and measured by now.
  var isFormerLengthBetter: Bool {
    formerLength.map { $0.isExact ? !timeline.isExact : !timeline.isComplete } ?? false
  }
  /// Why nothing is read on behind the end: the rest of the chapter, or the one behind it, cannot be read.
  package var blockage: ReadingError?
  /// True where it comes through a pipe, whose writer may take as long as he likes.
  package var isLive = false
  /// True while nobody knows how much of it will come.
  var isEndless: Bool { isLive && reading == .going }
  /// Whether it was said; else it is read.
  package var isSaid = false
  /// As what it is read when it is opened again, and whether its languages choose their voices.
  package var reopening = (format: "text", isVoiceFree: false)

  /// A track without text.
  package init(id: TrackID, voice: VoiceConfiguration, gain: Double, gaps: Timeline.Gaps) {
    self.id = id
    self.voice = voice
    self.gain = Float(gain)
    // Measured for espeak-ng's English at 175 words a minute: about 15 scalars a second.
    let scalarsPerSecond = 15.0 * Double(voice.wordsPerMinute) / 175
    timeline = Timeline(
      gaps: gaps, sampleRate: .speech, assumedFramesPerScalar: Double(SampleRate.speech.hertz) / scalarsPerSecond)
  }

  /// A track that an earlier run left.
  package convenience init(_ kept: KeptTrack) {
    self.init(id: kept.entry.id, voice: kept.voice, gain: kept.gain, gaps: kept.gaps)
    reading = .closed
    origin = TextOrigin(kept.text)
    reopening = (kept.format, kept.isVoiceFree)
    formerChapter = kept.chapter
    chapter = kept.chapter?.index ?? 0
    goOn(at: kept.place)
    formerLength = kept.entry.length
  }

  /// Which chapter an earlier run left; its document is known when it is opened.
  private var formerChapter: KeptChapter?

  /// Which part of what document it is; `nil` for a text that is not divided.
  package var partOfDocument: KeptChapter? {
    guard let document else { return formerChapter }
    return KeptChapter(
      of: document.tracks.first ?? id, index: chapter, count: document.isWhole ? document.chapters.count : nil)
  }

  /// What it has to be found in when it is opened again; `nil` also where its text is kept by itself.
  var keptChapter: KeptChapter? { if case .file = origin { partOfDocument } else { nil } }

  /// Chapters of the document, where an earlier run knew all of them.
  var formerCount: Int? { formerChapter?.count }

  /// Makes it a chapter of a document.
  func join(_ document: OpenDocument, chapter: Int) {
    self.document = document
    self.chapter = chapter
  }

  /// The text of a track that an earlier run left is on its way.
  func beginReading() { reading = .going }

  /// The text cannot be had now.
  func endReading() {
    reading = .closed
    isLost = true
  }

  /// The track will be opened at a place, which its text says better than its timeline.
  package func expect(_ place: KeptPlace) {
    self.place = place
    awaitsWord = place.scalar != nil
  }

  /// Notes that the track is opened at a position.
  ///
  /// - Returns: the scalar of the word that is to be heard there, where an earlier run left off.
  package func open(at microseconds: Int64) -> Int? {
    let word = awaitsWord && place.microseconds == microseconds ? place.scalar : nil
    awaitsWord = false
    place = KeptPlace(microseconds: microseconds, scalar: word)
    lastWord = nil
    return word
  }

  /// Notes that the reading goes on at a word, when the track's turn has come.
  package func goOn(at place: KeptPlace) {
    self.place = place
    lastWord = nil
    awaitsWord = place.scalar != nil
  }

  func append(text chunk: [UInt8]) { text.append(chunk) }

  /// Takes back the end of the text, which belongs to the next chapter.
  func cutText(from start: Int) -> [UInt8] { text.cut(from: start) }

  func append(_ page: PageMark) { pages.append(page) }

  /// The number of sentences that were read so far.
  package var sentenceCount: Int { sentences.count }

  /// - Parameter voice: who reads them.
  package func append(sentences batch: [SentenceRecord], voice: VoiceConfiguration? = nil) {
    let voice = voice ?? self.voice
    if voice != (voices.last?.voice ?? self.voice) { voices.append((sentences.count, voice)) }
    for sentence in batch {
      if sentence.ordinal > 0 { ordinals[sentences.count] = sentence.ordinal }
      if !sentence.cells.isEmpty { cells.append(sentence.cells, of: sentences.count) }
      sentences.append(sentence)
      timeline.append(
        scalars: sentence.span.scalars.count, endsParagraph: sentence.flags.contains(.endsParagraph))
    }
  }

  /// - Parameter goesOn: whether another chapter follows, as a paragraph does.
  package func complete(_ reading: Reading, goesOn: Bool = false) {
    self.reading = reading
    timeline.complete(trailingDelay: goesOn ? timeline.gaps.paragraph : nil)
  }

  /// Who reads which sentences, in their order.
  package var voiceRuns: [(voice: VoiceConfiguration, sentences: Range<Int>)] {
    let changes = (voices.first?.sentence == 0 ? [] : [(sentence: 0, voice: voice)]) + voices
    return changes.indices.compactMap { index in
      let end = index + 1 < changes.count ? changes[index + 1].sentence : sentences.count
      let range = changes[index].sentence..<max(changes[index].sentence, end)
      return range.isEmpty ? nil : (changes[index].voice, range)
    }
  }

  /// Who reads a sentence.
  package func voice(of sentence: Int) -> VoiceConfiguration {
    voices.last { $0.sentence <= sentence }?.voice ?? voice
  }

  /// What a sentence is part of.
  package func block(of sentence: Int) -> BlockClass { sentences[sentence].block }

  /// Whether a sentence is only a piece, which the next one continues.
  package func continues(_ sentence: Int) -> Bool { sentences[sentence].flags.contains(.continues) }

  /// The UTF-8 text of a sentence.
  package func text(of sentence: Int) -> [UInt8] { text.bytes(span(of: sentence).utf8) }

  /// The sentence that holds a scalar of the text, or the first one behind it; `nil` while that is not known.
  package func sentence(atScalar scalar: Int) -> Int? { firstSentence { $0.end.scalars > scalar } }

  /// The first sentence for which a condition holds that holds for all behind it, too; `nil` where none is known.
  package func firstSentence(where condition: (TextSpan) -> Bool) -> Int? {
    let found = (0..<sentences.count).partitioningIndex { condition(span(of: $0)) }
    return found < sentences.count ? found : nil
  }

  /// Where a sentence stands in the original text.
  package func span(of sentence: Int) -> TextSpan { sentences[sentence].span }

  /// Goes through sentences in their order: faster than to ask for the place of each.
  package func forEachSpan(of range: Range<Int>, _ body: (TextSpan) -> Void) {
    sentences.forEach(in: range) { body($0.span) }
  }

  /// A title for a text without one: how it begins, on one line.
  package func opening(limit: Int) -> String {
    guard sentences.count > 0 else { return "" }
    // Cutting bytes may cut a character: what is left of it becomes U+FFFD, and goes.
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
