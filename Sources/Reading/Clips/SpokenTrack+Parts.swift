import Documents
import Playback
package import Speech

// A track of texts and clips: each clip is a sentence whose sound its file has, and nothing is between two parts.
extension SpokenTrack {
  /// True if it is an utterance of texts and clips.
  package var isParted: Bool { parts != nil }

  /// Makes the track, which has no sentences yet, one of parts.
  package func divide(into parts: UtteranceParts) {
    self.parts = parts
    let rate = SampleRate(hertz: FrameFormat.parts.sampleRate)
    timeline = Timeline(
      gaps: Timeline.Gaps(silences, at: rate), sampleRate: rate,
      assumedFramesPerScalar: Self.assumedFramesPerScalar(of: voice, at: rate))
  }

  /// The part that begins with a sentence; `nil` if none does.
  package func part(beginningWith sentence: Int) -> Int? { partStarts.first { $0.sentence == sentence }?.part }

  /// The part that a sentence belongs to; `nil` in a track without parts.
  package func part(of sentence: Int) -> Int? { partStarts.last { $0.sentence <= sentence }?.part }

  /// The clip that is heard in place of a sentence; `nil` for a sentence that is spoken.
  func clip(of sentence: Int) -> Clip? {
    guard let parts, let start = partStarts.last(where: { $0.sentence <= sentence }) else { return nil }
    return parts.parts[start.part].clip
  }

  /// The length of a part in frames; `nil` while it is not exact.
  package func frames(ofPart part: Int) -> Frame? {
    guard let index = partStarts.firstIndex(where: { $0.part == part }) else { return nil }
    let isLast = index + 1 == partStarts.count
    guard !isLast || timeline.isComplete else { return nil }
    let (first, end) = (partStarts[index].sentence, isLast ? sentenceCount : partStarts[index + 1].sentence)
    guard (first..<end).allSatisfy({ timeline.speech(of: $0) != nil }) else { return nil }
    return timeline.start(of: end) - timeline.start(of: first)
  }

  /// Takes up what the reader found in the whole text: the sentences of texts, with the clips before them.
  func takeUp(_ sentence: SentenceRecord, _ append: (SentenceRecord) -> Void) {
    guard let parts else { return append(sentence) }
    let start = sentence.span.utf8.lowerBound
    while nextPart < parts.parts.count, parts.parts[nextPart].span.utf8.lowerBound <= start {
      begin(parts.parts[nextPart], append)
    }
    // The reader finds a sentence in the name of a clip.
    guard nextPart > 0, parts.parts[nextPart - 1].clip == nil else { return }
    if let waiting = waitingPart {
      waitingPart = nil
      join(waiting)
    }
    append(sentence)
  }

  /// Takes up the clips after the last text.
  func takeUpRest(_ append: (SentenceRecord) -> Void) {
    guard let parts else { return }
    while nextPart < parts.parts.count { begin(parts.parts[nextPart], append) }
  }

  private func begin(_ part: UtteranceParts.Part, _ append: (SentenceRecord) -> Void) {
    defer { nextPart += 1 }
    // A text that has nothing to be spoken has no sentences.
    waitingPart = part.clip == nil ? nextPart : nil
    guard let clip = part.clip else { return }
    join(nextPart)
    let sentence = sentenceCount
    append(SentenceRecord(span: part.span, flags: .endsParagraph))
    timeline.setSpeech(clip.frames, of: sentence)
  }

  /// The next sentence begins a part, directly after the sound before it.
  private func join(_ part: Int) {
    if sentenceCount > 0 { timeline.join(after: sentenceCount - 1) }
    partStarts.append((sentenceCount, part))
  }

  /// The frames that a sentence takes in this track, from its frames at the rate of speech.
  func frames(ofSpeech frames: Frame) -> Frame {
    guard isParted else { return frames }
    return FrameGrid(from: speechRate.hertz, to: FrameFormat.parts.sampleRate, at: 0, source: 0).count(of: frames)
  }

  /// The sentences from one on that should be made ahead. Parts may be as short as a word.
  func sentencesAhead(of sentence: Int) -> Int {
    guard isParted else { return min(1, max(0, sentenceCount - sentence)) }
    let enough = Frame(timeline.sampleRate.hertz) * 2
    var (count, frames) = (0, Frame(0))
    while sentence + count < sentenceCount, count < 4, frames < enough {
      frames += timeline.estimatedSpeech(of: sentence + count)
      count += 1
    }
    return count
  }

  /// The form for the store.
  var keptParts: [KeptPart] {
    (parts?.parts ?? []).map { KeptPart(span: $0.span, clip: $0.clip?.kept) }
  }
}

extension Session {
  /// The number of clips in the queue whose files are open.
  package var openClips: Int {
    player.ids.reduce(0) { count, id in
      count + (track(id)?.parts?.clips.count { $0.file != nil } ?? 0)
    }
  }
}
