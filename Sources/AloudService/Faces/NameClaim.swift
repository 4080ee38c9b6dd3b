/// Whether the player's name is to be owned: desktops give the media keys to any player that merely appears, also to an
/// idle one. A value.
struct NameClaim: Equatable {
  /// Whether the configuration is known, which may keep titles from desktops: they look as soon as the name appears.
  var isConfigured = false
  /// Whether there is anything to play or to resume.
  var hasTracks = false
  /// Whether all of it is what an earlier run left, and nobody has asked for it since. Its start may have been a panel's
  /// question, while the keys belong to the music that is paused.
  var isOnlyRestored = false
  /// Whether a call to the name is on its way, which the bus delivers to an owner only.
  var isCalled = false
  /// The names of players on the bus, ours included; `nil` before the bus has told them.
  var names: Set<String>?
  /// Which names are no other players'.
  var players = OtherPlayers()

  init() {}

  /// Whether it depends on other players: only then are they watched.
  var dependsOnOthers: Bool { hasTracks && isOnlyRestored }

  /// Whether the name is to be owned now.
  var isWanted: Bool { isConfigured && (isCalled || (hasTracks && (!isOnlyRestored || isAlone))) }

  /// Whether no other player has a name.
  private var isAlone: Bool {
    guard let names else { return false }
    return names.allSatisfy { !$0.hasPrefix(OtherPlayers.namespace + ".") || players.ignores($0) }
  }

  /// A name has an owner now, or has none any more.
  mutating func owned(_ name: String, _ isOwned: Bool) {
    if isOwned { names?.insert(name) } else { names?.remove(name) }
  }
}
