import BusValues
import Documents

/// The other players of the desktop and whether they play. A value.
///
/// One connection can own several names (a browser's), and one name can stand for the player of another (playerctld
/// repeats what the last active one says, and so our own words, too).
struct OtherPlayers: Equatable {
  static let namespace = "org.mpris.MediaPlayer2"

  private struct Connection: Equatable {
    var names: Set<String> = []
    /// `nil` before it has told.
    var isPlaying: Bool?
    var title = ""
  }

  private var connections: [BusName: Connection] = [:]
  /// By the end of the bus name; see ``ignores(_:)``.
  var ignored: [String] = []

  init() {}

  /// Whether a name is none of another player: our own, and those of the configuration.
  func ignores(_ name: String) -> Bool {
    let suffix = name.dropFirst(Self.namespace.count + 1).lowercased()
    return (["aloud"] + ignored).contains { suffix == $0 || suffix.hasPrefix($0 + ".") }
  }

  /// A name has an owner now.
  mutating func add(_ name: String, owner: BusName) {
    guard name.hasPrefix(Self.namespace + "."), !ignores(name) else { return }
    connections[owner, default: Connection()].names.insert(name)
  }

  /// A name has no owner any more.
  mutating func remove(_ name: String, owner: BusName) {
    guard connections[owner] != nil else { return }
    connections[owner]?.names.remove(name)
    if connections[owner]?.names.isEmpty == true { connections[owner] = nil }
  }

  mutating func setTitle(_ title: String, of owner: BusName) {
    connections[owner]?.title = Line.clean(title, limit: 256)
  }

  func contains(_ owner: BusName) -> Bool { connections[owner] != nil }

  /// A player says whether it plays; whether it has begun just now.
  ///
  /// - Parameter isNews: whether what it says first was not so before: it came, or told by a signal.
  mutating func heard(isPlaying: Bool, from owner: BusName, isNews: Bool) -> Bool {
    guard let known = connections[owner] else { return false }
    connections[owner]?.isPlaying = isPlaying
    return isPlaying && (known.isPlaying.map { !$0 } ?? isNews)
  }

  /// Whether it has told anything.
  func isKnown(_ owner: BusName) -> Bool { connections[owner]?.isPlaying != nil }

  /// What people call a player.
  func title(of owner: BusName) -> String {
    guard let connection = connections[owner] else { return "" }
    if !connection.title.isEmpty { return connection.title }
    return connection.names.min().map { String($0.dropFirst(Self.namespace.count + 1)) } ?? ""
  }
}
