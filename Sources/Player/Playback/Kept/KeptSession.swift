/// Everything that is kept when the service ends.
public struct KeptSession: Equatable, Sendable {
  /// The player: queue, order, modes, levels, and the wish.
  public var player: Remembered
  /// The entries of the queue.
  public var tracks: [TrackID: KeptTrack]
  /// The next track's number. No number is used twice, even after a restart.
  public var nextNumber: UInt64
  /// The place at which the last sleep timer was set, in one of ``tracks``.
  public var sleepPlace: PlaceInTrack?
  /// The sleep timer; `nil` if there is none.
  public var sleep: KeptSleep?
  /// The last private route (``Playback/Endpoint/lasting``); `nil` if the route was not private, or unknown.
  public var route: Endpoint?

  /// An empty session.
  public init(player: Remembered = Remembered(), tracks: [TrackID: KeptTrack] = [:], nextNumber: UInt64 = 1) {
    self.player = player
    self.tracks = tracks
    self.nextNumber = nextNumber
  }
}

/// A stored sleep timer.
public struct KeptSleep: Equatable, Sendable {
  /// The rest of the extent.
  public var extent: SleepTimer.Extent
  /// The end of a timer that counts time while sound continues; `nil` without sound.
  public var until: WallTime?

  /// A timer from its parts.
  public init(_ extent: SleepTimer.Extent, until: WallTime? = nil) {
    self.extent = extent
    self.until = until
  }

  /// The rest at `now` if the sound continued meanwhile.
  public func left(at now: WallTime) -> SleepTimer.Extent {
    guard case .time(let time) = extent, let until else { return extent }
    // A clock that was set back does not extend the timer.
    return .time(min(time, max(.zero, now.duration(to: until))))
  }
}

/// A place in one of several tracks.
public struct PlaceInTrack: Equatable, Sendable {
  /// The track.
  public var track: TrackID
  /// The place in it.
  public var place: KeptPlace

  /// A place from its parts.
  public init(track: TrackID, place: KeptPlace) {
    self.track = track
    self.place = place
  }
}
