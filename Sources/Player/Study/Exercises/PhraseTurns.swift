public import Speech
import Vocabulary

/// The hearings of one phrase, one after another, each with the gap behind it.
///
/// Frames of the exercise count from the beginning of the first turn, and *source frames* from the beginning of the
/// phrase's own sound. Both are as many a second: a turn at half of the speed has twice as many frames as its source.
/// A translation is a turn with a sound of its own, before or behind all others.
public struct PhraseTurns: Equatable, Sendable {
  /// One hearing.
  public struct Turn: Equatable, Sendable {
    /// The speed of its sound.
    public var speed: Double
    /// The frame at which it begins.
    public var start: Frame
    /// The frames that its sound takes.
    public var length: Frame
    /// The frames of the gap behind it.
    public var gap: Frame
    /// The frames of its sound at the speed 1: those of the phrase, or of the translation.
    public var source: Frame
    /// True if the translation is heard.
    public var isTranslation = false

    /// The frame after its gap.
    public var end: Frame { start + length + gap }
  }

  /// A place in the hearings.
  public enum Place: Equatable, Sendable {
    /// In the sound of a turn, at a source frame.
    case sound(turn: Int, source: Frame)
    /// In the gap behind a turn, so many frames after its beginning.
    case gap(turn: Int, offset: Frame)
    /// At the end of the last gap, or after it.
    case end
  }

  /// A translation of the phrase.
  public struct Translation: Equatable, Sendable {
    /// The frames of its sound; `nil` while it is being made: it has no end then.
    public var frames: Frame?
    /// The frames of the gap behind it.
    public var gap: Frame
    /// True if it is heard before the phrase, and not behind it.
    public var isFirst: Bool

    /// The value from its parts.
    public init(frames: Frame?, gap: Frame, isFirst: Bool) {
      (self.frames, self.gap, self.isFirst) = (frames, gap, isFirst)
    }
  }

  /// The source frames of the phrase's own sound.
  public let source: Frame
  /// The hearings in order; at least one.
  public let turns: [Turn]

  /// The turns of a phrase.
  ///
  /// - Parameters:
  ///   - source: the frames of its sound, 0 or more.
  ///   - voiced: those of its voice, from which a gap is counted.
  ///   - rate: the frames of a second.
  public init(source: Frame, voiced: Frame, _ settings: ExerciseSettings, at rate: SampleRate) {
    self.source = source
    var start: Frame = 0
    turns = settings.speeds.map { speed in
      // Rounded up, so that no frame is lost.
      let exact = Double(source) / speed
      let length = Frame(exact) + (Double(Frame(exact)) < exact ? 1 : 0)
      let gap =
        switch settings.gap {
        case .time(let time): Frame(microseconds: time, at: rate)
        case .factor(let factor): Frame(Double(voiced) / speed * factor)
        }
      defer { start += length + gap }
      return Turn(speed: speed, start: start, length: length, gap: gap, source: source)
    }
  }

  /// The same turns with a translation.
  public func with(_ translation: Translation) -> PhraseTurns {
    let source = translation.frames ?? Self.endless
    let length = translation.frames ?? .max / 4
    let gap = translation.frames == nil ? 0 : translation.gap
    var added = Turn(speed: 1, start: 0, length: length, gap: gap, source: source, isTranslation: true)
    guard translation.isFirst else {
      added.start = self.length
      return PhraseTurns(source: self.source, turns: turns + [added])
    }
    let later = turns.map { turn in
      var turn = turn
      turn.start += added.end
      return turn
    }
    return PhraseTurns(source: self.source, turns: [added] + later)
  }

  private init(source: Frame, turns: [Turn]) { (self.source, self.turns) = (source, turns) }

  /// The frames of a sound whose end is not known.
  private static let endless = Frame.max / 64

  /// The first turn of a phrase whose sound is still being made: it has no end.
  public init(endless settings: ExerciseSettings) {
    source = Self.endless
    turns = [Turn(speed: settings.speeds[0], start: 0, length: .max / 4, gap: 0, source: source)]
  }

  /// The index of the first turn that lets hear the phrase itself.
  public var firstOwn: Int { turns.first?.isTranslation == true ? 1 : 0 }

