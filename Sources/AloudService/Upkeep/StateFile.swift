import Glibc

/// What the service remembers of itself from one run to the next: a handful of numbers in
/// `$XDG_STATE_HOME/aloud/levels`, one `name value` a line.
///
/// The file is replaced as a whole, so a crash leaves the old or the new one. What cannot be read counts as absent.
struct StateFile {
  struct Levels: Equatable {
    var volume: Double?
    var rate: Double?
  }

  let path: String

  /// `nil` where there is no home to keep anything in.
  init?() {
    func folder(_ name: String) -> String? {
      guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
      return value
    }
    guard let base = folder("XDG_STATE_HOME") ?? folder("HOME").map({ $0 + "/.local/state" }) else { return nil }
    path = base + "/aloud/levels"
  }

  init(path: String) { self.path = path }

  func read() -> Levels {
    var levels = Levels()
    guard let text = contents() else { return levels }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]), value.isFinite else { continue }
      switch words[0] {
      case "volume" where (0...1).contains(value): levels.volume = value
      case "rate" where (0.25...6).contains(value): levels.rate = value
      default: break
      }
    }
    return levels
  }

  /// - Returns: 0, or the errno of what went wrong; the file is then as it was.
  func write(_ levels: Levels) -> CInt {
    var text = ""
    if let volume = levels.volume { text += "volume \(volume)\n" }
    if let rate = levels.rate { text += "rate \(rate)\n" }
    makeFolders()
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return errno }
    let written = text.utf8.withContiguousStorageIfAvailable { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let isWritten = written == text.utf8.count && fsync(descriptor) == 0
    let failure = errno
    close(descriptor)
    guard isWritten else {
      unlink(temporary)
      return failure == 0 ? EIO : failure
    }
    return rename(temporary, path) == 0 ? 0 : errno
  }

  private func makeFolders() {
    var prefix = ""
    for part in path.split(separator: "/").dropLast() {
      prefix += "/" + part
      mkdir(prefix, 0o700)  // most of them exist
    }
  }

  private func contents() -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return count > 0 ? String(validating: buffer[..<count], as: UTF8.self) : nil
  }
}
