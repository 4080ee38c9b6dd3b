/// An open text, and what is known of where it came from.
///
/// The path that led to it is never used again, so that what is read is what was checked.
package final class TextSource {
  /// The open file.
  package let file: any TextFile
  /// A file's name, as a title for texts without one.
  package let name: String?
  /// Where it came from, as a URI.
  package let uri: String?
  /// True if its writer may take as long as it likes: a pipe or socket.
  package var isLive: Bool { file.isLive }
  /// Where it can be had again.
  package let origin: TextOrigin?
  /// True if it is to outlive the service.
  package var isKept = true
  /// True if it came as a string.
  package let isString: Bool

  /// What its file is called, where the system knows that of an open file.
  package var fileName: String? { origin?.path?.fileName }
  /// The length of a regular file in bytes; 0 for a pipe, whose length is not known.
  package var byteCount: Int { file.byteCount }

  /// The text of a file that has been opened.
  package init(_ file: any TextFile, name: String? = nil, uri: String? = nil) {
    self.file = file
    self.name = name
    self.uri = uri
    origin = file.origin
    isString = false
  }

  /// A text that is in no file but one that nobody else sees.
  package init(unnamed file: any TextFile, isString: Bool) {
    self.file = file
    name = nil
    uri = nil
    origin = .whole(bytes: file.byteCount)
    self.isString = isString
  }
}
