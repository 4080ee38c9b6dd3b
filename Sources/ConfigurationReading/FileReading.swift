public import Configuration
import Glibc

/// The reading of the files. Any thread; blocks for as long as they take.
extension ConfigurationFiles {
  /// A configuration larger than this is none.
  static let largest = 1 << 20

  /// Every place in this process's environment, see ``paths(environment:)``.
  public static func paths() -> [String] { paths(environment: value) }

  /// Reads those of `paths` that exist, and lays them over the defaults. A missing file is no problem, an unreadable
  /// one is.
  public static func load(paths: [String] = paths()) -> Configuration.Loaded {
    var files: [Configuration.File] = []
    var problems: [Problem] = []
    for path in paths {
      do {
        if let contents = try read(path) { files.append(Configuration.File(path: path, contents: contents)) }
      } catch {
        problems.append(error)
      }
    }
    var loaded = Configuration.load(files: files)
    loaded.problems.insert(contentsOf: problems, at: 0)
    return loaded
  }

  /// The contents of a file; `nil` where there is none.
  static func read(_ path: String) throws(Problem) -> String? {
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
