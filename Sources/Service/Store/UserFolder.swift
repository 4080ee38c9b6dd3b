import Glibc

/// The user's folders of this program, by the XDG Base Directory specification.
public enum UserFolder {
  /// `$XDG_STATE_HOME/aloud`: data that are kept when the service ends; `nil` if there is no home.
  public static var state: String? { folder("XDG_STATE_HOME", orHome: ".local/state") }
  /// `$XDG_CACHE_HOME/aloud`: data that can be made again.
  public static var cache: String? { folder("XDG_CACHE_HOME", orHome: ".cache") }
  /// `$XDG_RUNTIME_DIR/aloud`: data that end with the login; `nil` if the session has no such folder.
  public static var runtime: String? { path("XDG_RUNTIME_DIR").map { $0 + "/aloud" } }
  /// `$XDG_CONFIG_HOME/autostart`: the programs that a desktop starts at each login; `nil` if there is no home.
  public static var autostart: String? {
    (path("XDG_CONFIG_HOME") ?? path("HOME").map { "\($0)/.config" }).map { $0 + "/autostart" }
  }

  private static func folder(_ name: String, orHome place: String) -> String? {
    (path(name) ?? path("HOME").map { "\($0)/\(place)" }).map { $0 + "/aloud" }
  }

  /// The value of a variable. "All paths set in these environment variables must be absolute"; others are ignored.
  private static func path(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
    return value
  }
}
