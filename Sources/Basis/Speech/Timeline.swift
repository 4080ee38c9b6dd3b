/// The position of each sentence of a track in media time.
///
/// A track is a leading delay, then each sentence followed by its gap, then a trailing delay. A sentence's length is an
/// estimate from the length of its text until it has been synthesised or measured, and exact from then on. Gaps and
/// delays are exact from the start. The last sentence has no gap; the trailing delay follows it.
///
/// A text on a clock of its own has longer silences: each sentence begins at its time, or when the one before it ends.
///
/// A recording has the length that its file tells, exactly or as an estimate. It is one long sentence, or has those of
/// a text beside it, each at its own time. In an utterance of texts and clips each clip is a sentence, and the parts
/// are joined: no silence is between them.
public struct Timeline: Equatable, Sendable {
  /// A place in the track: the element there, and the frames since that element's start.
  public enum Place: Equatable, Sendable {
    /// Before the first sentence.
    case leadingDelay(offset: Frame)
    /// Inside the speech of a sentence.
    case sentence(Int, offset: Frame)
    /// The silence after a sentence.
    case gap(after: Int, offset: Frame)
    /// After the last sentence.
    case trailingDelay(offset: Frame)
    /// At or after the last frame.
    case end
  }

  /// The rate that the frames of this track are counted at.
  public let sampleRate: SampleRate
  /// The silences of this track.
  public private(set) var gaps: Gaps
  /// True if all sentences are in the table.
  public private(set) var isComplete = false

  /// Sentences per block of sums. A text may have millions of sentences, and a sum for each would take twice the memory
  /// of the table.
  private static let blockSize = 32
  private static let gapBits: UInt32 = 2
  private static let endsParagraph: UInt32 = 1
  private static let isJoined: UInt32 = 2

  // For each sentence: its speech frames (-1 while unknown), and its text length with the kind of gap in the lowest
  // bits.
  private var speech = PieceList<Int32>()
  private var texts = PieceList<UInt32>()
  /// For each block: gaps, and speech that is known.
  private var knownFrames = PrefixSums()
  /// For each block: text lengths of the sentences whose speech is unknown.
  private var unknownWeight = PrefixSums()
  private var measuredFrames: Int64 = 0
  private var measuredWeight: Int64 = 0
  private var unknownCount = 0
  /// Speech frames per scalar of an unmeasured text: at first an assumption, then the average of the sentences that
  /// were measured before the last ``recalibrate()``. Only that call changes it, so that positions do not move by
  /// themselves.
  private var framesPerScalar: Double
  /// The times of a recording, which has nothing in the tables; `nil` for a text.
  private var recorded: RecordedTimes?
  /// The times of a text that is spoken on a clock of its own; `nil` for all others.
  private var clock: ClockTimes?
  /// True with ``clock``, also while that is being changed.
  private var isOnClock = false

  /// - Parameter assumedFramesPerScalar: speech frames per scalar until a sentence is measured, > 0.
  public init(gaps: Gaps, sampleRate: SampleRate = .usual, assumedFramesPerScalar: Double) {
    precondition(assumedFramesPerScalar > 0, "speech takes time")
    precondition(
      min(gaps.leadingDelay, gaps.trailingDelay, gaps.sentence, gaps.paragraph) >= 0, "a silence of negative length")
    self.gaps = gaps
    self.sampleRate = sampleRate
    framesPerScalar = assumedFramesPerScalar
  }

  /// The timeline of a recording.
  ///
  /// - Parameters:
  ///   - gaps: only the delays count.
  ///   - frames: the length of the recording.
  ///   - isExact: false for an estimate.
  public init(gaps: Gaps, recording frames: Frame, isExact: Bool, sampleRate: SampleRate) {
    self.init(
      gaps: Gaps(leadingDelay: gaps.leadingDelay, trailingDelay: gaps.trailingDelay), sampleRate: sampleRate,
      assumedFramesPerScalar: 1)
    recorded = RecordedTimes(frames: max(0, frames), isExact: isExact)
    complete()
  }

  /// The length of a recording is known better.
  public mutating func setRecording(_ frames: Frame, isExact: Bool) {
    precondition(recorded != nil, "a text has no recorded length")
    recorded?.frames = max(0, frames)
    recorded?.isExact = isExact
  }

