public import BusValues

/// The changes that clients of `org.mpris.MediaPlayer2.Playlists` receive when the library changes.
public struct PlaylistChanges: Equatable, Sendable {
  /// Entries with a new name or icon, as they are now: one `PlaylistChanged` each.
  public var changed: [Playlist]
  /// The properties that changed, with their new values.
  public var properties: PropertyChanges?

  /// The difference between two moments of the library.
  public static func difference(from old: Shelf, to new: Shelf) -> PlaylistChanges {
    let before = Dictionary(old.playlists.map { ($0.id, $0) }) { first, _ in first }
    let changed = new.playlists.filter { playlist in
      before[playlist.id].map { $0.value != playlist.value } ?? false
    }
    var properties = PropertyChanges(interface: PlaylistsInterface.name, changed: [], invalidated: [])
    for property in ["PlaylistCount", "ActivePlaylist"] {
      let value = PlaylistsInterface.value(of: property, in: new)
      guard let value, value != PlaylistsInterface.value(of: property, in: old) else { continue }
      properties.changed.append((property, value))
    }
    return PlaylistChanges(changed: changed, properties: properties.changed.isEmpty ? nil : properties)
  }

  /// The arguments of `PlaylistChanged` for one of ``changed``.
  public static func arguments(_ playlist: Playlist) -> [BusValue] { [playlist.value] }
}
