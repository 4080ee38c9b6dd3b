import Glibc

/// The bytes of a file around one place. They are read in large pieces, at an offset of their own.
struct FileWindow {
  private static let size = 128 << 10

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var start: Int64 = 0
  /// The error number of the last read that failed; 0 if none did.
  private(set) var error: Int32 = 0

  /// A window of a file, which stays the caller's.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The bytes from `place` on, at least `count` of them unless the file ends before; none after an error.
  mutating func bytes(from place: Int64, atLeast count: Int) -> ArraySlice<UInt8> {
    let offset = Int(clamping: place - start)
    if place >= start, offset <= bytes.count, bytes.count - offset >= count { return bytes[offset...] }
    load(from: place, max(count, Self.size))
    return bytes[...]
  }

  private mutating func load(from place: Int64, _ count: Int) {
    (start, error) = (place, 0)
    let descriptor = descriptor
    var failure: Int32 = 0
    bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, end in
      end = 0
      while end < count {
        let done = pread(descriptor, buffer.baseAddress! + end, count - end, off_t(place) + off_t(end))
        if done < 0, errno == EINTR { continue }
        if done < 0 { failure = errno }
        guard done > 0 else { break }
        end += done
      }
    }
    error = failure
  }

  /// The size of the file now; 0 if it cannot be found out.
  var fileSize: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }
}
