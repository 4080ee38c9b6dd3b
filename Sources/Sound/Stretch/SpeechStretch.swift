import CSonic

/// Changes the speed of speech or another recording and keeps its pitch, for interleaved samples of 16 bits.
///
/// It wraps libsonic and counts frames. Above 2× and below 0.5×, libsonic's output drifts from time × speed without
/// limit (measured: 1.7 s after 5 minutes at 4×). A caller that needs the place must derive it from the frames that
/// went in and came out. Not bound to a thread, but used by one at a time.
public struct SpeechStretch: ~Copyable {
  private let stream: sonicStream
  private let channels: Int
  /// libsonic holds back at most two periods of its lowest pitch, 65 Hz (`SONIC_MIN_PITCH` in sonic.h).
  private let longestHeldBack: Int64
  private var framesSinceFlush: Int64 = 0
  /// Frames written since this value was made.
  public private(set) var framesIn: Int64 = 0
  /// Frames made since this value was made, read or not.
  public private(set) var framesOut: Int64 = 0

  /// - Parameters:
  ///   - sampleRate: in Hz.
  ///   - channels: the samples of a frame, 1…8.
  ///   - rate: media seconds per second of sound, 0.05…20.
  public init(sampleRate: Int, channels: Int = 1, rate: Double) {
    precondition((0.05...20).contains(rate), "rate out of range")
    guard let stream = sonicCreateStream(CInt(sampleRate), CInt(channels)) else { preconditionFailure("out of memory") }
    sonicSetSpeed(stream, Float(rate))
    self.stream = stream
    self.channels = channels
    longestHeldBack = Int64(2 * sampleRate / 65)
  }

  deinit { sonicDestroyStream(stream) }

  /// Frames of input whose sound has not come out: 0 after ``flush(into:)``, otherwise accurate to about 10 ms.
  public var framesHeldBack: Int64 {
    // libsonic starts a period only when two of its longest ones are available. It then takes one or two periods of the
    // voice, which for speech are about 100 to 250 frames.
    min(framesSinceFlush, longestHeldBack * 7 / 8)
  }

  /// Takes samples in and appends the sound that is ready to `output`.
  public mutating func process(_ samples: ArraySlice<Int16>, into output: inout [Int16]) {
    guard !samples.isEmpty else { return }
    let frames = samples.count / channels
    samples.withUnsafeBufferPointer { buffer in
      // libsonic's parameter is not const, but it only reads the samples.
      let input = UnsafeMutablePointer(mutating: buffer.baseAddress)
      let result = sonicWriteShortToStream(stream, input, CInt(frames))
      precondition(result == 1, "out of memory")
    }
    framesIn += Int64(frames)
    framesSinceFlush += Int64(frames)
    drain(into: &output)
  }

  /// Ends a run of speech: the held-back sound comes out, and ``framesHeldBack`` becomes 0.
  public mutating func flush(into output: inout [Int16]) {
    guard framesSinceFlush > 0 else { return }
    let result = sonicFlushStream(stream)
    precondition(result == 1, "out of memory")
    framesSinceFlush = 0
    drain(into: &output)
  }

  private mutating func drain(into output: inout [Int16]) {
    let available = Int(sonicSamplesAvailable(stream))
    guard available > 0 else { return }
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: available * channels))
    let count = output.withUnsafeMutableBufferPointer { buffer in
      sonicReadShortFromStream(stream, buffer.baseAddress! + start, CInt(available))
    }
    output.removeLast((available - Int(count)) * channels)
    framesOut += Int64(count)
  }
}
