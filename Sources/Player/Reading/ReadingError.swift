import Documents
package import Vocabulary

/// The reason why an operation of the reading failed.
package struct ReadingError: Error, Equatable, Sendable {
  /// The kind of error.
  package var code: TroubleCode
  /// One sentence for people, without a full stop.
  package let message: String

  /// An error. Characters that control a terminal or the direction of text are removed from the message, since it may
  /// contain names from outside.
  package init(_ code: TroubleCode, _ message: String) {
    self.code = code
    self.message = Line.printable(message)
  }

  /// The error for a trouble of an engine, a reader or a decoder.
  package init(_ trouble: Trouble) { self.init(trouble.code, trouble.description) }
}
