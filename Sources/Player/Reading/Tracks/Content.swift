import Documents
package import EventLoop
import Recordings
import Speech
import Study
import Vocabulary

/// The kind of what a track lets hear. Everything that means something for one kind only is in the kind's own object.
@Core
package enum Content {
  /// A text that is spoken.
  case text(TextContent)
  /// A recording, or a chapter of one.
  case recording(RecordingContent)
  /// Texts and clips in turn.
  case parts(PartsContent)
  /// A text or a recording whose phrases are studied.
  case exercise(ExerciseContent)

  /// The answers to what is asked of every kind.
  var own: any TrackContent {
    switch self {
    case .text(let text): text
    case .recording(let recording): recording
    case .parts(let parts): parts
    case .exercise(let exercise): exercise
    }
  }
}

/// The sound of a sentence.
enum SentenceSound {
  /// It is made when it is wanted: spoken, or that of a clip.
  case made
  /// It is a part of an open recording.
  case part(RecordedSound, RecordingPart)
}

/// The questions that the session and its parts ask every content. The sentences are those of its ``passage``; the
/// timeline is the track's, which hands it over for changes.
@Core
protocol TrackContent: AnyObject {
  /// The text that is spoken, or that is shown beside the sound.
  var passage: Passage { get }
  /// True if ``passage`` is a text, and no stand-in for a sound without one.
  var hasText: Bool { get }
  /// True if all of its text is in memory; false if it stays in its file.
  var isTextKept: Bool { get }
  /// True if a place in it is kept as a time, in milliseconds of the whole recording; false for a scalar of the text.
  var countsInTime: Bool { get }
  /// True if the engine can find out the lengths of its sentences.
  var isMeasured: Bool { get }
  /// True while its writer may add text, so that it has no end.
  var isLive: Bool { get }
  /// A reason why not all of it is there, which the listener has to know when it begins; empty if there is none.
  var complaint: String { get }
  /// True if not even an estimate of its length is known.
  var isOfUnknownLength: Bool { get }
  /// The time of the whole recording before the track; 0 for a text.
  var timeBefore: Microseconds { get }

  /// The sound of a sentence, as it is fed.
  func sound(of sentence: Int) -> SentenceSound
  /// True if speech is made for a sentence: it is spoken, or a translation of it is.
  func isSpoken(_ sentence: Int) -> Bool
  /// The recording that runs through all of it, whatever sentences are shown beside; it is fed as one sentence. `nil`
  /// if each sentence has a sound of its own.
  var run: (sound: RecordedSound, part: RecordingPart)? { get }
  /// The frame of the sound with which it begins; 0 for sentences, which have no sound before them.
  var firstFrame: Frame { get }
  /// The factor that levels it with speech.
  var level: Float { get }
  /// Calls `body` when more of a sound that runs through has come; `nil`: nothing any more.
  func watchSound(_ body: (@Core () -> Void)?)
  /// True if sentences are heard several times; see ``ExerciseContent``.
  var isHeardInTurns: Bool { get }
  /// The turns in which a sentence is heard; `nil` if it is heard once.
  ///
  /// - Parameter frames: those of its speech, if they are known and it is spoken.
  func turns(of sentence: Int, spoken frames: Frame?) -> PhraseTurns?
  /// The same, as far as its length is in the timeline of the track.
  func turns(of sentence: Int, in timeline: Timeline) -> PhraseTurns?
  /// The frames that a sentence takes in the timeline, from those of its sound.
  func length(ofSound frames: Frame, of sentence: Int) -> Frame
  /// The time in the whole recording of what is heard at a time of the track.
  func recordedTime(at time: Microseconds, in timeline: Timeline) -> Microseconds
  /// The time of the track at which a time of the whole recording is heard first.
  func time(ofRecorded time: Microseconds, in timeline: Timeline) -> Microseconds
  /// The format of its frames.
  ///
  /// - Parameter rate: the samples a second of speech.
  func frameFormat(speechAt rate: SampleRate) -> FrameFormat
  /// The frames that a spoken sentence takes here, from its frames at a rate of speech.
  func frames(ofSpeech frames: Frame, at rate: SampleRate) -> Frame
  /// Turns speech into the frames of the content; `nil` if these are the same.
  func conversion(ofSpeechAt rate: SampleRate) -> PartSpeech?
  /// The clip that is heard in place of a sentence; `nil` for a sentence that is spoken.
  func clip(of sentence: Int) -> Clip?
  /// The sound that should be ready behind a sentence, whatever the engine is. One sentence is in any case.
  var soundAhead: Microseconds { get }

  /// Takes up the next sentence that the reader has found.
  func take(
    _ sentence: SentenceRecord, _ voice: VoiceConfiguration, _ choice: VoiceChoice?, into timeline: inout Timeline)
  /// Takes up what follows the last sentence.
  func takeRest(_ voice: VoiceConfiguration, into timeline: inout Timeline)
}

// A spoken text is the usual content.
extension TrackContent {
  var hasText: Bool { true }
  var isTextKept: Bool { true }
  var countsInTime: Bool { false }
  var isMeasured: Bool { true }
  var isLive: Bool { false }
  var complaint: String { "" }
  var isOfUnknownLength: Bool { false }
  var timeBefore: Microseconds { 0 }

  func sound(of sentence: Int) -> SentenceSound { .made }
  func isSpoken(_ sentence: Int) -> Bool { if case .made = sound(of: sentence) { true } else { false } }
  var run: (sound: RecordedSound, part: RecordingPart)? { nil }
  var firstFrame: Frame { 0 }
  var level: Float { 1 }
  func watchSound(_ body: (@Core () -> Void)?) {}
  var isHeardInTurns: Bool { false }
  func turns(of sentence: Int, spoken frames: Frame?) -> PhraseTurns? { nil }
  func turns(of sentence: Int, in timeline: Timeline) -> PhraseTurns? { nil }
  func length(ofSound frames: Frame, of sentence: Int) -> Frame { frames }
  func recordedTime(at time: Microseconds, in timeline: Timeline) -> Microseconds { timeBefore + time }
  func time(ofRecorded time: Microseconds, in timeline: Timeline) -> Microseconds { max(0, time - timeBefore) }
  func frameFormat(speechAt rate: SampleRate) -> FrameFormat {
    FrameFormat(sampleRate: rate.hertz, channels: 1)
  }
  func frames(ofSpeech frames: Frame, at rate: SampleRate) -> Frame { frames }
  func conversion(ofSpeechAt rate: SampleRate) -> PartSpeech? { nil }
  func clip(of sentence: Int) -> Clip? { nil }
  var soundAhead: Microseconds { 0 }

  func take(
    _ sentence: SentenceRecord, _ voice: VoiceConfiguration, _ choice: VoiceChoice?, into timeline: inout Timeline
  ) {
    add(sentence, voice, choice, to: &timeline)
  }
  func takeRest(_ voice: VoiceConfiguration, into timeline: inout Timeline) {}

  /// Adds a sentence to the text and to the timeline.
  func add(
    _ sentence: SentenceRecord, _ voice: VoiceConfiguration, _ choice: VoiceChoice?, to timeline: inout Timeline
  ) {
    passage.append(sentence, voice, choice)
    timeline.append(scalars: sentence.span.scalars.count, endsParagraph: sentence.flags.contains(.endsParagraph))
  }
}
