package import AloudAPI
package import BusValues
import Documents

/// The exit codes of the process. Scripts depend on these numbers.
package enum Outcome: CInt, Sendable {
  case done = 0
  case failed = 1
  /// A command line that cannot be understood, or a file that cannot be read.
  case usage = 2
  /// No bus, or no service on it.
  case noService = 3
  case noAudio = 4
  /// No such voice, or the engine fails.
  case noVoice = 5
  case unsupported = 6
  /// The text was cancelled while `say --wait` waited.
  case cancelled = 7
  /// Ctrl-C.
  case interrupted = 130
}

/// The failure of a verb: two lines for people, and a number for scripts.
package struct Failure: Error, Equatable {
  /// The exit code of the process.
  package var status: Outcome
  /// The message; it begins with "cannot" if an action failed.
  package var message: String
  /// A command to type, or an action to take.
  package var cure: String?

  /// A failure that this program finds itself: it has no ``apiCode``.
  package init(_ status: Outcome, _ message: String, cure: String? = nil) {
    self.status = status
    self.message = message
    self.cure = cure
  }

  /// The service's own name of the error; `nil` if it has none.
  package private(set) var apiCode: APIErrorCode?

  /// The end of a command that waits for news from the bus.
  package static let busEnded = Failure(.noService, "cannot go on: the session bus ended")

  /// The cure for a file in a format that is not read.
  package static let anotherDocument = "give a text, a book or another document"

  /// The same failure with a cure that can be typed as it is.
  ///
  /// - Parameters:
  ///   - file: the file that could not be read; `nil` if it has no name.
  ///   - isForCalibre: true if it is a book that Calibre converts.
  package func naming(file: String?, isForCalibre: Bool = false) -> Failure {
    guard let file, file != "-", let cure else { return self }
    var named = self
    let stem = FileName.stem(FileName.last(of: file))
    // A name that begins with a minus sign would be parsed as an option.
    let source = shellQuoted(file.hasPrefix("-") ? "./\(file)" : file)
    let book = shellQuoted(stem.hasPrefix("-") ? "./\(stem).epub" : "\(stem).epub")
    named.cure =
      isForCalibre && apiCode == .unsupported
      ? "ebook-convert \(source) \(book) && aloud read \(book)"
      : cure.replacing("BOOK.epub", with: book).replacing("FILE", with: source)
    return named
  }

  /// A failure whose messages have been printed already.
  package static func quiet(_ status: Outcome) -> Failure { Failure(status, "") }

  /// The failure of a call that was to `task`, such as "read 'a.txt'", from its error reply.
  package init(_ error: BusError, task: String) {
    let (status, cure) = Self.meaning(of: error)
    self.init(status, "cannot \(task): \(error.reason)", cure: cure)
    apiCode = APIErrorCode(busName: error.name)
  }

  /// The only table of exit codes and cures by error name.
  private static func meaning(of error: BusError) -> (Outcome, String?) {
    if let code = APIErrorCode(busName: error.name) { return meaning(of: code) }
    if error.saysThatStartFailed { return (.noService, "journalctl --user -u aloudd; aloud doctor") }
    if error.saysThatNoServiceAnswers { return (.noService, "aloud doctor") }
    switch error.name {
    case BusError.Name.invalidArguments: return (.usage, nil)
    case BusError.Name.unknownMethod, BusError.Name.unknownInterface, BusError.Name.unknownProperty:
      return (.failed, "restart the service, which is of another version than this command: aloud doctor")
    default: return (.failed, nil)
    }
  }

  private static func meaning(of code: APIErrorCode) -> (Outcome, String?) {
    switch code {
    case .noSuchFile: (.usage, "check the name with ls")
    case .notReadable: (.usage, "look at it with ls -l, and read it again")
    case .notAnswering: (.failed, "mount its file system again (findmnt lists all of them), and read it again")
    case .notText: (.unsupported, anotherDocument)
    case .empty: (.usage, "give a text with words in it")
    case .wrongEncoding: (.unsupported, "convert it: iconv -f WINDOWS-1252 -t UTF-8 FILE | aloud read -")
    case .tooLarge: (.unsupported, "split it: split -C 5M FILE")
    case .unsupported: (.unsupported, "convert it: pandoc FILE -o BOOK.epub && aloud read BOOK.epub")
    case .locked: (.unsupported, "open it in the reader that its publisher names")
    case .damaged: (.unsupported, "get it once more from where it came from")
    case .noVoice: (.noVoice, "aloud voices")
    case .engine: (.noVoice, "aloud doctor --say")
    case .noAudio: (.noAudio, "aloud doctor")
    case .hushed: (.failed, nil)
    case .busy: (.failed, "--when-busy queue, or aloud status")
    case .stale: (.failed, "aloud status, then again")
    case .outOfRange: (.usage, "aloud status shows how long it is; aloud next")
    case .notFound: (.usage, "aloud library, or aloud marks")
    case .noTrack: (.failed, "aloud say TEXT, or aloud read FILE")
    case .notAllowed: (.failed, "unlock the screen, or ask outside of the sandbox")
    case .invalidOption: (.usage, "aloud help VERB")
    }
  }
}
