import Encoding
import Glibc

/// The samples of a recording, which come through a pipe as interleaved floats.
struct PipedSamples {
  /// Stays the caller's.
  let pipe: CInt
  /// The samples of a frame, 1 or 2.
  let channels: Int

  /// Encodes everything up to the end of the pipe.
  ///
  /// - Parameter progress: receives the number of frames so far, several times.
  /// - Returns: the number of frames.
  /// - Throws: also if the pipe ends within a frame: its writer has ended too early.
  func append(to sound: inout SoundFile, progress: (Int) -> Void) throws(EncodingError) -> Int {
    let frameSize = 4 * channels
    var buffer = [Float](repeating: 0, count: 1 << 15)
    // Bytes in the buffer.
    var filled = 0
    var done = 0
    while true {
      let length = buffer.withUnsafeMutableBytes { bytes in
        read(pipe, bytes.baseAddress! + filled, bytes.count - filled)
      }
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { break }
      filled += length
      let frames = filled / frameSize
      guard frames > 0 else { continue }
      try buffer.withUnsafeBufferPointer { samples throws(EncodingError) in
        try sound.append(UnsafeBufferPointer(rebasing: samples[..<(frames * channels)]))
      }
      let rest = filled - frames * frameSize
      buffer.withUnsafeMutableBytes { bytes in
        if rest > 0 { memmove(bytes.baseAddress!, bytes.baseAddress! + frames * frameSize, rest) }
      }
      filled = rest
      done += frames
      progress(done)
    }
    guard filled == 0 else { throw EncodingError.shortInput }
    return done
  }
}
