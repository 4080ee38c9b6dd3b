public import BusValues

/// An entry of the library, as players show it in a menu.
public struct Playlist: Equatable, Sendable {
  /// Its path, outside of `/org/mpris` as the specification asks; the same as long as the entry exists.
  public var id: ObjectPath
  /// For people; two may have the same.
  public var name: String
  /// The URI of a picture; empty where there is none.
  public var icon: String
  /// When it came into the library, in milliseconds since 1970.
  public var created: Int64
  /// When it was last changed: another document in a folder, another bookmark in a document.
  public var modified: Int64
  /// When something of it was heard last; `nil`: never.
  public var played: Int64?

  /// An entry with what it is ordered by.
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

/// What `GetPlaylists` orders by; the raw values are the words of the specification on the bus.
public enum PlaylistOrdering: String, CaseIterable, Sendable {
  /// By name.
  case alphabetical = "Alphabetical"
  /// By the time of creation, the oldest first.
  case creationDate = "Created"
  /// By the time of the last change, the oldest first.
  case modifiedDate = "Modified"
  /// By the time of the last playing, the oldest first; what never was comes before all.
  case lastPlayDate = "Played"
  /// The library's own order, see ``Shelf``.
  case userDefined = "User"

  /// Reads the word of a call: the one on the bus, or the name that the specification has for it, which some clients
  /// send.
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

/// The library at a moment.
public struct Shelf: Equatable, Sendable {
  /// In the library's own order: what the listener is most likely to want comes first.
  public var playlists: [Playlist]
  /// What is being read belongs to it.
  public var active: Playlist?

  /// The empty library, but for what is given.
  public init(playlists: [Playlist] = [], active: Playlist? = nil) {
    self.playlists = playlists
    self.active = active
  }
}

/// What `GetPlaylists` asks for.
public struct PlaylistQuery: Equatable, Sendable {
  /// The first one wanted, from 0, in the order asked for.
  public var index: UInt32
  /// How many at most.
  public var maximum: UInt32
  /// See ``PlaylistOrdering``.
  public var ordering: PlaylistOrdering
  /// Whether the order is turned around.
  public var isReversed: Bool

  /// A question.
  public init(index: UInt32 = 0, maximum: UInt32 = .max, ordering: PlaylistOrdering, isReversed: Bool = false) {
    self.index = index
    self.maximum = maximum
    self.ordering = ordering
    self.isReversed = isReversed
  }

  /// The part of `playlists` that is wanted; what is equal in the order asked for stays in the library's own.
  public func answer(from playlists: [Playlist]) -> [Playlist] {
    var ordered: [Playlist]
    switch ordering {
    case .userDefined: ordered = playlists
    case .alphabetical:
      // Folded once, not at each comparison.
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
