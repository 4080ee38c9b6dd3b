/// The frames of an output stream at which the frames of a source with another rate are heard.
///
/// The relation is exact, and has no drift: a source frame begins with the first stream frame at or after its instant.
public struct FrameGrid: Equatable, Sendable {
  // So many frames of the source and of the stream take the same time; both are as small as possible.
  private let source: Int64
  private let stream: Int64
  /// The distance from the stream's own count to the count since frame 0 of the source.
  private var distance: Int64

  /// - Parameters:
  ///   - sourceRate: the frames of the source a second, > 0.
  ///   - streamRate: the frames of the stream a second, > 0.
  ///   - start: the frame of the source that is heard at the frame `index` of the stream.
  public init(from sourceRate: Int, to streamRate: Int, at index: UInt64, source start: Int64) {
    precondition(sourceRate > 0 && streamRate > 0, "sound takes frames")
    let divisor = sourceRate.greatestCommonDivisor(with: streamRate)
    source = Int64(sourceRate / divisor)
    stream = Int64(streamRate / divisor)
    distance = 0
    distance = Int64(index) - count(of: start)
  }

  /// The product of a value and a factor, divided and rounded down. No step of it is larger than the result by far, so
  /// that each place whose result is a number of 64 bits has one.
  private static func scaled(_ value: Int64, by factor: Int64, over divisor: Int64) -> Int64 {
    let whole = value.dividedRoundingDown(by: divisor)
    return whole * factor + (value - whole * divisor) * factor / divisor
  }

  /// The stream frame with which a source frame begins.
  public func stream(of frame: Int64) -> UInt64 { UInt64(max(0, count(of: frame) + distance)) }

  /// The source frame that is heard at a stream frame.
  public func source(at index: UInt64) -> Int64 {
    Self.scaled(Int64(index) - distance, by: source, over: stream)
  }

  /// The stream frames before a source frame, counted from the frame 0 of the source.
  public func count(of frame: Int64) -> Int64 { -Self.scaled(-frame, by: stream, over: source) }
}

extension Int {
  /// The greatest number that divides this one and another one; both are > 0.
  public func greatestCommonDivisor(with other: Int) -> Int {
    var (divisor, rest) = (self, other)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    return divisor
  }
}
