/// Decides if the service should own the player's name. Desktops give the media keys to any player that appears, even
/// to an idle one. A value.
struct NameClaim: Equatable {
  /// True once the configuration is known. It may hide titles from desktops, which look as soon as the name appears.
  var isConfigured = false
  /// True if there is a track to play or to resume.
  var hasTracks = false
  /// True if all tracks are left from an earlier run and have not been asked for since. A panel's query may have
  /// started the service, while the keys belong to the paused music.
  var isOnlyRestored = false
  /// True while a call to the name is on its way, which the bus delivers to an owner only.
  var isCalled = false
  /// The names of players on the bus, including ours; `nil` before the bus has answered.
  var names: Set<String>?
  /// The rule for names that do not belong to other players.
  var players = OtherPlayers()

  init() {}

  /// True if the claim depends on other players. They are watched only then.
  var dependsOnOthers: Bool { hasTracks && isOnlyRestored }

  /// True if the service should own the name now.
  var isWanted: Bool { isConfigured && (isCalled || (hasTracks && (!isOnlyRestored || isAlone))) }

  /// True if no other player has a name.
  private var isAlone: Bool {
    guard let names else { return false }
    return names.allSatisfy { !$0.hasPrefix(OtherPlayers.namespace + ".") || players.ignores($0) }
  }

  /// A name has an owner now, or has no owner any more.
  mutating func owned(_ name: String, _ isOwned: Bool) {
    if isOwned { names?.insert(name) } else { names?.remove(name) }
  }
}
