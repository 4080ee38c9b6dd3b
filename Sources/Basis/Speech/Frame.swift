public import Vocabulary

/// A count of samples of one channel at the sample rate of its track: the unit of media time.
public typealias Frame = Int64

extension Frame {
  /// The frame that begins at or before `microseconds` of media time.
  public init(microseconds: Microseconds, at rate: SampleRate) {
    let sampleRate = Int64(rate.hertz)
    let (seconds, rest) = microseconds.count.quotientAndRemainder(dividingBy: 1_000_000)
    self = seconds * sampleRate + (rest * sampleRate).dividedRoundingDown(by: 1_000_000)
  }

  /// The first whole microsecond inside this frame. Reading a position and setting it again therefore gives the same
  /// frame.
  public func microseconds(at rate: SampleRate) -> Microseconds {
    let sampleRate = Int64(rate.hertz)
    let (seconds, rest) = quotientAndRemainder(dividingBy: sampleRate)
    return Microseconds(seconds * 1_000_000 - (-rest * 1_000_000).dividedRoundingDown(by: sampleRate))
  }
}

extension Int64 {
  /// Division towards negative infinity.
  func dividedRoundingDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
