import AloudAPI
import Documents
import Glibc

/// An open text: a descriptor that is ours, and what is known of where it came from.
///
/// The path that led to it is never used again, so that what is read is what was checked.
final class TextSource {
  let descriptor: CInt
  /// A file's name, as a title for texts without one.
  let name: String?
  /// Where it came from, as a URI.
  let uri: String?
  /// Whether its writer may take as long as he likes: a pipe or socket.
  private(set) var isLive = false
  /// Where it can be had again.
  private(set) var origin: TextOrigin?
  /// Whether it is to outlive the service.
  var isKept = true
  /// Whether it came as a string, which is what it is.
  private(set) var isString = false

  /// What its file is called, where the system knows that of an open file.
  var fileName: String? { origin?.path?.fileName }

  deinit { close(descriptor) }

  /// A text that came as a string.
  convenience init(_ text: String) throws(APIError) {
    // The reader takes one mark for the encoding's. The text's own is part of it and counts in every offset.
    let text = text.unicodeScalars.first == "\u{FEFF}" ? "\u{FEFF}" + text : text
    try self.init(bytes: Array(text.utf8))
    isString = true
  }

  /// A text that came as bytes.
  init(bytes text: [UInt8]) throws(APIError) {
    guard !text.isEmpty else { throw APIError(.empty, "the text is empty") }
    let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/aloud-text-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw APIError(.notReadable, "no room for the text in \(folder): \(String(cString: strerror(errno)))")
    }
    unlink(template)
    self.descriptor = descriptor
    name = nil
    uri = nil
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    origin = .whole(bytes: text.count)
    let isWritten = text.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
    guard isWritten, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw APIError(.tooLarge, "no room for the text in \(folder): \(String(cString: strerror(errno)))")
    }
  }

  /// A text that a client handed over; the descriptor is ours from now on, also when this throws.
  init(received descriptor: CInt) throws(APIError) {
    self.descriptor = descriptor
    name = nil
    uri = nil
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    try Self.check(descriptor, what: "the descriptor", allowsPipe: true)
    isLive = lseek(descriptor, 0, SEEK_CUR) < 0 && errno == ESPIPE
    origin = isLive ? .live : TextOrigin(of: descriptor)
  }

  /// The text of a `file:` URI.
  init(uri: String) throws(APIError) {
    let path: String
    do throws(FileURI.Problem) {
      path = try FileURI.path(of: uri)
    } catch {
      throw APIError(error, uri: uri)
    }
    // O_NONBLOCK: opening a FIFO must not wait for its writer.
    let descriptor = open(FileName.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.openError(errno, path) }
    self.descriptor = descriptor
    name = path.fileName
    self.uri = FileURI.printable(uri)
    try Self.check(descriptor, what: "'\(name ?? path)'", allowsPipe: false)
    origin = TextOrigin(of: descriptor)
  }

  /// A file that was open before.
  init(path: String) throws(APIError) {
    let descriptor = open(FileName.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    guard descriptor >= 0 else { throw Self.openError(errno, path) }
    self.descriptor = descriptor
    name = path.fileName
    uri = nil
    try Self.check(descriptor, what: "'\(name ?? path)'", allowsPipe: false)
  }

  /// How long a regular file is; 0 for a pipe, of which nobody knows.
  var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
  }

  /// What follows behind `start` bytes of a regular file; the descriptor's place stays where it is.
  func contents(from start: Int) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > start else { return [] }
    let size = Int(status.st_size) - start
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let more = pread(descriptor, buffer.baseAddress! + count, size - count, off_t(start + count))
        guard more > 0 else { return }
        count += more
      }
    }
  }

  private static func openError(_ code: CInt, _ path: String) -> APIError {
    switch code {
    case ENOENT, ENOTDIR: APIError(.noSuchFile, "there is no file '\(path)'")
    case EACCES, EPERM: APIError(.notReadable, "no permission to read '\(path)'")
    default: APIError(.notReadable, "cannot open '\(path)': \(String(cString: strerror(code)))")
    }
  }

  private static func check(_ descriptor: CInt, what: String, allowsPipe: Bool) throws(APIError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw APIError(.notReadable, "\(what) cannot be read") }
    guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_WRONLY else {
      throw APIError(.notReadable, "\(what) is open for writing only")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard status.st_size > 0 else { throw APIError(.empty, "\(what) is empty") }
    case S_IFIFO where allowsPipe, S_IFSOCK where allowsPipe: break
    case S_IFDIR: throw APIError(.notText, "\(what) is a folder; name the files in it")
    case S_IFIFO: throw APIError(.unsupported, "\(what) is a pipe; give its text on standard input")
    default: throw APIError(.notText, "\(what) is a device or a socket, not a text")
    }
  }
}
