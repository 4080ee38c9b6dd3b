import AloudAPI
import EventLoop
import Glibc

/// An open text: a descriptor that is ours, and what is known of where it came from.
///
/// The path that led to it is never used again, so that what is read is what was checked.
final class TextSource {
  /// The open file.
  let file: OpenedFile
  /// A file's name, as a title for texts without one.
  let name: String?
  /// Where it came from, as a URI.
  let uri: String?
  /// True if its writer may take as long as it likes: a pipe or socket.
  var isLive: Bool { file.isLive }
  /// Where it can be had again.
  let origin: TextOrigin?
  /// True if it is to outlive the service.
  var isKept = true
  /// True if it came as a string.
  let isString: Bool

  /// The open file's descriptor, which it closes.
  var descriptor: CInt { file.descriptor }
  /// What its file is called, where the system knows that of an open file.
  var fileName: String? { origin?.path?.fileName }
  /// The length of a regular file in bytes; 0 for a pipe, whose length is not known.
  var byteCount: Int { file.byteCount }

  /// The text of a file that has been opened.
  init(_ file: OpenedFile, name: String? = nil, uri: String? = nil) {
    self.file = file
    self.name = name
    self.uri = uri
    origin = file.origin
    isString = false
  }

  /// A text that came as a string.
  convenience init(_ text: String) throws(APIError) {
    // The reader takes one mark for the encoding's. The text's own is part of it and counts in every offset.
    let text = text.unicodeScalars.first == "\u{FEFF}" ? "\u{FEFF}" + text : text
    try self.init(bytes: Array(text.utf8), isString: true)
  }

  /// A text that came as bytes.
  init(bytes text: [UInt8], isString: Bool = false) throws(APIError) {
    guard !text.isEmpty else { throw APIError(.empty, "the text is empty") }
    let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/aloud-text-XXXXXX").utf8CString)
    guard let file = Descriptor(temporary: &template) else {
      throw APIError(.notReadable, "no room for the text in \(folder): \(String(cString: strerror(errno)))")
    }
    unlink(template)
    guard file.writeAll(text), lseek(file.number, 0, SEEK_SET) == 0 else {
      throw APIError(.tooLarge, "no room for the text in \(folder): \(String(cString: strerror(errno)))")
    }
    self.file = try OpenedFile(file.release(), name: "the text", allowsPipe: false)
    name = nil
    uri = nil
    origin = .whole(bytes: text.count)
    self.isString = isString
  }

  /// The bytes of a regular file after the first `start` ones, `most` of them at the most; the descriptor's place stays
  /// where it is.
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
