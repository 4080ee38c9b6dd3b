import Glibc
public import Wire

/// The bytes of a document, from its start.
public struct DocumentSource: ~Copyable {
  /// More is no book; and offsets have 32 bits on the wire.
  public static let maximumSize = 1 << 30

  /// The document, from its start; closed with this.
  public let descriptor: CInt
  /// Whether the file has places; a pipe has not.
  public let isRegular: Bool
  private var offset = 0
  /// What the file was when it was opened.
  private let opened: FileState
  /// The first bytes, where they were looked at before they were read.
  private var peeked: ArraySlice<UInt8> = []

  /// - Parameter taken: what has been read of it already, where it is a pipe.
  public init(descriptor: CInt, taken: [UInt8] = []) throws(WorkerFailure) {
    let opened = try FileState(descriptor)
    let isRegular = try Self.isRegular(descriptor, opened.status)
    self.descriptor = descriptor
    self.isRegular = isRegular
    self.opened = opened
    peeked = isRegular ? [] : taken[...]
  }

  /// Refuses everything that is neither a file nor a pipe, and what cannot be read.
  private static func isRegular(_ descriptor: CInt, _ status: stat) throws(WorkerFailure) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_WRONLY else { throw WorkerFailure(.unreadable, "not open for reading") }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      if status.st_size > maximumSize { throw WorkerFailure(.tooLarge, "\(status.st_size) bytes") }
      return true
    case S_IFIFO, S_IFSOCK: return false
    default: throw WorkerFailure(.unreadable, "neither a file nor a pipe")
    }
  }

  /// The first bytes, at most `limit`: all of them in a file, what there is in a pipe. They are read again afterwards.
  public mutating func peek(_ limit: Int) throws(WorkerFailure) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = try read(into: &buffer, atMost: limit)
    peeked = buffer[..<count]
    return peeked
  }

  /// Everything that is left. More than `limit` bytes are an error.
  public mutating func readAll(limit: Int) throws(WorkerFailure) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while case let count = try read(into: &buffer, atMost: buffer.count), count > 0 {
      all += buffer[..<count]
      if all.count > limit { throw WorkerFailure(.tooLarge, "more than \(limit) bytes") }
    }
    return all
  }

  /// True where the writer of a pipe has been silent for so many milliseconds; never of a file.
  public func isSilent(for milliseconds: CInt) -> Bool {
    guard !isRegular, peeked.isEmpty else { return false }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 0
  }

  /// Fills the front of `buffer` with what is there; waits for a pipe.
  ///
  /// - Returns: how many bytes, 0 at the end.
  public mutating func read(into buffer: inout [UInt8], atMost limit: Int) throws(WorkerFailure) -> Int {
    if !peeked.isEmpty {
      let count = min(limit, buffer.count, peeked.count)
      buffer.replaceSubrange(..<count, with: peeked.prefix(count))
      peeked = peeked.dropFirst(count)
      return count
    }
    while true {
      let (descriptor, isRegular, offset) = (descriptor, isRegular, offset)
      // With places, from our own: another owner of the descriptor may move the common one.
      let count = buffer.withUnsafeMutableBytes { buffer in
        isRegular
          ? pread(descriptor, buffer.baseAddress, min(limit, buffer.count), offset)
          : Glibc.read(descriptor, buffer.baseAddress, min(limit, buffer.count))
      }
      if count >= 0 {
        // Half of one file and half of another would be spoken as one text, and what is cut off as the end.
        if isRegular { try opened.check(descriptor) }
        self.offset += count
        if self.offset > Self.maximumSize { throw WorkerFailure(.tooLarge, "more than \(Self.maximumSize) bytes") }
        return count
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, -1)
      default: throw WorkerFailure(.unreadable, "read: errno \(errno)")
      }
    }
  }

  deinit { close(descriptor) }
}

/// What tells a file that is read from the one that it becomes when it is written to.
private struct FileState {
  let status: stat

  init(_ descriptor: CInt) throws(WorkerFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw WorkerFailure(.unreadable, "fstat: errno \(errno)") }
    self.status = status
  }

  /// Fails when the file is not what it was.
  func check(_ descriptor: CInt) throws(WorkerFailure) {
    let now = try FileState(descriptor).status
    guard now.st_size == status.st_size, now.st_mtim.tv_sec == status.st_mtim.tv_sec,
      now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
    else { throw WorkerFailure(.changed, "\(status.st_size) bytes before, \(now.st_size) now") }
  }
}
