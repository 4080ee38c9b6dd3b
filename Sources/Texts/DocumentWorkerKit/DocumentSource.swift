import DocumentWire
import Glibc
public import Vocabulary
import Wire

/// The bytes of a document, from its start.
public struct DocumentSource: ~Copyable {
  /// Bytes. Offsets have 32 bits on the wire, and no book is larger.
  public static let maximumSize = 1 << 30

  /// The document's descriptor, at its start; closed at the end of this value.
  public let descriptor: CInt
  /// True if the file can be read at any offset; false for a pipe.
  public let isRegular: Bool
  private var offset = 0
  /// The state of the file when it was opened.
  private let opened: FileState
  /// The first bytes, if they were examined before reading.
  private var peeked: ArraySlice<UInt8> = []

  /// - Parameters:
  ///   - taken: bytes that were already read, if the document is a pipe.
  ///   - isChecked: false if the size is checked later, with ``checkSize()``.
  public init(descriptor: CInt, taken: [UInt8] = [], isChecked: Bool = true) throws(Trouble) {
    let opened = try FileState(descriptor)
    let isRegular = try Self.isRegular(descriptor, opened.status)
    if isChecked && isRegular { try Self.check(opened.status) }
    self.descriptor = descriptor
    self.isRegular = isRegular
    self.opened = opened
    peeked = isRegular ? [] : taken[...]
  }

  /// Refuses a file that is larger than ``maximumSize``.
  public func checkSize() throws(Trouble) {
    if isRegular { try Self.check(opened.status) }
  }

  private static func check(_ status: stat) throws(Trouble) {
    if status.st_size > maximumSize { throw Trouble(.tooLarge, "\(status.st_size) bytes") }
  }

  /// Refuses anything that is neither a file nor a pipe, or that cannot be read.
  private static func isRegular(_ descriptor: CInt, _ status: stat) throws(Trouble) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_WRONLY else { throw Trouble(.unreadable, "not open for reading") }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return true
    case S_IFIFO, S_IFSOCK: return false
    default: throw Trouble(.unreadable, "neither a file nor a pipe")
    }
  }

  /// The first bytes, at most `limit`: for a file all of them, for a pipe those that are there. They are read again
  /// later.
  public mutating func peek(_ limit: Int) throws(Trouble) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = try read(into: &buffer, atMost: limit)
    peeked = buffer[..<count]
    return peeked
  }

  /// Reads the rest. More than `limit` bytes are an error.
  public mutating func readAll(limit: Int) throws(Trouble) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while case let count = try read(into: &buffer, atMost: buffer.count), count > 0 {
      all += buffer[..<count]
      if all.count > limit { throw Trouble(.tooLarge, "more than \(limit) bytes") }
    }
    return all
  }

  /// True if the writer of a pipe has been silent for so many milliseconds; always false for a file.
  public func isSilent(for milliseconds: CInt) -> Bool {
    guard !isRegular, peeked.isEmpty else { return false }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 0
  }

  /// Fills the front of `buffer` with the available bytes; waits if a pipe has none.
  ///
  /// - Returns: the number of bytes, 0 at the end.
  public mutating func read(into buffer: inout [UInt8], atMost limit: Int) throws(Trouble) -> Int {
    if !peeked.isEmpty {
      let count = min(limit, buffer.count, peeked.count)
      buffer.replaceSubrange(..<count, with: peeked.prefix(count))
      peeked = peeked.dropFirst(count)
      return count
    }
    while true {
      let (descriptor, isRegular, offset) = (descriptor, isRegular, offset)
      // A file is read at our own offset: another owner of the descriptor may move the shared one.
      let count = buffer.withUnsafeMutableBytes { buffer in
        isRegular
          ? pread(descriptor, buffer.baseAddress, min(limit, buffer.count), offset)
          : Glibc.read(descriptor, buffer.baseAddress, min(limit, buffer.count))
      }
      if count >= 0 {
        // After a change, parts of two files would be spoken as one text, or the text would end early.
        if isRegular { try opened.check(descriptor) }
        self.offset += count
        if self.offset > Self.maximumSize { throw Trouble(.tooLarge, "more than \(Self.maximumSize) bytes") }
        return count
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, -1)
      default: throw Trouble(.unreadable, "read: errno \(errno)")
      }
    }
  }

  deinit { close(descriptor) }
}

/// The properties of a file that change when it is written to.
private struct FileState {
  let status: stat

  init(_ descriptor: CInt) throws(Trouble) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Trouble(.unreadable, "fstat: errno \(errno)") }
    self.status = status
  }

  /// Fails if the file has changed.
  func check(_ descriptor: CInt) throws(Trouble) {
    let now = try FileState(descriptor).status
    guard now.st_size == status.st_size, now.st_mtim.tv_sec == status.st_mtim.tv_sec,
      now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
    else { throw Trouble(.changed, "\(status.st_size) bytes before, \(now.st_size) now") }
  }
}
