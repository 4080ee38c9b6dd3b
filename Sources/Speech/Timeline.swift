/// Where each sentence of a track lies in media time.
///
/// A track is a leading delay, then each sentence followed by its gap, then a trailing delay. A sentence's length is
/// exact once it has been synthesised or measured and an estimate from the length of its text before; gaps and delays
/// are exact from the start. The last sentence has no gap: the trailing delay follows it.
public struct Timeline: Equatable, Sendable {
  /// A place in the track: what lies there, and how many frames of it have passed.
  public enum Place: Equatable, Sendable {
    /// Before the first sentence.
    case leadingDelay(offset: Frame)
    /// Inside the speech of a sentence.
    case sentence(Int, offset: Frame)
    /// The silence after a sentence.
    case gap(after: Int, offset: Frame)
    /// Behind the last sentence.
    case trailingDelay(offset: Frame)
    /// At or behind the last frame.
    case end
  }

  /// What silence is put where, in frames.
  public struct Gaps: Equatable, Sendable {
    /// Before the first sentence.
    public var leadingDelay: Frame
    /// After the last sentence, instead of its gap.
    public var trailingDelay: Frame
    /// After a sentence that ends no paragraph.
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

    /// Those of a further chapter: what stands before a document stands before its first.
    public var withoutLeadingDelay: Gaps {
      Gaps(trailingDelay: trailingDelay, sentence: sentence, paragraph: paragraph)
    }
  }

  /// The silences of this track.
  public private(set) var gaps: Gaps
  /// Whether all sentences are in the table.
  public private(set) var isComplete = false

  // For each sentence: its speech frames (-1 while unknown), text length and kind of gap.
  private var speech: [Int32] = []
  private var weights: [UInt32] = []
  private var endsParagraph: [Bool] = []
  /// Gaps, and speech where it is known.
  private var knownFrames = PrefixSums()
  /// Text lengths of the sentences whose speech is unknown.
  private var unknownWeight = PrefixSums()
  private var measuredFrames: Int64 = 0
  private var measuredWeight: Int64 = 0
  private var unknownCount = 0
  /// Speech for one scalar of an unmeasured text: a guess at first, then what the measured sentences said when
  /// ``recalibrate()`` was last called. It changes nowhere else, so that positions do not move by themselves.
  private var framesPerScalar: Double

  /// - Parameter assumedFramesPerScalar: speech frames for one scalar until a sentence is measured, > 0.
  public init(gaps: Gaps, assumedFramesPerScalar: Double) {
    precondition(assumedFramesPerScalar > 0, "speech takes time")
    precondition(
      min(gaps.leadingDelay, gaps.trailingDelay, gaps.sentence, gaps.paragraph) >= 0, "a silence of negative length")
    self.gaps = gaps
    framesPerScalar = assumedFramesPerScalar
  }

  /// How many sentences are in the table so far.
  public var sentenceCount: Int { speech.count }

  /// Whether every sentence is known and measured.
  public var isExact: Bool { isComplete && unknownCount == 0 }

  /// Adds the next sentence, whose text is `scalars` long.
  public mutating func append(scalars: Int, endsParagraph ends: Bool) {
    precondition(!isComplete, "the timeline was complete")
    let weight = UInt32(clamping: max(1, scalars))
    speech.append(-1)
    weights.append(weight)
    endsParagraph.append(ends)
    knownFrames.append(ends ? gaps.paragraph : gaps.sentence)
    unknownWeight.append(Int64(weight))
    unknownCount += 1
  }

  /// Says that no sentence follows.
  ///
  /// - Parameter trailingDelay: what follows the last one instead of ``Gaps/trailingDelay``.
  public mutating func complete(trailingDelay: Frame? = nil) {
    guard !isComplete else { return }
    if let trailingDelay { gaps.trailingDelay = max(0, trailingDelay) }
    if let last = speech.indices.last { knownFrames.add(-gap(after: last), at: last) }
    isComplete = true
  }

  /// Enters the exact length of a sentence. Entering it again changes it.
  public mutating func setSpeech(_ frames: Frame, of sentence: Int) {
    let frames = Int32(clamping: max(0, frames))
    let weight = Int64(weights[sentence])
    if speech[sentence] < 0 {
      unknownWeight.add(-weight, at: sentence)
      unknownCount -= 1
      measuredWeight += weight
    }
    let before = max(0, speech[sentence])
    knownFrames.add(Int64(frames) - Int64(before), at: sentence)
    measuredFrames += Int64(frames) - Int64(before)
    speech[sentence] = frames
  }

