import Glibc
import Store

/// The desktop entry that lets a desktop without systemd start the service at each login (Desktop Application Autostart
/// Specification). It exists while the listener wants notifications to be spoken, and nothing else starts the service.
struct AutostartEntry {
  private static let name = "org.aloud.Aloud.notifications.desktop"

  private let folder: String
  private let program: String
  private var file: PrivateFile { PrivateFile(folder: folder, name: Self.name, mostBytes: 8192) }

  /// `nil` if there is no folder.
  ///
  /// - Parameter program: the path of the service.
  init?(folder: String? = UserFolder.autostart, program: String) {
    guard let folder else { return nil }
    (self.folder, self.program) = (folder, program)
  }

  /// The contents of the file.
  var text: String {
    """
    [Desktop Entry]
    Type=Application
    Name=aloud, speaks notifications
    Comment=Written by aloud notify on, and removed by aloud notify off
    Exec=\(Self.quoted(program))
    NoDisplay=true

    """
  }

  /// Writes the file, or removes it.
  ///
  /// - Returns: true if that worked.
  func set(_ isWanted: Bool) -> Bool {
    guard isWanted else { return file.remove() }
    if let slash = folder.lastIndex(of: "/") { mkdir(String(folder[..<slash]), 0o700) }
    return file.write(Array(text.utf8))
  }

  /// A program's path as the Desktop Entry Specification wants it in `Exec`: a quoted argument, and then a string
  /// value.
  private static func quoted(_ path: String) -> String {
    var quoted = ""
    for character in path {
      switch character {
      case "\"", "`", "$": quoted += "\\\\\(character)"
      case "\\": quoted += "\\\\\\\\"
      case "%": quoted += "%%"
      default: quoted.append(character)
      }
    }
    return "\"\(quoted)\""
  }
}
