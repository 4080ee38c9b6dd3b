public import BusValues
public import Playback

/// A signal of `org.mpris.MediaPlayer2.TrackList`.
public enum TrackListSignal: Equatable, Sendable {
  case replaced([TrackID], current: TrackID?)
  /// `after` is `nil` at the start of the list.
  case added(TrackID, TrackDetails?, after: TrackID?)
  case removed(TrackID)
  case metadataChanged(TrackID, TrackDetails?)

  /// The most tracks that are reported one by one; more changes are reported as a new list.
  public static let mostSingleChanges = 8

  /// The changes of the list between two snapshots.
  ///
  /// A client that applies the signals in order to the old list gets the new one. Tracks that changed places, a list of
  /// which nothing remained, and more than ``mostSingleChanges`` changes are reported as a new list.
  ///
  /// - Parameter details: returns the details of a track that is new in the list.
  public static func difference(
    from old: Snapshot, to new: Snapshot, details: (TrackID) -> TrackDetails?
  ) -> [TrackListSignal] {
    var signals = old.tracks == new.tracks ? [] : listChanges(from: old, to: new, details)
    // A length becomes known better many times. The player's metadata tell it, once.
    if let track = new.track, track == old.track, new.tracks.contains(track), old.tracks.contains(track),
      old.metadata != new.metadata
    {
      signals.append(.metadataChanged(track, new.metadata.map { TrackDetails($0, length: new.length) }))
    }
    return signals
  }

  private static func listChanges(
    from old: Snapshot, to new: Snapshot, _ details: (TrackID) -> TrackDetails?
  ) -> [TrackListSignal] {
    let before = Set(old.tracks)
    let after = Set(new.tracks)
    let removed = old.tracks.filter { !after.contains($0) }
    let kept = old.tracks.filter(after.contains)
    let added = new.tracks.count - kept.count
    let nothingRemained = kept.isEmpty && !old.tracks.isEmpty && !new.tracks.isEmpty
    guard removed.count + added <= mostSingleChanges, !nothingRemained, new.tracks.filter(before.contains) == kept
    else { return [.replaced(new.tracks, current: new.track)] }
    var signals = removed.map { TrackListSignal.removed($0) }
    var previous: TrackID?
    for track in new.tracks {
      if !before.contains(track) { signals.append(.added(track, details(track), after: previous)) }
      previous = track
    }
    return signals
  }

  /// The signal's name.
  public var member: MemberName {
    switch self {
    case .replaced: "TrackListReplaced"
    case .added: "TrackAdded"
    case .removed: "TrackRemoved"
    case .metadataChanged: "TrackMetadataChanged"
    }
  }

  /// The signal's arguments, in order.
  public var arguments: [BusValue] {
    switch self {
    case .replaced(let tracks, let current):
      [.objectPaths(tracks.map(\.objectPath)), .objectPath(current?.objectPath ?? MPRISBus.noTrack)]
    case .added(let track, let details, let after):
      [MetadataMap.value(of: track, details), .objectPath(after?.objectPath ?? MPRISBus.noTrack)]
    case .removed(let track): [.objectPath(track.objectPath)]
    case .metadataChanged(let track, let details):
      [.objectPath(track.objectPath), MetadataMap.value(of: track, details)]
    }
  }
}
