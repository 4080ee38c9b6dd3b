import AloudClient
import CommandOutput

extension BookSearch.Result {
  /// The message for the user; `nil` if there is none.
  ///
  /// - Parameter direction: of the search: 1 for the next place, -1 for the previous one.
  func message(_ direction: Int) -> String? {
    switch self {
    case .noWords: return nil
    case .nothingBefore: return "nothing was looked for yet: / looks for something"
    case .noText: return "nothing is being read"
    case .absent(let words, let isBook): return "‘\(words)’ is not in this \(isBook ? "book" : "text")"
    case .found(let found):
      let wrapped = found.isWrapped ? (direction > 0 ? ", from the beginning again" : ", from the end again") : ""
      return "‘\(found.words)’: \(found.number) of \(found.count)\(found.isCut ? " or more" : "")\(wrapped)"
    case .refused(let error): return Failure(error).message
    }
  }
}
