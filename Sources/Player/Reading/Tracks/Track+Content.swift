import Documents
import EventLoop
import Playback
package import Speech
import Study
import Vocabulary

// The questions that every content of a track answers, whatever its kind.
extension Track {
  /// The content as a recording; `nil` for others.
  package var recording: RecordingContent? {
    switch content {
    case .recording(let recording): recording
    case .exercise(let exercise): exercise.recording
    case .text, .parts: nil
    }
  }

  /// The content as a text, studied or not; `nil` for others.
  var spokenText: TextContent? {
    switch content {
    case .text(let text): text
    case .exercise(let exercise): if case .text(let text) = exercise.original { text } else { nil }
    case .recording, .parts: nil
    }
  }

  /// The content as texts and clips; `nil` for others.
  package var parts: PartsContent? { if case .parts(let parts) = content { parts } else { nil } }

  /// True for a recording, also while its file has not been opened in this run.
  package var isRecording: Bool { recording != nil }

  // MARK: Its text

  /// The text that is spoken, or shown beside the sound.
  package var passage: Passage { content.own.passage }

  /// The text, as far as it was read.
  package var text: SpokenText { passage.text }

  /// True if the track has a text: it is one, or there is one beside the recording.
  package var hasText: Bool { content.own.hasText }

  /// True if the sentences of a recording have times of their own.
  package var hasTimedText: Bool { timeline.hasCues }

  /// True if a place in it is kept as a time of its whole recording; false for a scalar of its text.
  package var countsInTime: Bool { content.own.countsInTime }

  /// True if the times of its sentences are unknown: a recording without a text, or with one that tells no times.
  package var isUntimed: Bool { countsInTime && !hasTimedText && !content.own.isHeardInTurns }

  /// The number of sentences that were read so far.
  package var sentenceCount: Int { passage.sentenceCount }

  /// The span of a sentence in the original text.
  package func span(of sentence: Int) -> TextSpan { passage.span(of: sentence) }

  /// The UTF-8 text of a sentence.
  package func text(of sentence: Int) -> [UInt8] { passage.text(of: sentence) }

  /// The voice of a sentence.
  package func voice(of sentence: Int) -> VoiceConfiguration { passage.voice(of: sentence) }

  /// The parts of sentences that other voices speak.
  package var spans: TextRunTable { passage.spans }

  // MARK: Its sound

  /// The format of its sound.
  var frameFormat: FrameFormat { content.own.frameFormat(speechAt: speechRate) }

  /// The frames that a sentence takes in this track, from its frames at the rate of speech.
  func frames(ofSpeech frames: Frame) -> Frame { content.own.frames(ofSpeech: frames, at: speechRate) }

  /// The number of sentences from one on that should be made ahead: one, or as many as have so much sound together.
  func sentencesAhead(of sentence: Int, sound: Microseconds) -> Int {
    let enough = Frame(microseconds: max(sound, content.own.soundAhead), at: timeline.sampleRate)
    var (count, frames) = (0, Frame(0))
    while sentence + count < sentenceCount, count == 0 || frames < enough && count < Self.mostAhead {
      frames += timeline.estimatedSpeech(of: sentence + count)
      count += 1
    }
    return count
  }

  /// The most sentences that are made ahead; their sound is kept in memory.
  private static var mostAhead: Int { 8 }

  /// The exact length of a sentence's speech, `nil` while it is unknown. Another target that asks the ``timeline``
  /// copies it as a whole.
  package func speech(of sentence: Int) -> Frame? {
    guard let length = timeline.speech(of: sentence) else { return nil }
    return content.own.turns(of: sentence, in: timeline)?.spoken ?? length
  }

  /// True if another track continues the sound of this one without anything between them.
  func goesOn(in next: Track) -> Bool {
    guard let recording, let following = next.recording, recording.goesOn(in: following), next !== self,
      exercise == nil, next.exercise == nil
    else { return false }
    return timeline.gaps.trailingDelay == 0 && next.timeline.gaps.leadingDelay == 0 && gain == next.gain
      && blockage == nil
  }

  // MARK: Its length

  /// True if all text of it has arrived.
  var isWhole: Bool { reading == .complete || reading == .brokenOff }

  /// True while the length of the text is open.
  var isEndless: Bool { content.own.isLive && reading == .going }

  // MARK: The text beside a recording

  /// Takes a text beside it, with the times of its sentences in the whole recording.
  func take(text: Passage, _ times: [SentenceTime]) {
    changeOriginal { recording, timeline in recording.take(text: text, times, into: &timeline) }
  }

  /// Gives that text up.
  func dropText() { changeOriginal { recording, timeline in recording.dropText(from: &timeline) } }

  /// The length of the recording is known better.
  func noteRecordedLength() { changeOriginal { recording, timeline in recording.noteLength(in: &timeline) } }

  /// Changes the timeline of the recording itself, studied or not.
  private func changeOriginal(_ change: (RecordingContent, inout Timeline) -> Void) {
    guard let recording else { return }
    guard let exercise else { return change(recording, &timeline) }
    change(recording, &exercise.originalTimeline)
    if !exercise.speaksText { exercise.takeText() }
  }

  /// Enters the exact length of a sentence's sound.
  package func setSound(_ frames: Frame, of sentence: Int) {
    timeline.setSpeech(content.own.length(ofSound: frames, of: sentence), of: sentence)
  }

  /// Enters a better estimate of the length of a sentence's sound.
  package func estimateSound(_ frames: Frame, of sentence: Int) {
    timeline.estimate(content.own.length(ofSound: frames, of: sentence), of: sentence)
  }
}
