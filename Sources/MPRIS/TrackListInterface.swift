public import BusValues
public import Playback

/// `org.mpris.MediaPlayer2.TrackList`.
public enum TrackListInterface {
  /// The interface of the queue.
  public static let name: InterfaceName = "org.mpris.MediaPlayer2.TrackList"

  /// The methods, signals and properties of the specification 2.2.
  public static let description = InterfaceDescription(
    name,
    methods: [
      MethodDescription(
        "GetTracksMetadata", in: [ArgumentDescription("TrackIds", .objectPaths, doc: "Ids of tracks in the list.")],
        out: [ArgumentDescription("Metadata", "aa{sv}", doc: "One table for each id that is in the list, in order.")],
        doc: "The metadata of tracks in the list."),
      MethodDescription(
        "AddTrack",
        in: [
          ArgumentDescription("Uri", .string, doc: "A file: URI of a text."),
          ArgumentDescription(
            "AfterTrack", .objectPath, doc: "What it follows; \(MPRISBus.noTrack) for the start of the list."),
          ArgumentDescription("SetAsCurrent", .bool, doc: "Whether to go to it at once, as with GoTo."),
        ], doc: "Adds a text. Where it cannot be read the list stays as it was."),
      MethodDescription(
        "RemoveTrack", in: [trackID],
        doc: "Takes a track out of the list. No effect when it is not in the list."),
      MethodDescription(
        "GoTo", in: [trackID], doc: "Skips to a track. No effect when it is not in the list."),
    ],
    signals: [
      SignalDescription(
        "TrackListReplaced",
        [
          ArgumentDescription("Tracks", .objectPaths, doc: "The new list."),
          ArgumentDescription(
            "CurrentTrack", .objectPath, doc: "The current track, or \(MPRISBus.noTrack)."),
        ], doc: "The list changed in more than a few places, or in its order."),
      SignalDescription(
        "TrackAdded",
        [
          ArgumentDescription("Metadata", .vardict, doc: "Of the new track, its id included."),
          ArgumentDescription(
            "AfterTrack", .objectPath, doc: "What it follows; \(MPRISBus.noTrack) for the start of the list."),
        ], doc: "A track was added."),
      SignalDescription("TrackRemoved", [trackID], doc: "A track was removed."),
      SignalDescription(
        "TrackMetadataChanged",
        [trackID, ArgumentDescription("Metadata", .vardict, doc: "The new metadata, complete.")],
        doc: "A track's metadata changed."),
    ],
    properties: [
      PropertyDescription(
        "Tracks", .objectPaths, emitsChanged: .invalidates, doc: "The ids of the tracks, in the order of playing."),
      PropertyDescription("CanEditTracks", .bool, doc: "Whether AddTrack and RemoveTrack have an effect: yes."),
    ],
    doc: "The queue. Each entry has an id of its own, also where the same text is in it twice.")

  private static let trackID = ArgumentDescription("TrackId", .objectPath, doc: "The track's id.")

  /// The value of a property; `nil` for an unknown one.
  public static func value(of property: String, in snapshot: Snapshot) -> BusValue? {
    switch property {
    case "Tracks": .objectPaths(snapshot.tracks.map(\.objectPath))
    case "CanEditTracks": .bool(true)
    default: nil
    }
  }

  /// The reply to `GetTracksMetadata`: the known tracks, in the order of the request.
  public static func metadataReply(
    for tracks: [TrackID?], details: (TrackID) -> TrackDetails?
  ) -> [BusValue] {
    let tables = tracks.compactMap { track -> BusValue? in
      guard let track, let details = details(track) else { return nil }
      return MetadataMap.value(of: track, details)
    }
    return [.array(of: .vardict, tables)]
  }
}
