import EventLoop
import Glibc
import Reading
import Vocabulary

// A text without a file is stored in an unnamed file that only this process can open.
extension OpenedFile {
  /// The folder of longer texts: in memory, too, if the session has one.
  private static var folder: String { getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp" }
  /// The most bytes of a text whose file has no folder and is in memory in any case.
  private static let mostInMemory = 64 << 10

  /// True if a text of so many bytes is stored and hashed within a fraction of a millisecond, without a disk.
  static func isQuick(bytes count: Int) -> Bool { count <= mostInMemory }

  /// Stores a text that came as a string. Takes as long as the text is, see ``isQuick(bytes:)``. Any thread.
  convenience init(text: String) throws(ReadingError) {
    // The reader removes one byte order mark as part of the encoding. The text's own mark belongs to the text and
    // counts in every offset.
    let text = text.unicodeScalars.first == "\u{FEFF}" ? "\u{FEFF}" + text : text
    try self.init(bytes: Array(text.utf8))
  }

  /// Stores a text that came as bytes. Any thread.
  convenience init(bytes text: [UInt8]) throws(ReadingError) {
    guard !text.isEmpty else { throw ReadingError(.empty, "the text is empty") }
    if Self.isQuick(bytes: text.count), let file = Descriptor(inMemory: "aloud-text"), file.writeAll(text),
      lseek(file.number, 0, SEEK_SET) == 0
    {
      self.init(file.release(), holding: text)
      return
    }
    let folder = Self.folder
    var template = Array((folder + "/aloud-text-XXXXXX").utf8CString)
    guard let file = Descriptor(temporary: &template) else {
      throw ReadingError(.unreadable, "no room for the text in \(folder): \(String(cString: strerror(errno)))")
    }
    unlink(template)
    guard file.writeAll(text), lseek(file.number, 0, SEEK_SET) == 0 else {
      throw ReadingError(.tooLarge, "no room for the text in \(folder): \(String(cString: strerror(errno)))")
    }
    try self.init(file.release(), name: "the text", allowsPipe: false)
  }
}

extension TextSource {
  /// A short text of the service itself.
  convenience init(_ text: String) throws(ReadingError) {
    self.init(unnamed: try OpenedFile(text: text), isString: true)
  }
}