  /// Gives a recording the sentences of a text, or takes them away.
  ///
  /// - Parameter cues: the time of each sentence in frames of the recording, in the order of their starts, which
  ///   differ; none: it is one sentence again.
  public mutating func setCues(_ cues: [Range<Frame>]) {
    precondition(recorded != nil, "the sentences of a text have their times from its speech")
    recorded?.set(cues)
  }

  /// The sentences from one on are spoken at times of their own, or as soon after them as those before them have ended.
  ///
  /// - Parameters:
  ///   - times: in frames from the end of the leading delay, for sentences that follow.
  ///   - sentence: the number of sentences before these.
  public mutating func expect(clock times: [Frame], from sentence: Int) {
    var clock = clock ?? ClockTimes()
    clock.expect(times, from: sentence)
    self.clock = clock
    isOnClock = true
  }

  /// True if the sentences have times of their own, so that silences say nothing about the text.
  public var hasOwnTimes: Bool { hasCues || clock != nil }

  /// The end of a sentence that begins at a frame, with the shortest silence after it.
  private func end(of sentence: Int, from start: Frame) -> Frame {
    start + estimatedSpeech(of: sentence) + gaps.sentence
  }

  private mutating func updateClock(after sentence: Int) {
    guard var clock else { return }
    self.clock = nil
    clock.update(after: sentence) { end(of: $0, from: $1) }
    self.clock = clock
  }

  /// True for a recording with a text beside it.
  public var hasCues: Bool { recorded?.hasText ?? false }

  /// The frame of a recording at a place, between its delays; `nil` in these delays, and for a text.
  public func recordedFrame(at place: Place) -> Frame? {
    guard let recorded else { return nil }
    let frame = frame(of: place) - gaps.leadingDelay
    return 0..<recorded.frames ~= frame ? frame : nil
  }

  /// The number of sentences in the table so far.
  public var sentenceCount: Int { recorded?.count ?? speech.count }

  /// True if every sentence is known and measured.
  public var isExact: Bool { isComplete && unknownCount == 0 && recorded?.isExact ?? true }

  /// Adds the next sentence, whose text is `scalars` long.
  public mutating func append(scalars: Int, endsParagraph ends: Bool) {
    precondition(!isComplete, "the timeline was complete")
    let weight = min(UInt32(clamping: max(1, scalars)), .max >> Self.gapBits)
    if speech.count % Self.blockSize == 0 {
      knownFrames.append(0)
      unknownWeight.append(0)
    }
    speech.append(-1)
    texts.append(weight << Self.gapBits | (ends ? Self.endsParagraph : 0))
    knownFrames.add(ends ? gaps.paragraph : gaps.sentence, at: knownFrames.count - 1)
    unknownWeight.add(Int64(weight), at: unknownWeight.count - 1)
    unknownCount += 1
    if let before = clock?.starts.last {
      let end = end(of: speech.count - 2, from: before)
      clock?.append(after: end)
    } else {
      clock?.append(after: 0)
    }
  }

  /// Joins a sentence to the next one: there is no silence between them, whatever ``gaps`` says.
  public mutating func join(after sentence: Int) {
    knownFrames.add(-gap(after: sentence), at: sentence / Self.blockSize)
    texts[sentence] |= Self.isJoined
  }

  /// True if the next sentence follows without a silence.
  public func isJoined(after sentence: Int) -> Bool { recorded == nil && texts[sentence] & Self.isJoined != 0 }

  /// Marks the table as complete: no sentence follows.
  ///
  /// - Parameter trailingDelay: the silence after the last sentence, instead of ``Gaps/trailingDelay``.
  public mutating func complete(trailingDelay: Frame? = nil) {
    guard !isComplete else { return }
    if let trailingDelay { gaps.trailingDelay = max(0, trailingDelay) }
    if speech.count > 0 { knownFrames.add(-gap(after: speech.count - 1), at: (speech.count - 1) / Self.blockSize) }
    isComplete = true
  }

  /// Enters a better estimate of an unmeasured sentence, as the number of letters that take as long.
  public mutating func estimate(_ frames: Frame, of sentence: Int) {
    guard recorded == nil, speech[sentence] < 0 else { return }
    let scalars = Int64(Double(max(0, min(frames, Gaps.longest))) / framesPerScalar + 0.5)
    let weight = min(max(1, scalars), Int64(UInt32.max >> Self.gapBits))
    unknownWeight.add(weight - self.weight(of: sentence), at: sentence / Self.blockSize)
    texts[sentence] = UInt32(weight) << Self.gapBits | texts[sentence] & (1 << Self.gapBits - 1)
    updateClock(after: sentence)
  }

