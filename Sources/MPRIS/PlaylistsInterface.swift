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
          Reads it, from where it was left, and at once: what was being read stays in the queue behind it. A bookmark is \
          gone to. Fails where there is no such playlist or its file cannot be read.
          """),
      MethodDescription(
        "GetPlaylists",
        in: [
          ArgumentDescription("Index", .uint32, doc: "The first one to be answered, from 0."),
          ArgumentDescription("MaxCount", .uint32, doc: "How many to answer at most."),
          ArgumentDescription("Order", .string, doc: "One of Orderings."),
          ArgumentDescription("ReverseOrder", .bool, doc: "Whether the last one in that order comes first."),
        ],
        out: [ArgumentDescription("Playlists", "a(oss)", doc: "Id, name, and the icon's URI or nothing.")],
        doc: "A part of the library. The dates order the oldest first."),
    ],
    signals: [
      SignalDescription(
        playlistChanged, [ArgumentDescription("Playlist", playlist, doc: "As it is now.")],
        doc: "A playlist has another name or another icon.")
    ],
    properties: [
      PropertyDescription("PlaylistCount", .uint32, doc: "How many playlists there are."),
      PropertyDescription(
        "Orderings", .strings, doc: "What GetPlaylists can order by: all that is specified."),
      PropertyDescription(
        "ActivePlaylist", "(b(oss))",
        doc: """
          Whether what is being read is of the library, and what it is: the folder that was activated, as long as one of \
          its documents is read, else the document. Undefined where it is not of the library.
          """),
    ],
    doc: """
      The library: every document that was opened, every folder that holds several of them, and every bookmark. \
      Nothing on disk is searched for more.
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
