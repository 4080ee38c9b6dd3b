import Documents
import Glibc
import Vocabulary

/// The bytes of a document, with random access.
public enum DocumentBytes {
  /// A regular file. The caller owns the descriptor and keeps it open.
  case file(descriptor: Int32)
  case memory([UInt8])
}

/// Reads bytes at any offset and notices when the file changes meanwhile.
final class OffsetReader {
  private let bytes: DocumentBytes
  /// The number of bytes when the document was opened.
  let size: Int
  private let modified: timespec

  init(_ bytes: DocumentBytes) throws(Trouble) {
    self.bytes = bytes
    switch bytes {
    case .file(let descriptor):
      let status = try Self.status(descriptor)
      size = Int(status.st_size)
      modified = status.st_mtim
    case .memory(let bytes):
      size = bytes.count
      modified = timespec()
    }
  }

  private static func status(_ descriptor: CInt) throws(Trouble) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Trouble(.unreadable, "fstat: errno \(errno)") }
    return status
  }

  /// Fails if the file has changed since it was opened.
  func checkUnchanged() throws(Trouble) {
    guard case .file(let descriptor) = bytes else { return }
    let status = try Self.status(descriptor)
    guard Int(status.st_size) == size, status.st_mtim.tv_sec == modified.tv_sec,
      status.st_mtim.tv_nsec == modified.tv_nsec
    else { throw Trouble(.changed, "\(size) bytes before, \(status.st_size) now") }
  }

  /// - Returns: the number of bytes read, 0 at the end, negative if the file cannot be read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    switch bytes {
    case .file(let descriptor):
      while true {
        let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
        if count >= 0 || errno != EINTR { return count }
      }
    case .memory(let bytes):
      let part = bytes.dropFirst(offset).prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
  }
}