  /// Enters the exact length of a sentence. A second call replaces it.
  public mutating func setSpeech(_ frames: Frame, of sentence: Int) {
    let frames = Int32(clamping: max(0, frames))
    let weight = weight(of: sentence)
    if speech[sentence] < 0 {
      unknownWeight.add(-weight, at: sentence / Self.blockSize)
      unknownCount -= 1
      measuredWeight += weight
    }
    let before = max(0, speech[sentence])
    knownFrames.add(Int64(frames) - Int64(before), at: sentence / Self.blockSize)
    measuredFrames += Int64(frames) - Int64(before)
    speech[sentence] = frames
    updateClock(after: sentence)
  }

  /// Derives the estimates from the sentences measured so far.
  public mutating func recalibrate() {
    guard measuredWeight >= 200 else { return }  // a few short sentences say little
    framesPerScalar = max(1, Double(measuredFrames) / Double(measuredWeight))
    guard var clock else { return }
    self.clock = nil
    clock.updateAll { end(of: $0, from: $1) }
    self.clock = clock
  }

  /// The exact speech frames of a sentence, `nil` while unknown.
  public func speech(of sentence: Int) -> Frame? {
    if let recorded { return recorded.isExact(sentence) ? Frame(recorded[sentence].count) : nil }
    return speech[sentence] < 0 ? nil : Frame(speech[sentence])
  }

  /// Speech frames of a sentence; an estimate if it is unmeasured.
  public func estimatedSpeech(of sentence: Int) -> Frame {
    if let recorded { return Frame(recorded[sentence].count) }
    if let exact = speech(of: sentence) { return exact }
    if isOnClock { return Frame(Double(weight(of: sentence)) * framesPerScalar) }
    // A difference of sums, so that rounding leaves no gap between two sentences.
    let before = sums(ofFirst: sentence).unknownWeight
    return frames(0, before + weight(of: sentence)) - frames(0, before)
  }

  /// The silence after a sentence; in a recording, the sound up to the next sentence.
  public func gap(after sentence: Int) -> Frame {
    if let recorded { return recorded[sentence + 1].lowerBound - recorded[sentence].upperBound }
    if isComplete && sentence == speech.count - 1 || isJoined(after: sentence) { return 0 }
    if let clock, sentence + 1 < speech.count {
      return clock.starts[sentence + 1] - clock.starts[sentence] - estimatedSpeech(of: sentence)
    }
    return endsParagraph(sentence) ? gaps.paragraph : gaps.sentence
  }

  /// True if a paragraph ends with this sentence.
  public func endsParagraph(_ sentence: Int) -> Bool { recorded != nil || texts[sentence] & Self.endsParagraph != 0 }

  /// The first unmeasured sentence at or after `sentence`; if there is none, the first one of the track.
  public func firstUnmeasured(from sentence: Int) -> Int? {
    guard unknownCount > 0 else { return nil }
    // Only unmeasured sentences add to this sum: the first one is at the place where the sum begins to grow.
    for begin in [min(max(0, sentence), speech.count), 0] {
      let before = sums(ofFirst: begin).unknownWeight
      let found = largestPrefix { $0.unknownWeight <= before }.count
      if found < speech.count { return found }
    }
    return nil
  }

  /// The media frame at which a sentence begins. For `sentenceCount` it is the end of the last sentence with its gap.
  public func start(of sentence: Int) -> Frame {
    if let recorded { return gaps.leadingDelay + recorded[sentence].lowerBound }
    if let clock {
      if sentence < speech.count { return gaps.leadingDelay + clock.starts[sentence] }
      guard let last = clock.starts.last else { return gaps.leadingDelay }
      return gaps.leadingDelay + last + estimatedSpeech(of: speech.count - 1) + gap(after: speech.count - 1)
    }
    return gaps.leadingDelay + frames(sums(ofFirst: sentence))
  }

  /// True if the start of a sentence is exact: every sentence before it is measured.
  public func isStartExact(of sentence: Int) -> Bool { firstUnmeasured(from: 0).map { $0 >= sentence } ?? true }

  /// The length of the whole track, delays included.
  public var length: Frame { start(of: sentenceCount) + (isComplete ? gaps.trailingDelay : 0) }

