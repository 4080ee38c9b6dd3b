import Glibc

/// Where the service keeps what outlives it.
enum StatePath {
  /// `$XDG_STATE_HOME/aloud`; `nil` where there is no home to keep anything in.
  static var folder: String? {
    func variable(_ name: String) -> String? {
      guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
      return value
    }
    return (variable("XDG_STATE_HOME") ?? variable("HOME").map { $0 + "/.local/state" }).map { $0 + "/aloud" }
  }
}
