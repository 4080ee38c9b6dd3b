/// The changes of a session since it was saved last.
public struct SessionChanges: Sendable {
  /// The listener's choices and wishes. Its lists and tables of entries may be empty: ``queue``, ``order`` and
  /// ``tracks`` replace them.
  public var player: Remembered
  /// The whole queue, in the listener's order and in the order of playing.
  public var queue, order: [TrackID]
  /// New and changed tracks.
  public var tracks: [KeptTrack]
  /// Tracks to remove.
  public var gone: [TrackID]
  /// See ``KeptSession/nextNumber``.
  public var nextNumber: UInt64
  /// See ``KeptSession/sleepPlace``.
  public var sleepPlace: PlaceInTrack?
  /// See ``KeptSession/sleep``.
  public var sleep: KeptSleep?
  /// See ``KeptSession/route``.
  public var route: Endpoint?

  /// Changes from their parts.
  public init(
    player: Remembered, queue: [TrackID], order: [TrackID], tracks: [KeptTrack], gone: [TrackID], nextNumber: UInt64,
    sleepPlace: PlaceInTrack?, sleep: KeptSleep? = nil, route: Endpoint? = nil
  ) {
    self.player = player
    self.queue = queue
    self.order = order
    self.tracks = tracks
    self.gone = gone
    self.nextNumber = nextNumber
    self.sleepPlace = sleepPlace
    self.sleep = sleep
    self.route = route
  }
}
