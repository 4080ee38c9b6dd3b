import Documents
package import EventLoop
import Playback
package import Speech
import Vocabulary

/// An utterance of texts and clips: each clip is a sentence whose sound its file has, and nothing is between two parts.
@Core
package final class PartsContent: TrackContent {
  /// The text of all parts, with the sentences of texts and one for each clip.
  package let passage: Passage
  /// The parts in order.
  package let parts: UtteranceParts
  /// The parts that have begun, each with its first sentence.
  private var starts: [(sentence: Int, part: Int)] = []
  /// The part that begins next.
  private var next = 0
  /// The text whose first sentence has not come yet.
  private var waiting: Int?

  /// - Parameter passage: without sentences yet.
  init(_ parts: UtteranceParts, _ passage: Passage) {
    self.parts = parts
    self.passage = passage
  }

  /// The part that begins with a sentence; `nil` if none does.
  package func part(beginningWith sentence: Int) -> Int? { starts.first { $0.sentence == sentence }?.part }

  /// The part that a sentence belongs to; `nil` before the first one.
  package func part(of sentence: Int) -> Int? { starts.last { $0.sentence <= sentence }?.part }

  /// The length of a part in frames of the track's timeline; `nil` while it is not exact.
  package func frames(ofPart part: Int, in timeline: Timeline) -> Frame? {
    guard let index = starts.firstIndex(where: { $0.part == part }) else { return nil }
    let isLast = index + 1 == starts.count
    guard !isLast || timeline.isComplete else { return nil }
    let (first, end) = (starts[index].sentence, isLast ? passage.sentenceCount : starts[index + 1].sentence)
    guard (first..<end).allSatisfy({ timeline.speech(of: $0) != nil }) else { return nil }
    return timeline.start(of: end) - timeline.start(of: first)
  }

  /// The form for the store.
  var kept: [KeptPart] { parts.parts.map { KeptPart(span: $0.span, clip: $0.clip?.kept) } }

  // MARK: Sound

  func frameFormat(speechAt rate: SampleRate) -> FrameFormat { .parts }

  func clip(of sentence: Int) -> Clip? { part(of: sentence).flatMap { parts.parts[$0].clip } }

  func frames(ofSpeech frames: Frame, at rate: SampleRate) -> Frame {
    FrameGrid(from: rate.hertz, to: FrameFormat.parts.sampleRate, at: 0, source: 0).count(of: frames)
  }

  func conversion(ofSpeechAt rate: SampleRate) -> PartSpeech? { PartSpeech(from: rate) }

  /// Parts may be as short as a word.
  var soundAhead: Microseconds { 2_000_000 }

  // MARK: Reading it in

  /// Takes up what the reader found in the whole text: the sentences of texts, with the clips before them.
  func take(
    _ sentence: SentenceRecord, _ voice: VoiceConfiguration, _ choice: VoiceChoice?, into timeline: inout Timeline
  ) {
    let start = sentence.span.utf8.lowerBound
    while next < parts.parts.count, parts.parts[next].span.utf8.lowerBound <= start {
      begin(parts.parts[next], voice, into: &timeline)
    }
    // The reader finds a sentence in the name of a clip.
    guard next > 0, parts.parts[next - 1].clip == nil else { return }
    if let waiting {
      self.waiting = nil
      join(waiting, in: &timeline)
    }
    add(sentence, voice, choice, to: &timeline)
  }

  /// Takes up the clips after the last text.
  func takeRest(_ voice: VoiceConfiguration, into timeline: inout Timeline) {
    while next < parts.parts.count { begin(parts.parts[next], voice, into: &timeline) }
  }

  private func begin(_ part: UtteranceParts.Part, _ voice: VoiceConfiguration, into timeline: inout Timeline) {
    defer { next += 1 }
    // A text that has nothing to be spoken has no sentences.
    waiting = part.clip == nil ? next : nil
    guard let clip = part.clip else { return }
    join(next, in: &timeline)
    let sentence = passage.sentenceCount
    add(SentenceRecord(span: part.span, flags: .endsParagraph), voice, nil, to: &timeline)
    timeline.setSpeech(clip.frames, of: sentence)
  }

  /// The next sentence begins a part, directly after the sound before it.
  private func join(_ part: Int, in timeline: inout Timeline) {
    if passage.sentenceCount > 0 { timeline.join(after: passage.sentenceCount - 1) }
    starts.append((passage.sentenceCount, part))
  }
}
