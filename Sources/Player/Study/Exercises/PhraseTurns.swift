public import Speech
import Vocabulary

/// The hearings of one phrase, one after another, each with the gap behind it.
///
/// Frames of the exercise count from the beginning of the first turn, and *source frames* from the beginning of the
/// phrase's own sound. Both are as many a second: a turn at half of the speed has twice as many frames as its source.
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

  /// The source frames of a turn.
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
      return Turn(speed: speed, start: start, length: length, gap: gap)
    }
  }

  /// The first turn of a phrase whose sound is still being made: it has no end.
  public init(endless settings: ExerciseSettings) {
    source = .max / 64
    turns = [Turn(speed: settings.speeds[0], start: 0, length: .max / 4, gap: 0)]
  }

  /// The frames of all turns with their gaps.
  public var length: Frame { turns.last?.end ?? 0 }

  /// The place at a frame; frames before the beginning count as the first one.
  public func place(at frame: Frame) -> Place {
    let frame = max(0, frame)
    guard let index = turns.firstIndex(where: { frame < $0.end }) else { return .end }
    let turn = turns[index]
    let offset = frame - turn.start
    guard offset < turn.length else { return .gap(turn: index, offset: offset - turn.length) }
    return .sound(turn: index, source: min(source, Self.source(offset, at: turn.speed)))
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
    if frame >= source { return turn.start + turn.length }
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
    guard first + available < source else { return (max(0, source - first), turn.length - offset) }
    let end = min(turn.length, Self.last(first + available, at: turn.speed))
    return (Self.source(end, at: turn.speed) - first, end - offset)
  }

  /// The source frame that is heard at a frame; in a gap it is the end.
  public func source(at frame: Frame) -> Frame {
    if case .sound(_, let source) = place(at: frame) { source } else { source }
  }

  /// The source frame that a turn has reached at a frame; the end if that is behind its sound.
  public func source(at frame: Frame, in index: Int) -> Frame {
    let turn = turns[index]
    guard frame < turn.start + turn.length else { return source }
    return min(source, Self.source(max(0, frame - turn.start), at: turn.speed))
  }

  /// The turn at a frame, or the last one.
  public func turn(at frame: Frame) -> Int {
    switch place(at: frame) {
    case .sound(let turn, _), .gap(let turn, _): turn
    case .end: turns.count - 1
    }
  }
}
