public import BusValues
public import Playback
public import Vocabulary

/// A change that `PropertiesChanged` reports.
///
/// There is no case for `Position`, since the signal `Seeked` reports its jumps, and none for properties that never
/// change. ``tracks`` carries no value, since the specification requires it to be invalidated.
public enum Announcement: Equatable, Sendable {
  case metadata(TrackID?, TrackDetails?)
  case playbackStatus(PlaybackStatus)
  case loopStatus(LoopStatus)
  case rate(Double)
  case shuffle(Bool)
  case volume(Double)
  case canGoNext(Bool)
  case canGoPrevious(Bool)
  case canPlay(Bool)
  case canPause(Bool)
  case canSeek(Bool)
  /// A property of `org.mpris.MediaPlayer2.TrackList`.
  case tracks

  /// The changes between two snapshots. Each changed property occurs once.
  ///
  /// The `Can…` properties come first, because a menu that redraws for a new track (Xfce's) reads its buttons then. The
  /// metadata come before the status, so that a client that applies the table in order knows the track before it plays.
  public static func difference(from old: Snapshot, to new: Snapshot) -> [Announcement] {
    var changes: [Announcement] = []
    if old.canGoNext != new.canGoNext { changes.append(.canGoNext(new.canGoNext)) }
    if old.canGoPrevious != new.canGoPrevious { changes.append(.canGoPrevious(new.canGoPrevious)) }
    if old.canPlay != new.canPlay { changes.append(.canPlay(new.canPlay)) }
    if old.canPause != new.canPause { changes.append(.canPause(new.canPause)) }
    if old.canSeek != new.canSeek { changes.append(.canSeek(new.canSeek)) }
    if let details = metadataDifference(from: old, to: new) { changes.append(.metadata(new.track, details)) }
    if old.status != new.status { changes.append(.playbackStatus(new.status)) }
    if old.loop != new.loop { changes.append(.loopStatus(new.loop)) }
    if !isSame(old.rate, new.rate) { changes.append(.rate(new.rate)) }
    if old.shuffle.isShuffled != new.shuffle.isShuffled { changes.append(.shuffle(new.shuffle.isShuffled)) }
    if !isSame(old.volume.value, new.volume.value) { changes.append(.volume(new.volume.value)) }
    if old.tracks != new.tracks { changes.append(.tracks) }
    return changes
  }

  /// The metadata to announce now; `nil` if they have been announced already.
  static func metadataDifference(from old: Snapshot, to new: Snapshot) -> TrackDetails?? {
    guard old.track != new.track || old.metadata != new.metadata || shownLength(old) != shownLength(new) else {
      return nil
    }
    return .some(new.metadata.map { TrackDetails($0, length: new.length) })
  }

  /// The length as the map shows it: an estimate that became exact with the same number is not a change.
  private static func shownLength(_ snapshot: Snapshot) -> Microseconds? {
    guard let length = snapshot.length, length.microseconds > 0 else { return nil }
    return length.microseconds
  }

  /// NaN counts as equal to itself; otherwise it would be announced for ever.
  private static func isSame(_ old: Double, _ new: Double) -> Bool { old == new || (old.isNaN && new.isNaN) }

  /// The interface that the property belongs to.
  public var interface: InterfaceName {
    if case .tracks = self { TrackListInterface.name } else { PlayerInterface.name }
  }

  /// The property's name.
  public var property: String {
    switch self {
    case .metadata: "Metadata"
    case .playbackStatus: "PlaybackStatus"
    case .loopStatus: "LoopStatus"
    case .rate: "Rate"
    case .shuffle: "Shuffle"
    case .volume: "Volume"
    case .canGoNext: "CanGoNext"
    case .canGoPrevious: "CanGoPrevious"
    case .canPlay: "CanPlay"
    case .canPause: "CanPause"
    case .canSeek: "CanSeek"
    case .tracks: "Tracks"
    }
  }

  /// The new value; `nil` if only the change is reported.
  public var value: BusValue? {
    switch self {
    case .metadata(let track, let details): MetadataMap.value(of: track, details)
    case .playbackStatus(let status): .string(status.rawValue)
    case .loopStatus(let loop): .string(loop.rawValue)
    case .rate(let number), .volume(let number): .double(number)
    case .shuffle(let flag), .canGoNext(let flag), .canGoPrevious(let flag), .canPlay(let flag),
      .canPause(let flag), .canSeek(let flag):
      .bool(flag)
    case .tracks: nil
    }
  }
}

/// One `PropertiesChanged` signal.
public struct PropertyChanges: Equatable, Sendable {
  /// The interface whose properties changed, the signal's first argument.
  public var interface: InterfaceName
  /// Names and new values, in the order of the announcements.
  public var changed: [(String, BusValue)]
  /// Names of properties whose value a client has to request.
  public var invalidated: [String]

  /// A signal with these arguments.
  public init(interface: InterfaceName, changed: [(String, BusValue)], invalidated: [String]) {
    self.interface = interface
    self.changed = changed
    self.invalidated = invalidated
  }

  /// The signals for `announcements`: at most one for each interface, the player's first.
  public static func signals(for announcements: [Announcement]) -> [PropertyChanges] {
    [PlayerInterface.name, TrackListInterface.name].compactMap { interface in
      var changes = PropertyChanges(interface: interface, changed: [], invalidated: [])
      for announcement in announcements where announcement.interface == interface {
        if let value = announcement.value {
          changes.changed.append((announcement.property, value))
        } else {
          changes.invalidated.append(announcement.property)
        }
      }
      return changes.changed.isEmpty && changes.invalidated.isEmpty ? nil : changes
    }
  }

  /// True if both carry the same values in the same order.
  public static func == (a: PropertyChanges, b: PropertyChanges) -> Bool {
    a.interface == b.interface && a.invalidated == b.invalidated
      && a.changed.elementsEqual(b.changed) { $0.0 == $1.0 && $0.1 == $1.1 }
  }
}
