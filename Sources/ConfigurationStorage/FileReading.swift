public import Configuration
import Glibc

/// The text of the files, which is not understood here. Any thread; blocks for as long as reading takes.
extension ConfigurationFiles {
  /// A configuration larger than this is none.
  static let largest = 1 << 20

  /// Every place in this process's environment, see ``paths(environment:)``.
  public static func paths() -> [String] { paths(environment: value) }

  /// True if a place holds something to read, or something to complain about.
  public static func isPresent(_ path: String) -> Bool {
    access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// The contents of a file; `nil` where there is none.
  ///
  /// - Throws: ``Problem`` where it cannot be read, is no file, is larger than 1 MiB, or is not UTF-8.
  public static func read(_ path: String) throws(Problem) -> String? {
    func failure(_ message: String, _ cure: String? = nil) -> Problem {
      Problem(kind: .unreadable, file: path, message: message, cure: cure)
    }
    // O_NONBLOCK: a FIFO in this place must not hang the reader.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure("cannot be read: \(String(cString: strerror(errno)))", "chmod u+r \(path)")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure("is not a file")
    }
    guard status.st_size <= largest else { throw failure("is larger than 1 MiB") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while bytes.count <= largest {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("cannot be read: \(String(cString: strerror(errno)))")
      }
      bytes += buffer[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure("is not UTF-8", "save it as UTF-8")
    }
    return text
  }

  /// A variable of this process's environment.
  public static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
