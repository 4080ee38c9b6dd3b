public import Speech
import Vocabulary

/// The phrases of a recording or a text as they are studied: a timeline of its own, with a map to the frames of the
/// recording.
///
/// Each phrase has a *turn* for each of the speeds, and behind each turn there is a gap. Frames of the exercise are as
/// many a second as those of the recording: a turn at half of the speed has twice as many frames as its phrase. All
/// lengths are whole frames, so that a lap of any length does not drift against its sound.
public struct Exercise: Equatable, Sendable {
  /// One hearing of a phrase.
  public struct Turn: Equatable, Sendable {
    /// The index of the phrase among all phrases.
    public var phrase: Int
    /// The hearings of the same phrase before it.
    public var repetition: Int
    /// The speed of its sound.
    public var speed: Double
    /// The frames of the recording that it lets hear. The last ones may be behind the recording's end.
    public var source: Range<Frame>
    /// The frames of the exercise that these take.
    public var length: Frame
    /// The frames of the gap behind it.
    public var gap: Frame
  }

  /// A place in the exercise.
  public enum Place: Equatable, Sendable {
    /// In the sound of a turn, so many frames of the exercise after its beginning.
    case sound(turn: Int, offset: Frame)
    /// In the gap behind a turn.
    case gap(turn: Int, offset: Frame)
    /// At the end, or after it.
    case end
  }

  /// The phrases in the order of the recording.
  public let phrases: [Phrase]
  /// The way in which they are studied.
  public let settings: ExerciseSettings
  /// The frames of a second of the recording, and of the exercise.
  public let sampleRate: SampleRate
  /// The indices of the phrases in the order in which they are heard: each once.
  public let order: [Int]
  /// The frame at which each phrase of ``order`` begins; then the end.
  private let starts: [Frame]

  /// An exercise in the order of the recording, or in another one.
  ///
  /// - Parameter order: a permutation of the indices of `phrases`; `nil`: as they are.
  public init(_ phrases: [Phrase], _ settings: ExerciseSettings, at sampleRate: SampleRate, order: [Int]? = nil) {
    precondition(order.map { $0.sorted() == Array(phrases.indices) } ?? true, "each phrase has its place in the order")
    self.phrases = phrases
    self.settings = settings
    self.sampleRate = sampleRate
    self.order = order ?? Array(phrases.indices)
    var frame: Frame = 0
    var starts = [frame]
    for phrase in self.order {
      frame += Self.turns(of: phrases[phrase], settings, at: sampleRate).length
      starts.append(frame)
    }
    self.starts = starts
  }

  private static func source(of phrase: Phrase, at rate: SampleRate) -> Range<Frame> {
    let start = Frame(microseconds: phrase.start, at: rate)
    return start..<max(start, Frame(microseconds: phrase.end, at: rate))
  }

  private static func turns(of phrase: Phrase, _ settings: ExerciseSettings, at rate: SampleRate) -> PhraseTurns {
    PhraseTurns(
      source: Frame(source(of: phrase, at: rate).count), voiced: Frame(microseconds: phrase.voiced, at: rate), settings,
      at: rate)
  }

  /// The turns of the phrase at a place of ``order``.
  public func turns(at place: Int) -> PhraseTurns { Self.turns(of: phrases[order[place]], settings, at: sampleRate) }

  /// The frames that all turns of the phrase at a place of ``order`` take with their gaps.
  public func length(at place: Int) -> Frame { starts[place + 1] - starts[place] }

  /// The frames of the recording that the phrase at a place of ``order`` has.
  public func source(at place: Int) -> Range<Frame> { Self.source(of: phrases[order[place]], at: sampleRate) }

  /// The number of turns of a lap.
  public var turnCount: Int { order.count * settings.speeds.count }

  /// The length of a lap.
  public var length: Frame { starts[order.count] }

  /// A turn of a lap, from its index in 0..<``turnCount``.
  public func turn(_ index: Int) -> Turn {
    let (place, repetition) = index.quotientAndRemainder(dividingBy: settings.speeds.count)
    let turn = turns(at: place).turns[repetition]
    return Turn(
      phrase: order[place], repetition: repetition, speed: turn.speed, source: source(at: place), length: turn.length,
      gap: turn.gap)
  }

  /// The frame at which a turn begins; for ``turnCount`` the length.
  public func start(of turn: Int) -> Frame {
    let (place, repetition) = turn.quotientAndRemainder(dividingBy: settings.speeds.count)
    return starts[place] + (repetition == 0 ? 0 : turns(at: place).turns[repetition].start)
  }

  /// The place at a frame; frames before the beginning count as the first one.
  public func place(at frame: Frame) -> Place {
    guard frame < length else { return .end }
    // The phrases of which all begin later.
    let place = starts.partitioningIndex { $0 > max(0, frame) } - 1
    let (turns, offset) = (turns(at: place), max(0, frame) - starts[place])
    let (index, turn) = (turns.turn(at: offset), turns.turns[turns.turn(at: offset)])
    let first = place * settings.speeds.count
    return offset < turn.start + turn.length
      ? .sound(turn: first + index, offset: offset - turn.start)
      : .gap(turn: first + index, offset: offset - turn.start - turn.length)
  }

  /// The frame of the exercise at a place.
  public func frame(of place: Place) -> Frame {
    switch place {
    case .sound(let turn, let offset): start(of: turn) + offset
    case .gap(let turn, let offset): start(of: turn) + self.turn(turn).length + offset
    case .end: length
    }
  }

  /// The frame of the recording that is heard at a place. In a gap it is the end of its phrase.
  public func recordedFrame(at place: Place) -> Frame {
    switch place {
    case .sound(let index, let offset):
      let turn = turn(index)
      return min(turn.source.upperBound, turn.source.lowerBound + Frame(Double(offset) * turn.speed))
    case .gap(let index, _): return turn(index).source.upperBound
    case .end: return order.last.map { Self.source(of: phrases[$0], at: sampleRate).upperBound } ?? 0
    }
  }

  /// The first gap of the phrase before a frame of the recording that belongs to none, and the frames since the end of
  /// that phrase, as far as the gap is longer.
  public func gap(behindRecorded frame: Frame) -> (turn: Int, offset: Frame)? {
    let next = phrases.partitioningIndex { Self.source(of: $0, at: sampleRate).upperBound > frame }
    guard next > 0, next == phrases.count || Self.source(of: phrases[next], at: sampleRate).lowerBound > frame,
      let place = order.firstIndex(of: next - 1)
    else { return nil }
    let turn = place * settings.speeds.count
    let offset = frame - source(at: place).upperBound
    return offset < self.turn(turn).gap ? (turn, offset) : nil
  }

  /// The place at which a frame of the recording is heard first: in the first turn of its phrase. A frame that belongs
  /// to no phrase is that of the next one.
  public func place(ofRecorded frame: Frame) -> Place {
    let phrase = phrases.partitioningIndex { Self.source(of: $0, at: sampleRate).upperBound > frame }
    guard phrase < phrases.count, let place = order.firstIndex(of: phrase) else { return .end }
    let turn = turn(place * settings.speeds.count)
    let offset = turns(at: place).frame(ofSource: frame - turn.source.lowerBound, in: 0)
    return .sound(turn: place * settings.speeds.count, offset: min(offset, max(0, turn.length - 1)))
  }
}
