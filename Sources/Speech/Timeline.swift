/// The position of each sentence of a track in media time.
///
/// A track is a leading delay, then each sentence followed by its gap, then a trailing delay. A sentence's length is an
/// estimate from the length of its text until it has been synthesised or measured, and exact from then on. Gaps and
/// delays are exact from the start. The last sentence has no gap; the trailing delay follows it.
///
/// A recording is one long sentence, whose length its file tells, exactly or as an estimate.
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

  /// The silences of a track, in frames.
  public struct Gaps: Equatable, Sendable {
    /// Before the first sentence.
    public var leadingDelay: Frame
    /// After the last sentence, instead of its gap.
    public var trailingDelay: Frame
    /// After a sentence that does not end a paragraph.
    public var sentence: Frame
    /// After a sentence that ends a paragraph.
    public var paragraph: Frame

    /// All 0 or more.
    public init(leadingDelay: Frame = 0, trailingDelay: Frame = 0, sentence: Frame = 0, paragraph: Frame = 0) {
      self.leadingDelay = leadingDelay
      self.trailingDelay = trailingDelay
      self.sentence = sentence
      self.paragraph = paragraph
    }

    /// The silences of a further chapter: the delay before a document comes before its first chapter only.
    public var withoutLeadingDelay: Gaps {
      Gaps(trailingDelay: trailingDelay, sentence: sentence, paragraph: paragraph)
    }
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

  // For each sentence: its speech frames (-1 while unknown), and its text length with the kind of gap in the lowest
  // bit.
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
  /// The frames of a recording, and true if they are exact; `nil` for a text.
  private var recorded: Recorded?

  private struct Recorded: Equatable, Sendable {
    var frames: Frame
    var isExact: Bool
  }

  /// - Parameter assumedFramesPerScalar: speech frames per scalar until a sentence is measured, > 0.
  public init(gaps: Gaps, sampleRate: SampleRate = .speech, assumedFramesPerScalar: Double) {
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
    append(scalars: 1, endsParagraph: true)
    setSpeech(0, of: 0)
    recorded = Recorded(frames: 0, isExact: false)
    setRecording(frames, isExact: isExact)
    complete()
  }

  /// The length of a recording is known better.
  public mutating func setRecording(_ frames: Frame, isExact: Bool) {
    guard let former = recorded?.frames else { preconditionFailure("a text has no recorded length") }
    knownFrames.add(max(0, frames) - former, at: 0)
    recorded = Recorded(frames: max(0, frames), isExact: isExact)
  }

  /// The number of sentences in the table so far.
  public var sentenceCount: Int { speech.count }

  /// True if every sentence is known and measured.
  public var isExact: Bool { isComplete && unknownCount == 0 && recorded?.isExact ?? true }

  /// Adds the next sentence, whose text is `scalars` long.
  public mutating func append(scalars: Int, endsParagraph ends: Bool) {
    precondition(!isComplete, "the timeline was complete")
    let weight = min(UInt32(clamping: max(1, scalars)), .max >> 1)
    if speech.count % Self.blockSize == 0 {
      knownFrames.append(0)
      unknownWeight.append(0)
    }
    speech.append(-1)
    texts.append(weight << 1 | (ends ? 1 : 0))
    knownFrames.add(ends ? gaps.paragraph : gaps.sentence, at: knownFrames.count - 1)
    unknownWeight.add(Int64(weight), at: unknownWeight.count - 1)
    unknownCount += 1
  }

  /// Marks the table as complete: no sentence follows.
  ///
  /// - Parameter trailingDelay: the silence after the last sentence, instead of ``Gaps/trailingDelay``.
  public mutating func complete(trailingDelay: Frame? = nil) {
    guard !isComplete else { return }
    if let trailingDelay { gaps.trailingDelay = max(0, trailingDelay) }
    if speech.count > 0 { knownFrames.add(-gap(after: speech.count - 1), at: (speech.count - 1) / Self.blockSize) }
    isComplete = true
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
  }

  /// Derives the estimates from the sentences measured so far.
  public mutating func recalibrate() {
    guard measuredWeight >= 200 else { return }  // a few short sentences say little
    framesPerScalar = max(1, Double(measuredFrames) / Double(measuredWeight))
  }

  /// The exact speech frames of a sentence, `nil` while unknown.
  public func speech(of sentence: Int) -> Frame? {
    if let recorded { return recorded.isExact ? recorded.frames : nil }
    return speech[sentence] < 0 ? nil : Frame(speech[sentence])
  }

  /// Speech frames of a sentence; an estimate if it is unmeasured.
  public func estimatedSpeech(of sentence: Int) -> Frame {
    if let recorded { return recorded.frames }
    if let exact = speech(of: sentence) { return exact }
    // A difference of sums, so that rounding leaves no gap between two sentences.
    let before = sums(ofFirst: sentence).unknownWeight
    return frames(0, before + weight(of: sentence)) - frames(0, before)
  }

  /// The silence after a sentence.
  public func gap(after sentence: Int) -> Frame {
    if isComplete, sentence == speech.count - 1 { return 0 }
    return endsParagraph(sentence) ? gaps.paragraph : gaps.sentence
  }

  /// True if a paragraph ends with this sentence.
  public func endsParagraph(_ sentence: Int) -> Bool { texts[sentence] & 1 != 0 }

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
    gaps.leadingDelay + frames(sums(ofFirst: sentence))
  }

  /// True if the start of a sentence is exact: every sentence before it is measured.
  public func isStartExact(of sentence: Int) -> Bool { firstUnmeasured(from: 0).map { $0 >= sentence } ?? true }

  /// The length of the whole track, delays included.
  public var length: Frame { start(of: speech.count) + (isComplete ? gaps.trailingDelay : 0) }

  /// The media frame of a place.
  public func frame(of place: Place) -> Frame {
    switch place {
    case .leadingDelay(let offset): offset
    case .sentence(let sentence, let offset): start(of: sentence) + offset
    case .gap(let sentence, let offset): start(of: sentence) + estimatedSpeech(of: sentence) + offset
    case .trailingDelay(let offset): start(of: speech.count) + offset
    case .end: length
    }
  }

  /// The place at a media frame; frames before the start count as 0.
  public func place(at frame: Frame) -> Place {
    let frame = max(0, frame)
    guard frame >= gaps.leadingDelay else { return .leadingDelay(offset: frame) }
    let target = frame - gaps.leadingDelay
    let (sentence, before) = largestPrefix { frames($0) <= target }
    let offset = target - frames(before)
    guard sentence < speech.count else {
      return isComplete && offset < gaps.trailingDelay ? .trailingDelay(offset: offset) : .end
    }
    let spoken = estimatedSpeech(of: sentence)
    return offset < spoken ? .sentence(sentence, offset: offset) : .gap(after: sentence, offset: offset - spoken)
  }

  // MARK: Sums

  /// Sums over sentences.
  private struct Sums {
    var known: Int64 = 0
    var unknownWeight: Int64 = 0
  }

  private func weight(of sentence: Int) -> Int64 { Int64(texts[sentence] >> 1) }

  private func add(_ sentence: Int, to sums: inout Sums) {
    sums.known += gap(after: sentence)
    if speech[sentence] < 0 {
      sums.unknownWeight += weight(of: sentence)
    } else {
      sums.known += recorded?.frames ?? Int64(speech[sentence])
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