  /// Enters the lengths of sentences that are not measured yet, one for each of `sentences`, as far as they are known: all
  /// of a long text at once, at a cost that grows with its length alone.
  public mutating func enter(_ frames: [Frame?], of sentences: [Range<Int>]) {
    var index = 0
    for sentence in sentences.joined() {
      guard index < frames.count else { break }
      defer { index += 1 }
      guard let length = frames[index], speech[sentence] < 0 else { continue }
      let known = Int32(clamping: max(0, length))
      speech[sentence] = known
      unknownCount -= 1
      measuredWeight += Int64(weights[sentence])
      measuredFrames += Int64(known)
    }
    let all = speech.indices
    knownFrames = PrefixSums(all.lazy.map { [self] in Int64(max(0, speech[$0])) + gap(after: $0) })
    unknownWeight = PrefixSums(all.lazy.map { [self] in speech[$0] < 0 ? Int64(weights[$0]) : 0 })
  }

  /// Lets the estimates follow what was measured so far.
  public mutating func recalibrate() {
    guard measuredWeight >= 200 else { return }  // a few short sentences say little
    framesPerScalar = max(1, Double(measuredFrames) / Double(measuredWeight))
  }

  /// The exact speech frames of a sentence, `nil` while unknown.
  public func speech(of sentence: Int) -> Frame? {
    speech[sentence] < 0 ? nil : Frame(speech[sentence])
  }

  /// Speech frames of a sentence, estimated where unknown.
  public func estimatedSpeech(of sentence: Int) -> Frame {
    if let exact = speech(of: sentence) { return exact }
    // As a difference of sums, so that rounding leaves no hole between two sentences.
    let before = unknownWeight.sum(ofFirst: sentence)
    return frames(0, before + Int64(weights[sentence])) - frames(0, before)
  }

  /// The silence after a sentence.
  public func gap(after sentence: Int) -> Frame {
    if isComplete, sentence == speech.count - 1 { return 0 }
    return endsParagraph[sentence] ? gaps.paragraph : gaps.sentence
  }

  /// Whether a paragraph ends with this sentence.
  public func endsParagraph(_ sentence: Int) -> Bool { endsParagraph[sentence] }

  /// The first sentence without an exact length at or after `sentence`, then from the beginning.
  public func firstUnmeasured(from sentence: Int) -> Int? {
    guard unknownCount > 0 else { return nil }
    // Only unknown sentences have a weight there: the first one is where the sum begins to grow.
    for begin in [min(max(0, sentence), speech.count), 0] {
      let before = unknownWeight.sum(ofFirst: begin)
      let found = PrefixSums.largestPrefix(unknownWeight, unknownWeight) { weight, _ in weight <= before }.count
      if found < speech.count { return found }
    }
    return nil
  }

  /// The media frame at which a sentence begins; `sentenceCount` asks for the end of the last one with its gap.
  public func start(of sentence: Int) -> Frame {
    gaps.leadingDelay + frames(knownFrames.sum(ofFirst: sentence), unknownWeight.sum(ofFirst: sentence))
  }

  /// Whether it is known when a sentence begins: every one before it is measured.
  public func isStartExact(of sentence: Int) -> Bool { firstUnmeasured(from: 0).map { $0 >= sentence } ?? true }

  /// The whole track, delays included.
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

  /// What lies at a media frame; frames before the start count as 0.
  public func place(at frame: Frame) -> Place {
    let frame = max(0, frame)
    guard frame >= gaps.leadingDelay else { return .leadingDelay(offset: frame) }
    let target = frame - gaps.leadingDelay
    let (sentence, known, unknown) = PrefixSums.largestPrefix(knownFrames, unknownWeight) { known, unknown in
      frames(known, unknown) <= target
    }
    let offset = target - frames(known, unknown)
    guard sentence < speech.count else {
      return isComplete && offset < gaps.trailingDelay ? .trailingDelay(offset: offset) : .end
    }
    let spoken = estimatedSpeech(of: sentence)
    return offset < spoken ? .sentence(sentence, offset: offset) : .gap(after: sentence, offset: offset - spoken)
  }

  private func frames(_ known: Int64, _ unknownWeight: Int64) -> Frame {
    known + Frame(Double(unknownWeight) * framesPerScalar)
  }
}
