package import Documents
package import EventLoop
package import Playback
import Recordings
package import Speech
import Study
package import Vocabulary

/// An entry of the queue with what is heard of it: its ``content``, and what is common to all contents, such as its
/// voice, its timeline and its place.
///
/// A text arrives in pieces from the reading worker; sentences are appended in order and never change.
@Core
package final class Track {
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
  /// Its kind, and everything that is heard of it.
  package internal(set) var content: Content
  /// The progress of reading the text.
  package private(set) var reading = Reading.going
  /// The times of its sentences, as far as they are known.
  package var timeline: Timeline
  /// The options for opening it again.
  package internal(set) var options: OpeningOptions
  /// The place from which the text can be read again; `nil` if there is none.
  package var origin: TextOrigin?
  /// The text itself, until it is in the queue.
  package var source: TextSource?
  /// The place at which the track was opened, or was interrupted.
  package var place = KeptPlace()
  /// The last heard word since then.
  package var lastWord: KeptPlace?
  /// True if the track still has to resume at the word of ``place``.
  private var awaitsWord = false
  /// True if the text could not be read. It is tried once more when it is the track's turn.
  private(set) var isLost = false
  /// The sentences whose lengths were asked for.
  package var measuring = MeasuredSentences()
  /// The length from an earlier run.
  private var formerLength: TrackLength?
  /// True if the length from an earlier run is better than that of the text read and measured so far.
  var isFormerLengthBetter: Bool {
    formerLength.map { $0.isExact ? !timeline.isExact : !timeline.isComplete } ?? false
  }
  /// The reason why the text after the end cannot be read: the rest of the chapter, or the next one.
  package var blockage: ReadingError?
  /// True if a program still has to bring the text that follows, or has to say that none does.
  package var awaitsMore = false
  /// True for a said text, false for a document.
  package var isSaid = false

  /// A track without text.
  ///
  /// - Parameters:
  ///   - sampleRate: that of `voice`.
  ///   - parts: those of an utterance of texts and clips; `nil` for any other track.
  package init(
    id: TrackID, voice: VoiceConfiguration, gain: Amplitude, gaps: Silences, sampleRate: SampleRate = .usual,
    options: OpeningOptions = OpeningOptions(), parts: UtteranceParts? = nil
  ) {
    self.id = id
    self.voice = voice
    self.gain = gain
    self.options = options
    speechRate = sampleRate
    let passage = Passage(voice: voice)
    timeline = Self.timeline(gaps, voice, at: sampleRate)
    if let parts {
      content = .parts(PartsContent(parts, passage))
      timeline = Self.timeline(
        Silences(timeline.gaps, at: sampleRate), voice, at: SampleRate(hertz: FrameFormat.parts.sampleRate))
    } else if options.format == DocumentFormat.recording.rawValue {
      content = .recording(RecordingContent(passage, voice: voice))
    } else {
      content = .text(TextContent(passage))
      // The phrases of a text are there as soon as its sentences.
      if let plan = options.study { _ = enterExercise([], plan) }
    }
  }

  /// A timeline without sentences.
  private static func timeline(_ gaps: Silences, _ voice: VoiceConfiguration, at rate: SampleRate) -> Timeline {
    Timeline(
      gaps: Timeline.Gaps(gaps, at: rate), sampleRate: rate,
      assumedFramesPerScalar: assumedFramesPerScalar(of: voice, at: rate))
  }

  /// The frames that a scalar of a text takes until one is measured.
  private static func assumedFramesPerScalar(of voice: VoiceConfiguration, at rate: SampleRate) -> Double {
    // Measured for English at 175 words per minute: about 15 scalars per second.
    Double(rate.hertz) / (15.0 * Double(voice.wordsPerMinute) / 175)
  }

  /// The silences, whatever the track counts in.
  var silences: Silences { Silences(timeline.gaps, at: timeline.sampleRate) }

  /// A track that an earlier run left.
  package convenience init(_ kept: KeptTrack) {
    self.init(
      id: kept.entry.id, voice: kept.voice, gain: Amplitude(kept.gain), gaps: kept.gaps, sampleRate: kept.sampleRate,
      options: OpeningOptions(kept), parts: kept.parts.isEmpty ? nil : UtteranceParts(kept.parts))
    reading = .closed
    origin = TextOrigin(kept.text)
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

  /// The chapter's entry in the document; `nil` for a text that is not divided.
  var chapterHeading: Chapter? {
    guard let document, document.chapters.indices.contains(chapter) else { return nil }
    return document.chapters[chapter]
  }

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
    let word = !countsInTime && awaitsWord && place.microseconds == microseconds ? place.scalar : nil
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

  // MARK: Reading it in

  /// - Parameters:
  ///   - voice: their voice.
  ///   - choice: the voices for parts in other languages; `nil` if `voice` speaks everything.
  package func append(
    sentences batch: [SentenceRecord], voice: VoiceConfiguration? = nil, choice: VoiceChoice? = nil
  ) {
    passage.speak(with: voice)
    for sentence in batch { content.own.take(sentence, voice ?? self.voice, choice, into: &timeline) }
  }

  /// The next sentences, which follow so many others, are spoken at these milliseconds.
  func expect(times: [Int], from sentence: Int) {
    timeline.expect(
      clock: times.map { Frame(microseconds: Microseconds(Int64($0) * 1000), at: timeline.sampleRate) }, from: sentence)
  }

  /// - Parameter goesOn: true if another chapter follows, like a paragraph.
  package func complete(_ reading: Reading, goesOn: Bool = false) {
    self.reading = reading
    isLost = false
    content.own.takeRest(voice, into: &timeline)
    // In an exercise the last phrase has its gap, and what is studied has the pause of a paragraph.
    timeline.complete(trailingDelay: goesOn && exercise == nil ? timeline.gaps.paragraph : nil)
    exercise?.completeOriginal(goesOn: goesOn)
  }

  // MARK: Recordings

  /// Makes the track a recording, or a part of one.
  func become(_ sound: RecordedSound, _ part: RecordingPart = .whole) {
    if !studiesOn(sound, part) { leaveExercise() }
    let recording = recording ?? RecordingContent(passage, voice: voice)
    if recording.source !== sound { sound.join(id) }
    if let exercise {
      recording.take(sound, part, into: &exercise.originalTimeline)
      exercise.takeText()
    } else {
      content = .recording(recording)
      recording.take(sound, part, into: &timeline)
    }
    options.format = DocumentFormat.recording.rawValue
    complete(.complete)
  }
}
