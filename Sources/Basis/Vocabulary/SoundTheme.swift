/// The sounds of the desktop (Sound Theme and Naming Specifications): the files that a name may stand for, in the theme
/// that every desktop has.
public enum SoundTheme {
  private static let theme = "sounds/freedesktop/stereo"
  private static let endings = ["oga", "ogg", "wav"]
  private static let longestName = 100
  /// The most names that are tried for one.
  private static let mostNames = 8

  /// The paths, the most likely first; empty for a name that is none.
  ///
  /// - Parameters:
  ///   - name: such as `message-new-instant`; `message-new` and `message` stand for it if it has no file.
  ///   - folders: those with data of programs, the user's first.
  public static func paths(of name: String, in folders: [String]) -> [String] {
    guard !name.isEmpty, name.utf8.count <= longestName, name.allSatisfy({ isPart($0) }) else { return [] }
    var names = [name]
    while let dash = names[names.count - 1].lastIndex(of: "-") { names.append(String(names[names.count - 1][..<dash])) }
    return names.filter { !$0.isEmpty }.prefix(mostNames).flatMap { name in
      folders.flatMap { folder in endings.map { "\(folder)/\(theme)/\(name).\($0)" } }
    }
  }

  /// The folders with data of programs (XDG Base Directory Specification).
  ///
  /// - Parameter value: the value of a variable of the environment.
  public static func folders(_ value: (String) -> String?) -> [String] {
    func known(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
    let home = known("XDG_DATA_HOME") ?? known("HOME").map { $0 + "/.local/share" }
    let system = (known("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: Character(":"))
    return ([home].compactMap { $0 } + system.map { String($0) }).filter { $0.first == "/" }
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }
}
