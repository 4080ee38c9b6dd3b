import AloudAPI
import CommandOutput
import Documents
import Glibc
import Vocabulary

/// A file for the service, opened with the rights of the caller.
struct SentFile {
  let descriptor: CInt
  /// The absolute path, with the symbolic links as the user wrote them.
  let path: String
  let size: Int

  /// The last part of the path, for display.
  var name: String { Line.clean(FileName.last(of: path), limit: 1024) }
  /// The path as a URI.
  var uri: String { FileURI.uri(path: path) }
}

/// Opens text files, and reports the problems of other files before the service gets them.
enum FileCheck {
  /// Opens a path or a `file:` URI.
  static func open(_ argument: String) throws(Failure) -> SentFile {
    let path = try FileArgument.path(argument)
    func failure(_ reason: String, _ cure: String?, _ status: Outcome = .usage) -> Failure {
      Failure(status, "cannot read '\(argument)': \(reason)", cure: cure)
    }
    // O_NONBLOCK and the check before the first read ensure that neither a FIFO nor a device blocks this process.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    var descriptor = Glibc.open(FileName.cString(path), flags)
    if descriptor < 0, errno == EMFILE, raiseLimit() { descriptor = Glibc.open(FileName.cString(path), flags) }
    guard descriptor >= 0 else { throw failure(reason(errno), cure(errno, path)) }
    do throws(Failure) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw failure(reason(errno), nil) }
      if let (kind, cure) = special(status.st_mode, path) { throw failure(kind, cure) }
      if status.st_size == 0 { throw failure("it is empty", "give a file with words in it") }
      if let (kind, cure, code) = contents(of: descriptor) {
        throw failure(kind, cure.replacing("FILE", with: shellQuoted(path)), code)
      }
      return SentFile(descriptor: descriptor, path: FileArgument.absolute(path), size: Int(status.st_size))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// True if the argument is a path at which there is nothing.
  static func isMissing(_ argument: String) -> Bool {
    guard let path = try? FileArgument.path(argument) else { return false }
    return access(FileName.cString(path), F_OK) != 0 && errno == ENOENT
  }

  /// Opens a clip of an utterance, a path or a `file:` URI: only a file whose first bytes may be those of a recording.
  static func openClip(_ argument: String) throws(Failure) -> SentFile {
    let file = try open(argument)
    guard guess(file.descriptor, name: "") == .format(.recording) else {
      close(file.descriptor)
      throw Failure(
        .unsupported, "cannot read '\(argument)': it is no audio or video file", cure: "aloud say --clip SOUND TEXT")
    }
    return file
  }

  /// Raises the limit of open files: a folder or a pattern of the shell may name more files than the first limit
  /// allows.
  ///
  /// - Returns: true if more files may be open from now on.
  private static func raiseLimit() -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < limit.rlim_max else {
      errno = EMFILE
      return false
    }
    limit.rlim_cur = limit.rlim_max
    return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
  }

  private static func reason(_ number: CInt) -> String {
    switch number {
    case ENOENT: "there is no such file"
    case ENOTDIR: "a part of the path is not a directory"
    case EACCES, EPERM: "permission denied"
    case ENXIO: "it is a socket or device"
    case ELOOP: "its symbolic links go round in a circle"
    case ENAMETOOLONG: "the name is too long"
    default: String(cString: strerror(number)).lowercased()
    }
  }

  private static func cure(_ number: CInt, _ path: String) -> String? {
    switch number {
    case ENOENT, ENOTDIR: "ls \(shellQuoted(parent(path)))"
    case EACCES, EPERM: "ls -l \(shellQuoted(path)), then chmod u+r"
    case ENXIO: Failure.anotherDocument
    default: nil
    }
  }

  /// Returns the reason and the cure if it is not a regular file.
  private static func special(_ mode: mode_t, _ path: String) -> (String, String)? {
    switch mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: ("it is a directory", "aloud read \(shellQuoted(path))")
    case S_IFIFO: ("it is a FIFO", "cat \(shellQuoted(path)) | aloud read -")
    case S_IFCHR, S_IFBLK: ("it is a device", Failure.anotherDocument)
    default: ("it is not a regular file", "cat \(shellQuoted(path)) | aloud read -")
    }
  }

  /// Checks the first bytes for contents that are certainly not text. Finer checks belong to the service.
  private static func contents(of descriptor: CInt) -> (String, String, Outcome)? {
    var buffer = [UInt8](repeating: 0, count: 8192)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return count < 0 ? (reason(errno), "check the disk", .usage) : nil }
    return kind(buffer[..<count])
  }

  /// Returns the reason, cure and status for compressed data and for anything with a zero byte, as text has none.
  static func kind(_ bytes: ArraySlice<UInt8>) -> (String, String, Outcome)? {
    if bytes.starts(with: [0x1F, 0x8B]) {
      return ("it is compressed with gzip", "zcat FILE | aloud read -", .unsupported)
    }
    switch FormatGuess(bytes.prefix(FormatGuess.sampleLength), name: "") {
    // Books and other documents are for the service.
    case .archive, .format(.pdf), .format(.recording): return nil
    case .other(let format) where bytes.contains(0):
      return ("it is \(format.name)", Failure.anotherDocument, .unsupported)
    default: break
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return nil }  // UTF-16
    return bytes.contains(0) ? ("it is binary, not text", Failure.anotherDocument, .unsupported) : nil
  }

  /// True if it is a file whose first bytes are those of a recording.
  static func isRecording(_ descriptor: CInt, name: String) -> Bool {
    guess(descriptor, name: name) == .format(.recording)
  }

  /// The same for a path or a `file:` URI; false if it cannot be opened.
  static func isRecording(path argument: String) -> Bool {
    guard argument != "-", let file = try? open(argument) else { return false }
    defer { close(file.descriptor) }
    return isRecording(file.descriptor, name: file.name)
  }

  /// True if they are the first bytes of a recording.
  static func isRecording(_ bytes: ArraySlice<UInt8>) -> Bool {
    FormatGuess(bytes.prefix(FormatGuess.sampleLength), name: "") == .format(.recording)
  }

  /// Returns the format for input without a name: text if the first bytes do not indicate another format.
  static func format(_ bytes: ArraySlice<UInt8>) -> DocumentFormat {
    FormatGuess(bytes.prefix(FormatGuess.sampleLength), name: "") == .format(.text) ? .text : .auto
  }

  /// True if the file is a book that Calibre converts to one that is read.
  static func isForCalibre(_ descriptor: CInt) -> Bool {
    guard case .other(let format) = guess(descriptor, name: "") else { return false }
    return format.isForCalibre
  }

  /// True if the file is a recording or a playlist, of which no program makes a book.
  static func isForPlayers(_ descriptor: CInt, name: String) -> Bool {
    isPlaylist(descriptor, name: name)
      || [.format(.recording), .other(.playlist)].contains(guess(descriptor, name: name))
  }

  /// True if the file is a list of files that are opened in its place.
  static func isPlaylist(_ descriptor: CInt, name: String) -> Bool {
    if case .playlist = guess(descriptor, name: name) { true } else { false }
  }

  private static func guess(_ descriptor: CInt, name: String) -> FormatGuess {
    var buffer = [UInt8](repeating: 0, count: FormatGuess.sampleLength)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    return FormatGuess(buffer.prefix(max(0, count)), name: name)
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
