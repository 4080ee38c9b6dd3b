public import Vocabulary

/// The events of a volume floor, its orders, and the levels in them.
extension VolumeFloor {
  /// The level of a sink.
  public struct Level: Equatable, Sendable {
    /// Identifies the sink as long as it exists.
    public var serial: UInt64
    /// Its name, by which it is found again.
    public var sink: String
    /// 1 is full volume.
    public var volume: CubicLevel
    /// True if the sink is muted.
    public var isMuted: Bool

    /// A level of a sink.
    public init(serial: UInt64, sink: String, volume: CubicLevel, isMuted: Bool = false) {
      (self.serial, self.sink, self.volume, self.isMuted) = (serial, sink, volume, isMuted)
    }
  }

  /// A change of a sink's volume that is to be taken back; kept for a service that is killed meanwhile.
  public struct Raise: Equatable, Sendable {
    /// The name of the sink.
    public var sink: String
    /// The volume before.
    public var original: CubicLevel
    /// The volume now. Any other one is the listener's.
    public var raised: CubicLevel

    /// A change of a sink's volume.
    public init(sink: String, original: CubicLevel, raised: CubicLevel) {
      (self.sink, self.original, self.raised) = (sink, original, raised)
    }
  }

  /// Something that happened.
  public enum Event: Equatable, Sendable {
    /// The listener's settings, 0…1: a floor of 0 never raises, and the cap limits the floor.
    case configured(floor: CubicLevel, cap: CubicLevel)
    /// An earlier process left these.
    case found([Raise])
    /// An announcement is about to be spoken.
    case began
    /// None is spoken any more. `atOnce`: another sound is about to follow, so that there is no time to rest.
    case ended(atOnce: Bool)
    /// The level of the sink that the sound goes to, `nil` if it is unknown, and those of the sinks that are there and
    /// whose changes are to be taken back (``VolumeFloor/kept``).
    case seen(current: Level?, kept: [Level])
    /// Nothing is known about sinks any more.
    case lost
    /// The order to raise could not be followed.
    case refused
    /// The service ends.
    case left
    /// ``VolumeFloor/nextWake`` has come.
    case wake
  }

  /// An order to the driver.
  public enum Effect: Equatable, Sendable {
    /// Keeps ``VolumeFloor/kept`` for a later process, then sets the sink's volume to ``Raise/raised``.
    case raise(Raise, serial: UInt64)
    /// Sets the sink's volume to that of before.
    case restore(CubicLevel, serial: UInt64)
    /// Keeps what is in ``VolumeFloor/kept`` now; nothing, if that is empty.
    case keep
    /// Asks for the levels of sinks, which are unknown.
    case look
  }
}
