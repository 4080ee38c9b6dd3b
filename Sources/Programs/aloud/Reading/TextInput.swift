import AloudAPI
import CommandOutput
import Documents
import EventLoop
import Glibc
import Vocabulary

/// Text on its way to the service: a short text is a string, a long one a descriptor.
enum TextInput {
  case text(String)
  /// A file descriptor; the caller owns it and closes it after the call.
  case descriptor(CInt)

  /// The text, if it is in memory.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The greatest length, in bytes, of a text in a message: D-Bus copies messages several times.
  static let longest = 64 << 10

  /// Returns the source for a text in memory.
  static func of(_ text: String) throws(Failure) -> TextInput {
    if text.utf8.count <= longest { return .text(text) }
    // In a file, the first byte order mark belongs to the encoding; a second one belongs to the text.
    let mark: [UInt8] = text.unicodeScalars.first == "\u{FEFF}" ? [0xEF, 0xBB, 0xBF] : []
    return .descriptor(try TemporaryFile.holding(mark + Array(text.utf8)))
  }

  /// Returns the source for bytes of unknown encoding: if they are not UTF-8, they go by descriptor, and the service
  /// names the fault.
  static func of(bytes: [UInt8], task: String) throws(Failure) -> TextInput {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw Failure(.usage, "cannot \(task): the text is empty", cure: "give a text with words in it")
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    if bytes.count <= longest, let text = String(validating: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self),
      !text.utf8.contains(0)
    {
      return .text(text)
    }
    return .descriptor(try TemporaryFile.holding(bytes))
  }

  /// Returns the source for a file, treated like the output of a pipe: without terminal sequences. Most files go
  /// unchanged; of others, the command makes a copy in memory.
  static func printed(_ file: SentFile, task: String) throws(Failure) -> TextInput {
    // A larger file is not text, and the service reports that.
    guard file.size <= StandardInput.largest else { return .descriptor(file.descriptor) }
    let bytes = contents(of: file)
    guard FileCheck.format(bytes[...]) == .text, PrintedText.isNeeded(for: bytes) else {
      return .descriptor(file.descriptor)
    }
    close(file.descriptor)
    return try of(bytes: PrintedText.cleaned(bytes), task: task)
  }

  /// Returns the bytes of a regular file; the descriptor's offset stays at its start.
  private static func contents(of file: SentFile) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: file.size) { buffer, count in
      while count < file.size {
        let more = pread(file.descriptor, buffer.baseAddress! + count, file.size - count, off_t(count))
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { return }
        count += more
      }
    }
  }
}

/// Standard input.
enum StandardInput {
  /// The part of the input that was read.
  enum Reading {
    /// All of it, to its end.
    case whole([UInt8])
    /// The beginning; the writer is slow, or has more than is kept here.
    case live([UInt8])
  }

  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// The path of the file that standard input is, from its beginning on (`< book.md`); `nil` if it is none, or not to
  /// be opened again by its name.
  static var file: String? {
    var (status, named) = (stat(), stat())
    guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG, lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
    else { return nil }
    var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/fd/\(STDIN_FILENO)", &name, name.count - 1)
    guard count > 0 else { return nil }
    let path = FileName.text(name[..<count].map { UInt8(bitPattern: $0) })
    // The link of a removed file names another one, or none.
    guard stat(FileName.cString(path), &named) == 0, (named.st_dev, named.st_ino) == (status.st_dev, status.st_ino),
      access(FileName.cString(path), R_OK) == 0
    else { return nil }
    return path
  }

  /// The time, in milliseconds, in which a pipe shows that it has a text.
  private static let offer: CInt = 1000

  /// True if there is a text in standard input, for a command line that does not say what to do with it: a file that is
  /// not empty, or a pipe in which something arrives. An idle pipe, as `ssh` has it, and /dev/null have none.
  static var hasText: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_size > lseek(STDIN_FILENO, 0, SEEK_CUR)
    case S_IFIFO, S_IFSOCK:
      var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, offer) == 1, entry.revents & Int16(POLLIN) != 0 else { return false }
      // The end of the input is readable, too.
      var count: CInt = 0
      return ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 && count > 0
    default: return false
    }
  }

  /// The largest input, in bytes: larger than any text in a pipe. A larger one is refused, so that it does not fill the
  /// memory.
  static let largest = 512 << 20

  /// A writer is slow if it is silent for so many milliseconds.
  private static let patience: CInt = 100

  /// Reads everything to the end of the input; `each` gets every piece as it arrives.
  static func bytes(each: (ArraySlice<UInt8>) -> Void = { _ in }) throws(Failure) -> [UInt8] {
    guard case .whole(let bytes) = try read(allowsLive: false, each: each) else { return [] }
    return bytes
  }

  /// Reads everything; from a pipe, socket or terminal only the beginning: up to a pause after the first letters, or as
  /// much as fits in one message.
  ///
  /// - Parameter isText: returns true if such a beginning can be passed on; else all of the input is awaited.
  static func read(
    allowsLive: Bool = true, isText: ([UInt8]) -> Bool = { _ in true }, each: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(Failure) -> Reading {
    let mayBeLive = allowsLive && isPollable
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = try piece(in: &buffer)
      if count == 0 { return .whole(bytes) }
      each(buffer[..<count])
      bytes += buffer[..<count]
      if mayBeLive, bytes.contains(where: { $0 > 0x20 }), isText(bytes),
        bytes.count > TextInput.longest || !isReady(within: patience)
      {
        return .live(bytes)
      }
      if bytes.count > largest {
        throw Failure(
          .unsupported, "cannot read standard input: it is larger than 512 MiB", cure: "split -C 100M, file by file")
      }
    }
  }

  /// Waits for more of the input. `nil` at its end.
  static func next() throws(Failure) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = try piece(in: &buffer)
    return count == 0 ? nil : Array(buffer[..<count])
  }

  /// Waits for a piece of the input.
  ///
  /// - Returns: the number of its bytes; 0 at the end of the input.
  private static func piece(in buffer: inout [UInt8]) throws(Failure) -> Int {
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count >= 0 { return count }
      switch errno {
      case EINTR: break
      case EAGAIN: _ = isReady(within: -1)
      default:
        throw Failure(.usage, "cannot read standard input: \(String(cString: strerror(errno)).lowercased())")
      }
    }
  }

  private static var isPollable: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) || isTerminal
  }

  private static func isReady(within milliseconds: CInt) -> Bool {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) != 0
  }
}

/// An unnamed file that holds bytes for another process.
enum TemporaryFile {
  /// Returns the descriptor of a file with `bytes`, at its start.
  static func holding(_ bytes: [UInt8]) throws(Failure) -> CInt {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(directory)/aloud.XXXXXX".utf8CString)
    guard let file = Descriptor(temporary: &template) else { throw failure(directory) }
    unlink(template)
    guard file.writeAll(bytes), lseek(file.number, 0, SEEK_SET) == 0 else { throw failure(directory) }
    return file.release()
  }

  private static func failure(_ directory: String) -> Failure {
    Failure(
      .failed, "cannot keep the text in '\(directory)': \(String(cString: strerror(errno)).lowercased())",
      cure: "TMPDIR=/another/directory aloud …")
  }
}
