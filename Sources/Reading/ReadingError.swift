import Documents

/// The reason why an operation of the reading failed.
package struct ReadingError: Error, Equatable, Sendable {
  /// The kind of error, for decisions of the caller.
  package enum Kind: CaseIterable, Sendable {
    /// No file exists at that path.
    case noSuchFile
    /// The file exists, but cannot be read.
    case notReadable
    /// The file system of the file does not answer.
    case notAnswering
    /// There is binary data in place of a text.
    case notText
    /// The text is not in the encoding that it is marked with.
    case wrongEncoding
    /// The text contains nothing that can be spoken.
    case empty
    /// The text exceeds a limit.
    case tooLarge
    /// No reader supports the kind of document.
    case unsupported
    /// The document is encrypted by its publisher, or needs a password.
    case locked
    /// The document violates its format, or is malicious.
    case damaged
    /// The queue has no room.
    case full
    /// No voice has that name.
    case noVoice
    /// There is no sound output now; the text waits for one.
    case noAudio
    /// The track or document is no longer the current one.
    case stale
    /// There is nothing to act on.
    case noTrack
    /// The text ends before the place.
    case outOfRange
    /// The listener ended everything that was asked for.
    case hushed
    /// The speech engine or a reader fails.
    case engine
  }

  /// The kind of error.
  package var kind: Kind
  /// One sentence for people, without a full stop.
  package let message: String

  /// An error. Characters that control a terminal or the direction of text are removed from the message, since it may
  /// contain names from outside.
  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = Line.printable(message)
  }

  /// The reading's error for a synthesizer's error.
  package init(_ error: SynthesisError) {
    let kind: Kind =
      switch error.kind {
      case .noVoice: .noVoice
      case .noEngine, .givenUp, .unspeakable: .engine
      }
    self.init(kind, error.message)
  }
}
