public import BusValues

/// `org.mpris.MediaPlayer2.Playlists`.
public enum PlaylistsInterface {
  /// The interface of the library.
  public static let name: InterfaceName = "org.mpris.MediaPlayer2.Playlists"
  /// The signal of a playlist with a new name or icon.
  public static let playlistChanged: MemberName = "PlaylistChanged"
  /// The type of one playlist: id, name, icon.
  public static let playlist: Signature = "(oss)"

  /// The methods, signals and properties of the specification 2.2.
  public static let description = InterfaceDescription(
    name,
    methods: [
      MethodDescription(
        "ActivatePlaylist",
        in: [ArgumentDescription("PlaylistId", .objectPath, doc: "The id of a playlist.")],
        doc: """
          Reads a playlist at once, from the place at which it was left; for a bookmark, from there. The current text \
          stays in the queue, after the playlist. Fails if there is no such playlist, or its file cannot be read.
          """),
      MethodDescription(
        "GetPlaylists",
        in: [
          ArgumentDescription("Index", .uint32, doc: "The first playlist to return, from 0."),
          ArgumentDescription("MaxCount", .uint32, doc: "The largest number to return."),
          ArgumentDescription("Order", .string, doc: "One of Orderings."),
          ArgumentDescription("ReverseOrder", .bool, doc: "True to return the last one of that order first."),
        ],
        out: [ArgumentDescription("Playlists", "a(oss)", doc: "Id, name, and the icon's URI or an empty string.")],
        doc: "A part of the library. An order by date begins with the oldest."),
    ],
    signals: [
      SignalDescription(
        playlistChanged, [ArgumentDescription("Playlist", playlist, doc: "The playlist after the change.")],
        doc: "A playlist has another name or another icon.")
    ],
    properties: [
      PropertyDescription("PlaylistCount", .uint32, doc: "The number of playlists."),
      PropertyDescription(
        "Orderings", .strings, doc: "The orders that GetPlaylists knows: all of the specification."),
      PropertyDescription(
        "ActivePlaylist", "(b(oss))",
        doc: """
          True and a playlist if the current text is in the library: the activated folder as long as one of its \
          documents is read, otherwise the document. False, and no playlist, if it is not in the library.
          """),
    ],
    doc: """
      The library: every document that was opened, every folder that holds several of them, and every bookmark. \
      The disk is not searched for others.
      """)
}

extension PlaylistsInterface {
  /// The value of a property; `nil` for an unknown one.
  public static func value(of property: String, in shelf: Shelf) -> BusValue? {
    switch property {
    case "PlaylistCount": .uint32(UInt32(clamping: shelf.playlists.count))
    case "Orderings": .strings(PlaylistOrdering.allCases.map(\.rawValue))
    case "ActivePlaylist": active(shelf.active)
    default: nil
    }
  }

  /// The reply to `GetPlaylists`.
  public static func reply(_ query: PlaylistQuery, in shelf: Shelf) -> [BusValue] {
    [.array(of: playlist, query.answer(from: shelf.playlists).map(\.value))]
  }

  static func active(_ playlist: Playlist?) -> BusValue {
    // "If there is no currently-active playlist, the structure's Valid field will be false, and the Playlist details
    // are undefined." The path must be valid all the same.
    let nothing = BusValue.structure([.objectPath("/"), .string(""), .string("")])
    return .structure([.bool(playlist != nil), playlist?.value ?? nothing])
  }
}
