public import Documents
import Glibc

extension ContentID {
  private static let endLength = 64 << 10
  private static let sampleCount = 16
  private static let sampleLength = 4 << 10
  /// No file of a listener's is longer: 1 PiB. A sparse file may claim any size.
  private static let mostBytes = 1 << 50

  /// The id of an open regular file, whose offset is unchanged; `nil` if it is not a regular file, is longer than 1 PiB
  /// or cannot be read.
  /// Blocks while the disk reads 200 KiB at the most.
  public init?(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    guard size <= Self.mostBytes else { return nil }
    var ranges = [0..<min(size, Self.endLength)]
    if size > Self.endLength { ranges.append(max(Self.endLength, size - Self.endLength)..<size) }
    let (start, end) = (Self.endLength, size - Self.endLength)
    if end - start > Self.sampleCount * Self.sampleLength {
      ranges += (0..<Self.sampleCount).map { index in
        let offset = start + (end - start - Self.sampleLength) * index / (Self.sampleCount - 1)
        return offset..<offset + Self.sampleLength
      }
    } else if end > start {
      ranges.append(start..<end)
    }
    var parts: [UInt8] = []
    for range in ranges {
      guard let bytes = Self.bytes(range, of: descriptor) else { return nil }
      parts += bytes
    }
    self.init(size: size, parts: parts)
  }

  private static func bytes(_ range: Range<Int>, of descriptor: CInt) -> [UInt8]? {
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let more = pread(
          descriptor, buffer.baseAddress! + count, range.count - count, off_t(range.lowerBound + count))
        guard more > 0 else {
          isRead = false
          return
        }
        count += more
      }
    }
    return isRead ? bytes : nil
  }
}
