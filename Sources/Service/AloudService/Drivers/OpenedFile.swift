import Documents
import EventLoop
import Glibc
import Reading
import Store
import Vocabulary

/// An open file with all its properties, so that later queries need not wait for its disk.
///
/// A thread that may hang opens and checks it (``FileOpening``), and another one closes it.
final class OpenedFile: TextFile {
  /// The descriptor, which this object closes.
  let descriptor: CInt
  /// In bytes; 0 for a pipe or socket.
  let byteCount: Int
  /// True if its first bytes are those of a recording.
  let isRecording: Bool
  /// True if its first bytes and its name are those of a list of files.
  let isPlaylist: Bool
  /// True for a pipe or socket, whose writer may take any time.
  let isLive: Bool
  /// The identity of the file; `nil` for a pipe or socket.
  let identity: FileIdentity?
  /// The place from which its text can be read again.
  let origin: TextOrigin?
  /// The id of its content; `nil` for a pipe or socket, and for a file that cannot be read.
  let contentID: ContentID?
  /// The fingerprint of its first bytes; `nil` for a pipe or socket, and for a file that cannot be read.
  let beginning: UInt64?

  /// The bytes of it: a recording has more than tags there, in most formats.
  private static let beginningLength = 64 << 10

  deinit { BlockingWork.closeDescriptor(descriptor) }

  /// Takes over a descriptor, even if this throws, and checks its file. Blocks while the disk is read.
  ///
  /// - Parameter name: the file's name in messages.
  init(_ descriptor: CInt, name: String, allowsPipe: Bool) throws(ReadingError) {
    self.descriptor = descriptor
    isLive = BlockingWork.isStream(descriptor)
    do throws(ReadingError) {
      byteCount = try Self.check(descriptor, name: name, allowsPipe: allowsPipe)
    } catch {
      // There is no deinit if an init throws before all properties are set.
      BlockingWork.closeDescriptor(descriptor)
      throw error
    }
    identity = isLive ? nil : FileIdentity(of: descriptor)
    origin = isLive ? .live : TextOrigin(of: descriptor)
    contentID = isLive ? nil : ContentID(of: descriptor)
    beginning = isLive ? nil : Self.beginning(of: descriptor)
    let guess = isLive ? nil : Self.guess(descriptor, name: origin?.path?.fileName ?? "")
    (isRecording, isPlaylist) = Self.kinds(guess)
  }

  /// Takes over a descriptor of a file in memory, whose bytes need not be read to be known.
  ///
  /// - Parameter bytes: all bytes of the file, at least one, and so few that all of them count for its id.
  init(_ descriptor: CInt, holding bytes: [UInt8]) {
    self.descriptor = descriptor
    byteCount = bytes.count
    isLive = false
    identity = FileIdentity(of: descriptor)
    origin = .whole(bytes: bytes.count)
    contentID = ContentID(text: bytes)
    beginning = TextFingerprint.of(Array(bytes.prefix(Self.beginningLength)))
    let guess = FormatGuess(bytes.prefix(FormatGuess.sampleLength), name: "")
    (isRecording, isPlaylist) = Self.kinds(guess)
  }

  private static func kinds(_ guess: FormatGuess?) -> (isRecording: Bool, isPlaylist: Bool) {
    let isPlaylist = if case .playlist = guess { true } else { false }
    return (guess == .format(.recording), isPlaylist)
  }

  private static func beginning(of descriptor: CInt) -> UInt64? {
    var bytes = [UInt8](repeating: 0, count: beginningLength)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? TextFingerprint.of(Array(bytes.prefix(count))) : nil
  }

  private static func guess(_ descriptor: CInt, name: String) -> FormatGuess? {
    var sample = [UInt8](repeating: 0, count: FormatGuess.sampleLength)
    let count = pread(descriptor, &sample, sample.count, 0)
    return count > 0 ? FormatGuess(sample.prefix(count), name: name) : nil
  }

  /// Opens a path. Blocks while the file system is accessed.
  ///
  /// - Parameter followingLinks: false for a file that was open before, since its path had no link then.
  convenience init(path: String, followingLinks: Bool) throws(ReadingError) {
    try self.init(
      try Self.open(path, followingLinks: followingLinks), name: Self.name(path), allowsPipe: false)
  }

  /// Checks that a path can be opened and is a readable file, without reading it. Blocks.
  static func check(path: String) throws(ReadingError) {
    let descriptor = try open(path, followingLinks: true)
    defer { close(descriptor) }
    _ = try check(descriptor, name: name(path), allowsPipe: false)
  }

  private static func name(_ path: String) -> String { "'\(path.fileName ?? path)'" }

  private static func open(_ path: String, followingLinks: Bool) throws(ReadingError) -> CInt {
    // O_NONBLOCK: opening a FIFO must not wait for its writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
    let descriptor = Glibc.open(FileName.cString(path), flags)
    guard descriptor >= 0 else { throw openError(errno, path) }
    return descriptor
  }

  private static func openError(_ code: CInt, _ path: String) -> ReadingError {
    switch code {
    case ENOENT, ENOTDIR: ReadingError(.noSuchFile, "there is no file '\(path)'")
    case EACCES, EPERM: ReadingError(.unreadable, "no permission to read '\(path)'")
    default: ReadingError(.unreadable, "cannot open '\(path)': \(String(cString: strerror(code)))")
    }
  }

  /// - Returns: the size of a regular file in bytes; 0 for other readable files.
  private static func check(_ descriptor: CInt, name: String, allowsPipe: Bool) throws(ReadingError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ReadingError(.unreadable, "\(name) cannot be read") }
    guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_WRONLY else {
      throw ReadingError(.unreadable, "\(name) is open for writing only")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard status.st_size > 0 else { throw ReadingError(.empty, "\(name) is empty") }
      return Int(status.st_size)
    case S_IFIFO where allowsPipe, S_IFSOCK where allowsPipe: return 0
    case S_IFDIR: throw ReadingError(.notText, "\(name) is a folder; name the files in it")
    case S_IFIFO: throw ReadingError(.unknownFormat, "\(name) is a pipe; give its text on standard input")
    default: throw ReadingError(.notText, "\(name) is a device or a socket, not a text")
    }
  }

  /// The bytes of a regular file from a place on, `most` of them at the most; the descriptor's own place stays where it
  /// is.
  func contents(from start: Int, most: Int) -> [UInt8] {
    let size = min(most, byteCount - start)
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let more = pread(descriptor, buffer.baseAddress! + count, size - count, off_t(start + count))
        guard more > 0 else { return }
        count += more
      }
    }
  }
}
