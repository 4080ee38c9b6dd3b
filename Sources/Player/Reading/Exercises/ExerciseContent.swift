import Documents
package import EventLoop
import Playback
import Recordings
import Speech
package import Study
import Vocabulary

/// A text or a recording that is studied: each of its phrases is heard as often and as slowly as the listener wants,
/// with a gap behind each hearing.
///
/// It wraps the content that is studied, whose timeline stays as it is. In the timeline of the track each phrase is a
/// sentence, and all its turns with their gaps are the sound of it. The phrases of a text are its sentences.
@Core
package final class ExerciseContent: TrackContent {
  /// The content that is studied.
  let original: Content
  /// The timeline of ``original``.
  var originalTimeline: Timeline
  /// The way in which it is studied.
  package let settings: ExerciseSettings
  /// The place of what other voices than the text's own read, or of the text beside a recording that is spoken as its
  /// translation.
  private let translations: TranslationPlace
  /// The phrases of a recording to which sentences of the text beside it belong, by their places.
  private var translated: Set<Int> = []
  /// The phrases of a recording; `nil` for a text.
  package let exercise: Exercise?
  /// The phrases of the whole recording, from which ``exercise`` has those of the chapter.
  package let wholePhrases: [Phrase]
  /// The text of the phrases.
  package private(set) var passage: Passage
  /// False if the phrases of a recording are heard in another order.
  private let isRecordedOrder: Bool
  /// The order of the sentences of a text; `nil` for its own.
  private(set) var arrangement: SentenceArrangement?
  /// True if its phrases were heard to the end, so that the next hearing is another lap.
  var isLapOver = false
  private let voice: VoiceConfiguration

  /// A text as an exercise. Its sentences are entered by ``layOut()``.
  ///
  /// - Parameter order: the order in which they are heard, which counts once each is measured; `nil` for its own.
  init(
    _ text: TextContent, _ timeline: Timeline, _ plan: StudyPlan, _ order: PhraseOrder?, voice: VoiceConfiguration
  ) {
    original = .text(text)
    translations = plan.translations
    originalTimeline = timeline
    settings = plan.exercise
    self.voice = voice
    exercise = nil
    wholePhrases = []
    isRecordedOrder = true
    passage = text.passage
    guard let order, timeline.isExact, text.passage.sentenceCount == timeline.sentenceCount else { return }
    let units = units
    let sentences = order.indices(of: units.count).flatMap { units[$0] }
    arrangement = SentenceArrangement(sentences)
    passage = text.passage.arranged(sentences)
  }

  /// A recording, or a chapter of one, as an exercise.
  ///
  /// - Parameters:
  ///   - phrases: those of the whole recording in order.
  ///   - order: the order in which they are heard; `nil` for that one.
  /// - Returns: `nil` if none of them begins in the chapter, or the turns of one take too long for a timeline.
  init?(
    _ recording: RecordingContent, _ timeline: Timeline, _ phrases: [Phrase], _ plan: StudyPlan,
    _ order: PhraseOrder?, voice: VoiceConfiguration
  ) {
    settings = plan.exercise
    translations = timeline.hasCues ? plan.translations : .none
    let rate = timeline.sampleRate
    let part = recording.part
    let own = phrases.filter { phrase in
      let first = Frame(microseconds: phrase.start, at: rate)
      return first >= part.first && part.end.map { first < $0 } ?? true
    }
    let exercise = Exercise(own, settings, at: rate, order: order?.indices(of: own.count))
    guard !own.isEmpty, own.indices.allSatisfy({ exercise.length(at: $0) <= Self.longest }) else { return nil }
    original = .recording(recording)
    originalTimeline = timeline
    self.voice = voice
    self.exercise = exercise
    wholePhrases = phrases
    isRecordedOrder = order == nil
    passage = Passage(voice: voice)
    takeText()
  }

  /// The most frames of the turns of one phrase: the timeline's table holds no more.
  private static let longest = Frame(Int32.max)

  /// The recording; `nil` for a text.
  var recording: RecordingContent? { if case .recording(let recording) = original { recording } else { nil } }

  // MARK: Answers

  var isHeardInTurns: Bool { true }
  var hasText: Bool { original.own.hasText }
  var isTextKept: Bool { original.own.isTextKept }
  var countsInTime: Bool { original.own.countsInTime }
  var isMeasured: Bool { original.own.isMeasured || (recording != nil && translations != .none) }
  var isLive: Bool { original.own.isLive }
  var complaint: String { original.own.complaint }
  var timeBefore: Microseconds { original.own.timeBefore }
  var level: Float { original.own.level }
  func watchSound(_ body: (@Core () -> Void)?) { original.own.watchSound(body) }
  func frameFormat(speechAt rate: SampleRate) -> FrameFormat { original.own.frameFormat(speechAt: rate) }
  func frames(ofSpeech frames: Frame, at rate: SampleRate) -> Frame {
    guard exercise != nil else { return original.own.frames(ofSpeech: frames, at: rate) }
    return FrameGrid(from: rate.hertz, to: originalTimeline.sampleRate.hertz, at: 0, source: 0).count(of: frames)
  }

  func conversion(ofSpeechAt rate: SampleRate) -> PartSpeech? {
    guard exercise != nil else { return original.own.conversion(ofSpeechAt: rate) }
    return PartSpeech(from: rate, to: frameFormat(speechAt: rate))
  }

  /// A translation of a phrase is spoken, beside the sentences of a text.
  func isSpoken(_ sentence: Int) -> Bool { exercise == nil || hasTranslation(sentence) }

  /// True if the text beside a recording has a translation of a phrase.
  private func hasTranslation(_ sentence: Int) -> Bool { translations != .none && translated.contains(sentence) }

  func sound(of sentence: Int) -> SentenceSound {
    guard let exercise, let sound = recording?.source, exercise.order.indices.contains(sentence) else { return .made }
    let source = exercise.source(at: sentence)
    return .part(sound, RecordingPart(title: "", first: source.lowerBound, end: source.upperBound))
  }

  // MARK: Turns

  func turns(of sentence: Int, spoken frames: Frame?) -> PhraseTurns? {
    if let exercise {
      guard exercise.order.indices.contains(sentence) else { return nil }
      let turns = exercise.turns(at: sentence)
      return hasTranslation(sentence) ? turns.with(translation(frames)) : turns
    }
    return frames.map { turns(ofSpeech: $0, sentence) } ?? PhraseTurns(endless: settings(of: sentence))
  }

  /// - Parameter frames: those of its sound; `nil` while that is being made.
  private func translation(_ frames: Frame?) -> PhraseTurns.Translation {
    PhraseTurns.Translation(frames: frames, gap: translationGap, isFirst: translations == .before)
  }

  private var translationGap: Frame { Frame(microseconds: Self.silence, at: originalTimeline.sampleRate) }

  func turns(of sentence: Int, in timeline: Timeline) -> PhraseTurns? {
    if let exercise, hasTranslation(sentence), sentence < min(exercise.order.count, timeline.sentenceCount) {
      let all = timeline.speech(of: sentence) ?? timeline.estimatedSpeech(of: sentence)
      return turns(of: sentence, spoken: max(0, all - exercise.length(at: sentence) - translationGap))
    }
    guard exercise == nil, sentence < timeline.sentenceCount, let length = timeline.speech(of: sentence) else {
      return turns(of: sentence, spoken: nil)
    }
    return turns(ofSpeech: speech(in: length, sentence), sentence)
  }

  /// The turns of a spoken sentence, all of which is voice.
  private func turns(ofSpeech frames: Frame, _ sentence: Int) -> PhraseTurns {
    PhraseTurns(source: frames, voiced: frames, settings(of: sentence), at: originalTimeline.sampleRate)
  }

  func length(ofSound frames: Frame, of sentence: Int) -> Frame {
    guard exercise != nil else { return min(turns(ofSpeech: frames, sentence).length, Self.longest) }
    guard hasTranslation(sentence) else { return frames }
    return min(turns(of: sentence, spoken: frames)?.length ?? frames, Self.longest)
  }

  /// The frames of a spoken sentence whose turns take so long.
  private func speech(in length: Frame, _ sentence: Int) -> Frame {
    // The turns of a longer sentence take longer.
    var (low, high) = (Frame(0), length * 4 + 1)
    while low + 1 < high {
      let middle = (low + high) / 2
      if turns(ofSpeech: middle, sentence).length <= length { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: Translations

  /// A little silence divides a translation from the next phrase.
  private static let silence: Microseconds = 500_000

  /// A translation is heard once.
  private static let translation: ExerciseSettings = {
    var settings = ExerciseSettings()
    settings.gap = .time(silence)
    return settings
  }()

  /// True if a sentence of a text is the translation of others.
  package func isTranslation(_ sentence: Int) -> Bool {
    exercise == nil && translations != .none && sentence < passage.sentenceCount
      && passage.voice(of: sentence).voice != voice.voice
  }

  /// True if a sentence belongs to the one before it, so that no step leads to it.
  func isWithPrevious(_ sentence: Int) -> Bool { exercise == nil && isWithPrevious(sentence, in: passage) }

  private func isWithPrevious(_ sentence: Int, in passage: Passage) -> Bool {
    func isOther(_ sentence: Int) -> Bool { passage.voice(of: sentence).voice != voice.voice }
    switch translations {
    case .none: return false
    case .after: return sentence > 0 && isOther(sentence)
    case .before: return sentence > 0 && isOther(sentence - 1) && !isOther(sentence)
    }
  }

  private func settings(of sentence: Int) -> ExerciseSettings {
    isTranslation(sentence) ? Self.translation : settings
  }

  // MARK: Orders

  /// True if the phrases are heard in the order of what is studied.
  package var isInOrder: Bool { exercise == nil ? arrangement == nil : isRecordedOrder }

  /// True if its phrases were put into an order.
  var isArranged: Bool { exercise != nil || arrangement != nil }

  /// The number of phrases that an order arranges: a sentence with what belongs to it is one.
  var unitCount: Int { exercise?.order.count ?? units.count }

  /// The index of the phrase at a place of the timeline, in the order of what is studied.
  func unit(at place: Int) -> Int? {
    if let exercise { return exercise.order.indices.contains(place) ? exercise.order[place] : nil }
    let sentence = originalSentence(at: place)
    return units.firstIndex { $0.contains(sentence) }
  }

  /// The sentences of a text, each with the pieces that continue it and with its translation.
  private var units: [Range<Int>] {
    guard case .text(let text) = original else { return [] }
    var units: [Range<Int>] = []
    for sentence in 0..<text.passage.sentenceCount {
      let isWith = sentence > 0 && (text.passage.continues(sentence - 1) || isWithPrevious(sentence, in: text.passage))
      if isWith, let last = units.popLast() {
        units.append(last.lowerBound..<sentence + 1)
      } else {
        units.append(sentence..<sentence + 1)
      }
    }
    return units
  }

  /// The sentence of a text that stands at a place of the timeline.
  func originalSentence(at place: Int) -> Int { arrangement?.sentence(at: place) ?? place }

  /// The place of the timeline at which a sentence of a text stands.
  func place(ofSentence sentence: Int) -> Int { arrangement?.place(of: sentence) ?? sentence }

  // MARK: Reading a text in

  func take(
    _ sentence: SentenceRecord, _ voice: VoiceConfiguration, _ choice: VoiceChoice?, into timeline: inout Timeline
  ) {
    original.own.take(sentence, voice, choice, into: &originalTimeline)
    if exercise == nil { append(originalTimeline.sentenceCount - 1, to: &timeline) }
  }

  func takeRest(_ voice: VoiceConfiguration, into timeline: inout Timeline) {
    original.own.takeRest(voice, into: &originalTimeline)
  }

  /// Nothing follows what is studied, or another chapter like a paragraph.
  func completeOriginal(goesOn: Bool) {
    originalTimeline.complete(trailingDelay: goesOn ? originalTimeline.gaps.paragraph : nil)
  }

  /// The timeline of the exercise, as far as its phrases are known.
  func layOut() -> Timeline {
    let gaps = originalTimeline.gaps
    let rate = originalTimeline.sampleRate
    var timeline = Timeline(
      gaps: Timeline.Gaps(leadingDelay: gaps.leadingDelay, trailingDelay: gaps.trailingDelay), sampleRate: rate,
      assumedFramesPerScalar: max(1, Double(rate.hertz) / Self.scalarsPerSecond))
    if let exercise {
      for place in exercise.order.indices {
        guard hasTranslation(place) else {
          timeline.append(scalars: 1, endsParagraph: true)
          timeline.setSpeech(exercise.length(at: place), of: place)
          continue
        }
        // The translation takes as long as its letters, until it is measured.
        let frames = exercise.length(at: place) + translationGap
        let letters = Double(frames) / Double(rate.hertz) * Self.scalarsPerSecond
        timeline.append(
          scalars: Int(letters) + passage.span(of: place).scalars.count, endsParagraph: true)
      }
    } else {
      for place in 0..<originalTimeline.sentenceCount { append(place, to: &timeline) }
    }
    if originalTimeline.isComplete { timeline.complete() }
    return timeline
  }

  /// The letters that are spoken in a second, for the estimates of sentences that nobody has measured.
  private static let scalarsPerSecond = 15.0

  private func append(_ place: Int, to timeline: inout Timeline) {
    let sentence = originalSentence(at: place)
    // An estimate is entered as the letters that would take as long.
    let estimate = length(ofSound: originalTimeline.estimatedSpeech(of: sentence), of: place)
    let letters = Double(estimate) / Double(timeline.sampleRate.hertz) * Self.scalarsPerSecond
    timeline.append(scalars: Int(letters), endsParagraph: originalTimeline.endsParagraph(sentence))
    if let frames = originalTimeline.speech(of: sentence) {
      timeline.setSpeech(length(ofSound: frames, of: place), of: place)
    }
  }

  /// The timeline of the original with all lengths that became known meanwhile.
  func restored(from timeline: Timeline) -> Timeline {
    guard exercise == nil else { return originalTimeline }
    var original = originalTimeline
    for place in 0..<min(original.sentenceCount, timeline.sentenceCount) {
      let sentence = originalSentence(at: place)
      if original.speech(of: sentence) == nil, let length = timeline.speech(of: place) {
        original.setSpeech(speech(in: length, place), of: sentence)
      }
    }
    return original
  }

  // MARK: The text of a recording's phrases

  /// True if the text beside the recording is spoken. Another text is that of another exercise then.
  var speaksText: Bool { exercise != nil && translations != .none }

  /// The translations by the places of their phrases.
  var spokenTexts: [Int: [UInt8]] {
    guard speaksText else { return [:] }
    return Dictionary(uniqueKeysWithValues: translated.map { ($0, passage.text(of: $0)) })
  }

  /// The text beside the recording has come, or was given up.
  func takeText() {
    guard let recording, let exercise else { return }
    let texts = PhraseTexts(recording, originalTimeline, exercise, voice)
    (passage, translated) = (texts.passage, texts.owners)
  }
}
