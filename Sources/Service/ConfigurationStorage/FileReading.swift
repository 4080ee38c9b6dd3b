public import Configuration
import Glibc

/// The text of the files, without parsing. Any thread; blocks while they are read.
extension ConfigurationFiles {
  /// Bytes; a larger file is refused.
  static let largest = 1 << 20

  /// All paths in this process's environment, see ``paths(environment:)``.
  public static func paths() -> [String] { paths(environment: value) }

  /// True if there is a file at the path, readable or not.
  public static func isPresent(_ path: String) -> Bool {
    access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// The contents of a file; `nil` if there is none.
  ///
  /// - Throws: ``Problem`` if it cannot be read, is not a file, is larger than 1 MiB, or is not UTF-8.
  public static func read(_ path: String) throws(Problem) -> String? {
    func failure(_ message: String, _ cure: String? = nil) -> Problem {
      Problem(kind: .unreadable, file: path, message: message, cure: cure)
    }
    // O_NONBLOCK keeps a FIFO at this path from blocking the reader.
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
