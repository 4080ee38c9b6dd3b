public import Playback

/// What is different in a session since it was saved last.
public struct SessionChanges: Sendable {
  /// What the listener chose and wants. Its lists and tables of entries may be empty: ``queue``, ``order`` and ``tracks``
  /// say what is to be said of them.
  public var player: Remembered
  /// All of the queue, in the listener's order and in that of playing.
  public var queue, order: [TrackID]
  /// New ones, and those that are not as they were.
  public var tracks: [KeptTrack]
  /// Those that are not to be kept any more.
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
