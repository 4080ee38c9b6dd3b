import BusValues
import Documents

/// The other players of the desktop and their states. A value.
///
/// One connection can own several names, as browsers do. A name can also repeat another player's state: playerctld
/// repeats that of the last active player, which may be this service.
struct OtherPlayers: Equatable {
  static let namespace = "org.mpris.MediaPlayer2"

  private struct Connection: Equatable {
    var names: Set<String> = []
    /// `nil` until it is known.
    var isPlaying: Bool?
    var title = ""
  }

  private var connections: [BusName: Connection] = [:]
  /// Ignored players, by the end of the bus name; see ``ignores(_:)``.
  var ignored: [String] = []

  init() {}

  /// True if a name does not count as another player: our own, and the configured ones.
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

  /// Takes the reported state of a player. Returns true if the player has begun to play now.
  ///
  /// - Parameter isNews: true if a first report of playing is a change: the player has just appeared, or sent a signal.
  mutating func heard(isPlaying: Bool, from owner: BusName, isNews: Bool) -> Bool {
    guard let known = connections[owner] else { return false }
    connections[owner]?.isPlaying = isPlaying
    return isPlaying && (known.isPlaying.map { !$0 } ?? isNews)
  }

  /// True if the player's state is known.
  func isKnown(_ owner: BusName) -> Bool { connections[owner]?.isPlaying != nil }

  /// The player's name for people.
  func title(of owner: BusName) -> String {
    guard let connection = connections[owner] else { return "" }
    if !connection.title.isEmpty { return connection.title }
    return connection.names.min().map { String($0.dropFirst(Self.namespace.count + 1)) } ?? ""
  }
}
