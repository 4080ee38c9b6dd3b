public import BusValues

/// An entry of the library in the menus of MPRIS clients.
public struct Playlist: Equatable, Sendable {
  /// The object path, outside of `/org/mpris` as the specification asks. It stays the same as long as the entry exists.
  public var id: ObjectPath
  /// The name for people; it need not be unique.
  public var name: String
  /// The URI of a picture; empty if there is none.
  public var icon: String
  /// The time when it came into the library, in milliseconds since 1970.
  public var created: Int64
  /// The time of the last change: another document in a folder, another bookmark in a document.
  public var modified: Int64
  /// The time when any of it was last heard; `nil` if never.
  public var played: Int64?

  /// An entry with its sort keys.
  public init(id: ObjectPath, name: String, icon: String = "", created: Int64, modified: Int64, played: Int64? = nil) {
    self.id = id
    self.name = name
    self.icon = icon
    self.created = created
    self.modified = modified
    self.played = played
  }

  /// `(oss)`
  var value: BusValue { .structure([.objectPath(id), .string(name), .string(icon)]) }
}

/// The orders of `GetPlaylists`; the raw values are the specification's words on the bus.
public enum PlaylistOrdering: String, CaseIterable, Sendable {
  /// By name.
  case alphabetical = "Alphabetical"
  /// By the time of creation, the oldest first.
  case creationDate = "Created"
  /// By the time of the last change, the oldest first.
  case modifiedDate = "Modified"
  /// By the time of the last playing, the oldest first; entries that were never played come before all others.
  case lastPlayDate = "Played"
  /// The library's own order, see ``Shelf``.
  case userDefined = "User"

  /// Reads the word of a call: the one on the bus, or the specification's name for it, which some clients send.
  public init?(word: String) {
    switch word {
    case "CreationDate": self = .creationDate
    case "ModifiedDate": self = .modifiedDate
    case "LastPlayDate": self = .lastPlayDate
    case "UserDefined": self = .userDefined
    default: self.init(rawValue: word)
    }
  }
}

/// The library at one moment.
public struct Shelf: Equatable, Sendable {
  /// The entries in the library's own order, in which those that the listener is most likely to want come first.
  public var playlists: [Playlist]
  /// The entry that is being read.
  public var active: Playlist?

  /// A library with these entries, empty by default.
  public init(playlists: [Playlist] = [], active: Playlist? = nil) {
    self.playlists = playlists
    self.active = active
  }
}

/// A query of `GetPlaylists`.
public struct PlaylistQuery: Equatable, Sendable {
  /// The index of the first wanted entry in the requested order, from 0.
  public var index: UInt32
  /// The most entries to return.
  public var maximum: UInt32
  /// See ``PlaylistOrdering``.
  public var ordering: PlaylistOrdering
  /// True if the order is reversed.
  public var isReversed: Bool

  /// A query.
  public init(index: UInt32 = 0, maximum: UInt32 = .max, ordering: PlaylistOrdering, isReversed: Bool = false) {
    self.index = index
    self.maximum = maximum
    self.ordering = ordering
    self.isReversed = isReversed
  }

  /// The requested part of `playlists`. Entries that are equal in the requested order keep the library's own.
  public func answer(from playlists: [Playlist]) -> [Playlist] {
    var ordered: [Playlist]
    switch ordering {
    case .userDefined: ordered = playlists
    case .alphabetical:
      // Case is folded once, not at each comparison.
      let keyed = playlists.map { (name: $0.name.lowercased(), playlist: $0) }
      ordered = keyed.sorted { ($0.name, $0.playlist.name) < ($1.name, $1.playlist.name) }.map(\.playlist)
    case .creationDate: ordered = playlists.sorted { $0.created < $1.created }
    case .modifiedDate: ordered = playlists.sorted { $0.modified < $1.modified }
    case .lastPlayDate: ordered = playlists.sorted { $0.played ?? .min < $1.played ?? .min }
    }
    if isReversed { ordered.reverse() }
    return Array(ordered.dropFirst(Int(index)).prefix(Int(maximum)))
  }
}