  /// The media frame of a place.
  public func frame(of place: Place) -> Frame {
    switch place {
    case .leadingDelay(let offset): offset
    case .sentence(let sentence, let offset): start(of: sentence) + offset
    case .gap(let sentence, let offset): start(of: sentence) + estimatedSpeech(of: sentence) + offset
    case .trailingDelay(let offset): start(of: sentenceCount) + offset
    case .end: length
    }
  }

  /// The place at a media frame; frames before the start count as 0.
  public func place(at frame: Frame) -> Place {
    let frame = max(0, frame)
    guard frame >= gaps.leadingDelay else { return .leadingDelay(offset: frame) }
    let target = frame - gaps.leadingDelay
    if let recorded {
      if let place = recorded.place(at: target) { return place }
      // The sound before the first sentence of its text is like a delay.
      if target < recorded.frames { return .leadingDelay(offset: frame) }
      return target - recorded.frames < gaps.trailingDelay ? .trailingDelay(offset: target - recorded.frames) : .end
    }
    if let clock { return place(at: target, by: clock) }
    let (sentence, before) = largestPrefix { frames($0) <= target }
    let offset = target - frames(before)
    guard sentence < speech.count else {
      return isComplete && offset < gaps.trailingDelay ? .trailingDelay(offset: offset) : .end
    }
    return place(in: sentence, at: offset) ?? .gap(after: sentence, offset: offset - estimatedSpeech(of: sentence))
  }

  /// The place so many frames after the beginning of a sentence; `nil` behind its speech. One without any speech is
  /// still entered at its beginning: who opens it there learns why.
  private func place(in sentence: Int, at offset: Frame) -> Place? {
    offset == 0 || offset < estimatedSpeech(of: sentence) ? .sentence(sentence, offset: offset) : nil
  }

  private func place(at target: Frame, by clock: ClockTimes) -> Place {
    let sentence = clock.starts.partitioningIndex { $0 > target } - 1
    // The silence before the first sentence is like a delay.
    if sentence < 0, !clock.starts.isEmpty { return .leadingDelay(offset: gaps.leadingDelay + target) }
    guard sentence >= 0 else {
      return isComplete && target < gaps.trailingDelay ? .trailingDelay(offset: target) : .end
    }
    let offset = target - clock.starts[sentence]
    let spoken = estimatedSpeech(of: sentence)
    if let place = place(in: sentence, at: offset) { return place }
    if offset - spoken < gap(after: sentence) { return .gap(after: sentence, offset: offset - spoken) }
    let behind = offset - spoken - gap(after: sentence)
    return isComplete && behind < gaps.trailingDelay ? .trailingDelay(offset: behind) : .end
  }

  // MARK: Sums

  /// Sums over sentences.
  private struct Sums {
    var known: Int64 = 0
    var unknownWeight: Int64 = 0
  }

  private func weight(of sentence: Int) -> Int64 { Int64(texts[sentence] >> Self.gapBits) }

  private func add(_ sentence: Int, to sums: inout Sums) {
    sums.known += gap(after: sentence)
    if speech[sentence] < 0 {
      sums.unknownWeight += weight(of: sentence)
    } else {
      sums.known += Int64(speech[sentence])
    }
  }

  private func sums(ofFirst count: Int) -> Sums {
    let blocks = count / Self.blockSize
    var sums = Sums(known: knownFrames.sum(ofFirst: blocks), unknownWeight: unknownWeight.sum(ofFirst: blocks))
    for sentence in blocks * Self.blockSize..<count { add(sentence, to: &sums) }
    return sums
  }

  /// The most sentences from the first on for which `fits` is true. `fits` is true for none and, once false, stays
  /// false.
  private func largestPrefix(where fits: (Sums) -> Bool) -> (count: Int, sums: Sums) {
    let blocks = PrefixSums.largestPrefix(knownFrames, unknownWeight) { fits(Sums(known: $0, unknownWeight: $1)) }
    var count = min(blocks.count * Self.blockSize, speech.count)
    var sums = Sums(known: blocks.a, unknownWeight: blocks.b)
    while count < speech.count {
      var next = sums
      add(count, to: &next)
      guard fits(next) else { break }
      sums = next
      count += 1
    }
    return (count, sums)
  }

  private func frames(_ sums: Sums) -> Frame { frames(sums.known, sums.unknownWeight) }

  private func frames(_ known: Int64, _ unknownWeight: Int64) -> Frame {
    known + Frame(Double(unknownWeight) * framesPerScalar)
  }
}
