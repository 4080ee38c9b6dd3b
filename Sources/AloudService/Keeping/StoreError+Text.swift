import Store

// Why nothing is kept, in a sentence for the listener.
extension StoreError {
  /// - Parameter path: the folder with what is kept.
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
