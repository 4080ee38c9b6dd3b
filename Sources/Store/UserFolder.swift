import Glibc

/// Where a program keeps what is its user's, by the XDG Base Directory specification.
public enum UserFolder {
  /// `$XDG_STATE_HOME/aloud`: what outlives the service; `nil` where there is no home to keep anything in.
  public static var state: String? { folder("XDG_STATE_HOME", orHome: ".local/state") }
  /// `$XDG_CACHE_HOME/aloud`: what can be made again.
  public static var cache: String? { folder("XDG_CACHE_HOME", orHome: ".cache") }
  /// `$XDG_RUNTIME_DIR/aloud`: what goes with the login; `nil` where the session has no such folder.
  public static var runtime: String? { path("XDG_RUNTIME_DIR").map { $0 + "/aloud" } }

  private static func folder(_ name: String, orHome place: String) -> String? {
    (path(name) ?? path("HOME").map { "\($0)/\(place)" }).map { $0 + "/aloud" }
  }

  /// Of a variable; "All paths set in these environment variables must be absolute", and others are to be ignored.
  private static func path(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
    return value
  }
}
