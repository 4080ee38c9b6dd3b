public import BusValues
public import Playback
public import Vocabulary

/// The values of `org.mpris.MediaPlayer2.Player`'s properties.
public enum PlayerProperties {
  /// One value, for `Get`; `nil` for an unknown property.
  ///
  /// - Parameter position: the position heard now, in microseconds; evaluated only if needed.
  public static func value(
    of name: String, in snapshot: Snapshot, position: @autoclosure () -> Microseconds
  ) -> BusValue? {
    switch name {
    case "Position": .int64(shown(position(), length: snapshot.length).count)
    case "PlaybackStatus": .string(snapshot.status.rawValue)
    case "Metadata": metadata(snapshot)
    case "LoopStatus": .string(snapshot.loop.rawValue)
    case "Rate": .double(snapshot.rate)
    case "Shuffle": .bool(snapshot.shuffle.isShuffled)
    case "Volume": .double(snapshot.volume.value)
    case "MinimumRate": .double(MPRISBus.minimumRate)
    case "MaximumRate": .double(MPRISBus.maximumRate)
    case "CanGoNext": .bool(snapshot.canGoNext)
    case "CanGoPrevious": .bool(snapshot.canGoPrevious)
    case "CanPlay": .bool(snapshot.canPlay)
    case "CanPause": .bool(snapshot.canPause)
    case "CanSeek": .bool(snapshot.canSeek)
    case "CanControl": .bool(true)
    default: nil
    }
  }

  /// "The current track position in microseconds, between 0 and the 'mpris:length' metadata entry".
  static func shown(_ position: Microseconds, length: TrackLength?) -> Microseconds {
    guard let length, length.microseconds > 0 else { return max(0, position) }
    return min(max(0, position), length.microseconds)
  }

  static func metadata(_ snapshot: Snapshot) -> BusValue {
    MetadataMap.value(
      of: snapshot.track, snapshot.metadata.map { TrackDetails($0, length: snapshot.length) })
  }
}
