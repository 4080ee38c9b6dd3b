import Store

// The reasons why nothing is kept, as sentences for the listener.
extension StoreError {
  /// - Parameter path: the folder with the state.
  func told(path: String) -> String {
    switch code {
    case .newer:
      "nothing is kept: the library in \(path) stays as it is, since \(description) "
        + "(try: install that version, or move the folder away)"
    default: "the queue and the place cannot be kept, and are tried again: \(description)"
    }
  }

  /// Another process has the folder.
  static func isShutOut(of path: String) -> String { "nothing is kept: another process keeps its state in \(path)" }
}
