import Encoding
import Glibc

/// The samples of speech, in a file of signed 16-bit mono.
struct SpeechSamples {
  /// Stays the caller's.
  let file: CInt
  /// The first sample, and the number of samples.
  let first: Int
  let count: Int

  /// Encodes all samples.
  ///
  /// - Parameter progress: receives the number of samples so far, several times.
  /// - Returns: the number of samples.
  /// - Throws: also if the file has fewer samples.
  func append(to sound: inout SoundFile, progress: (Int) -> Void) throws(EncodingError) -> Int {
    var buffer = [Int16](repeating: 0, count: 1 << 15)
    var done = 0
    while done < count {
      let wanted = min(buffer.count, count - done)
      let length = buffer.withUnsafeMutableBytes { bytes in
        pread(file, bytes.baseAddress, wanted * 2, off_t((first + done) * 2))
      }
      guard length >= 2 else { throw EncodingError.shortInput }
      try buffer.withUnsafeBufferPointer { samples throws(EncodingError) in
        try sound.append(UnsafeBufferPointer(rebasing: samples[..<(length / 2)]))
      }
      done += length / 2
      progress(done)
    }
    return done
  }
}
