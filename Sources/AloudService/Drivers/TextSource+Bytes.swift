import EventLoop
import Glibc
import Reading

// A text without a file is stored in an unnamed file that only this process can open.
extension TextSource {
  /// A text that came as a string.
  convenience init(_ text: String) throws(ReadingError) {
    // The reader removes one byte order mark as part of the encoding. The text's own mark belongs to the text and
    // counts in every offset.
    let text = text.unicodeScalars.first == "\u{FEFF}" ? "\u{FEFF}" + text : text
    try self.init(bytes: Array(text.utf8), isString: true)
  }

  /// A text that came as bytes.
  convenience init(bytes text: [UInt8], isString: Bool = false) throws(ReadingError) {
    guard !text.isEmpty else { throw ReadingError(.empty, "the text is empty") }
    let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/aloud-text-XXXXXX").utf8CString)
    guard let file = Descriptor(temporary: &template) else {
      throw ReadingError(.notReadable, "no room for the text in \(folder): \(String(cString: strerror(errno)))")
    }
    unlink(template)
    guard file.writeAll(text), lseek(file.number, 0, SEEK_SET) == 0 else {
      throw ReadingError(.tooLarge, "no room for the text in \(folder): \(String(cString: strerror(errno)))")
    }
    self.init(
      unnamed: try OpenedFile(file.release(), name: "the text", allowsPipe: false), isString: isString)
  }
}
