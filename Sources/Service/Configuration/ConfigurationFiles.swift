/// The paths of `aloud.toml`. Pure, any thread; an unset variable of the environment is `nil`.
public enum ConfigurationFiles {
  /// All paths, the least important first: the system's (`$XDG_CONFIG_DIRS`, `/etc/xdg`), then the user's
  /// (`$XDG_CONFIG_HOME`, `~/.config`). Relative paths in those variables are ignored, as their specification requires.
  public static func paths(environment: (String) -> String?) -> [String] {
    let system = environment("XDG_CONFIG_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
    // The first directory of the list is the most important one.
    var paths = system.split(separator: ":").reversed().filter { $0.hasPrefix("/") }.map { "\($0)/aloud/aloud.toml" }
    if let user = userPath(environment: environment) { paths.append(user) }
    return paths
  }

  /// The user's own file; `nil` if neither `$XDG_CONFIG_HOME` nor `$HOME` is an absolute path.
  public static func userPath(environment: (String) -> String?) -> String? {
    if let home = environment("XDG_CONFIG_HOME"), home.hasPrefix("/") { return "\(home)/aloud/aloud.toml" }
    if let home = environment("HOME"), home.hasPrefix("/") { return "\(home)/.config/aloud/aloud.toml" }
    return nil
  }
}
