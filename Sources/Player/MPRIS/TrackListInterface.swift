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
            "AfterTrack", .objectPath,
            doc: "The id of the track before it; \(MPRISBus.noTrack) for the start of the list."),
          ArgumentDescription("SetAsCurrent", .bool, doc: "True to go to it at once, as GoTo does."),
        ], doc: "Adds a text. If it cannot be read, the list does not change."),
      MethodDescription(
        "RemoveTrack", in: [trackID],
        doc: "Removes a track from the list. No effect if it is not in the list."),
      MethodDescription(
        "GoTo", in: [trackID], doc: "Skips to a track. No effect if it is not in the list."),
    ],
    signals: [
      SignalDescription(
        "TrackListReplaced",
        [
          ArgumentDescription("Tracks", .objectPaths, doc: "The new list."),
          ArgumentDescription(
            "CurrentTrack", .objectPath, doc: "The current track, or \(MPRISBus.noTrack)."),
        ], doc: "The list changed in several places, or its order changed."),
      SignalDescription(
        "TrackAdded",
        [
          ArgumentDescription("Metadata", .vardict, doc: "The metadata of the new track, including its id."),
          ArgumentDescription(
            "AfterTrack", .objectPath,
            doc: "The id of the track before it; \(MPRISBus.noTrack) for the start of the list."),
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
      PropertyDescription("CanEditTracks", .bool, doc: "Always true: AddTrack and RemoveTrack have an effect."),
    ],
    doc: "The queue. Each entry has an id of its own, even if the same text is in the queue twice.")

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