  /// The number of turns that let hear the phrase itself.
  public var ownCount: Int { turns.count { !$0.isTranslation } }

  /// The hearings of the phrase itself before a turn; for a translation, before the one beside it.
  public func repetition(of turn: Int) -> Int { min(turns.prefix(turn).count { !$0.isTranslation }, ownCount - 1) }

  /// The frames of the sound that is spoken: that of the translation if there is one.
  public var spoken: Frame { turns.first { $0.isTranslation }?.source ?? source }

  /// The frames of all turns with their gaps.
  public var length: Frame { turns.last?.end ?? 0 }

  /// The place at a frame; frames before the beginning count as the first one.
  public func place(at frame: Frame) -> Place {
    let frame = max(0, frame)
    guard let index = turns.firstIndex(where: { frame < $0.end }) else { return .end }
    let turn = turns[index]
    let offset = frame - turn.start
    guard offset < turn.length else { return .gap(turn: index, offset: offset - turn.length) }
    return .sound(turn: index, source: min(turn.source, Self.source(offset, at: turn.speed)))
  }

  /// The source frame at a frame of a turn. The little that is added is less than any real part of a frame, and more
  /// than the error of the product.
  private static func source(_ offset: Frame, at speed: Double) -> Frame { Frame(Double(offset) * speed + 1e-5) }

  /// The last frame of a turn at which nothing behind a source frame is heard.
  private static func last(_ frame: Frame, at speed: Double) -> Frame {
    var last = Frame(Double(frame + 1) / speed)
    while source(last, at: speed) > frame { last -= 1 }
    while source(last + 1, at: speed) <= frame { last += 1 }
    return last
  }

  /// The frame at which a source frame is heard first in a turn; for ``source``, the end of the turn's sound.
  public func frame(ofSource frame: Frame, in index: Int) -> Frame {
    let turn = turns[index]
    if frame >= turn.source { return turn.start + turn.length }
    return turn.start + (frame <= 0 ? 0 : min(turn.length, Self.last(frame - 1, at: turn.speed) + 1))
  }

  /// The part of the sound at hand that fills whole frames of a turn.
  ///
  /// - Parameters:
  ///   - frame: the frame at which the sound goes on.
  ///   - available: the source frames at hand from there on.
  /// - Returns: so many of them, and the frames that they take; (0, 0) if more of them have to be at hand.
  public func fill(from frame: Frame, in index: Int, with available: Frame) -> (source: Frame, frames: Frame) {
    let turn = turns[index]
    let offset = frame - turn.start
    let first = Self.source(offset, at: turn.speed)
    guard first + available < turn.source else { return (max(0, turn.source - first), turn.length - offset) }
    let end = min(turn.length, Self.last(first + available, at: turn.speed))
    return (Self.source(end, at: turn.speed) - first, end - offset)
  }

  /// The source frame of the phrase that is heard at a frame; in a gap it is the end. A translation is heard at the
  /// edge that it stands at.
  public func source(at frame: Frame) -> Frame {
    let index = turn(at: frame)
    if turns[index].isTranslation { return index < firstOwn ? 0 : source }
    return soundFrame(at: frame)
  }

  /// The frame of the sound that is heard at a frame, be it the phrase's own or the translation's; in a gap it is the
  /// end of the one before.
  public func soundFrame(at frame: Frame) -> Frame {
    switch place(at: frame) {
    case .sound(_, let frame): frame
    case .gap(let turn, _): turns[turn].source
    case .end: turns.last?.source ?? source
    }
  }

  /// The frame of its sound that a turn has reached at a frame; the end if that is behind its sound.
  public func source(at frame: Frame, in index: Int) -> Frame {
    let turn = turns[index]
    guard frame < turn.start + turn.length else { return turn.source }
    return min(turn.source, Self.source(max(0, frame - turn.start), at: turn.speed))
  }

  /// The turn at a frame, or the last one.
  public func turn(at frame: Frame) -> Int {
    switch place(at: frame) {
    case .sound(let turn, _), .gap(let turn, _): turn
    case .end: turns.count - 1
    }
  }
}
