import Vocabulary

/// An open text and its origin.
///
/// The path that led to it is never used again, so that the text that is read is the one that was checked.
package final class TextSource {
  /// The open file.
  package let file: any TextFile
  /// A file's name, as a title for texts without one.
  package let name: String?
  /// Its title in the playlist that names it, for a file without one; `nil` if there is none.
  package var titleInList: String?
  /// The URI of its origin.
  package let uri: String?
  /// True if its writer may take any time: a pipe or socket.
  package var isLive: Bool { file.isLive }
  /// The place from which it can be read again.
  package let origin: TextOrigin?
  /// True if it should outlive the service.
  package var isKept = true
  /// True while it has pieces that are still to be saved.
  package var isSavedInPieces = false
  /// True if it was given as a string.
  package let isString: Bool

  /// Its file's name, if the system knows the name of the open file.
  package var fileName: String? { origin?.path?.fileName }
  /// The length of a regular file in bytes; 0 for a pipe, whose length is unknown.
  package var byteCount: Int { file.byteCount }
  /// The bytes that it may take in memory: a recording stays in its file.
  package var textBytes: Int { file.isRecording ? 0 : file.byteCount }

  /// The format in which it is to be read. A recording was recognised as its file was opened, and is not recognised
  /// again.
  ///
  /// - Parameter wanted: that which was asked for.
  func format(_ wanted: DocumentFormat) -> DocumentFormat { wanted == .auto && file.isRecording ? .recording : wanted }

  /// The text of a file that has been opened.
  package init(_ file: any TextFile, name: String? = nil, uri: String? = nil) {
    self.file = file
    self.name = name
    self.uri = uri
    origin = file.origin
    isString = false
  }

  /// A text in an unnamed file that only this process can open.
  package init(unnamed file: any TextFile, isString: Bool) {
    self.file = file
    name = nil
    uri = nil
    origin = .whole(bytes: file.byteCount)
    self.isString = isString
  }
}
