public import Vocabulary

/// The level of a sink.
public struct SinkLevel: Equatable, Sendable {
  /// Identifies the sink as long as it exists; unique on one server.
  public var serial: UInt64
  /// The sink's name, which stays the same after a restart of the server.
  public var name: String
  /// 1 is full volume, and more amplifies. That of the loudest channel.
  public var volume: CubicLevel
  /// True if it is muted.
  public var isMuted: Bool

  /// A level of a sink.
  public init(serial: UInt64, name: String, volume: CubicLevel, isMuted: Bool) {
    (self.serial, self.name, self.volume, self.isMuted) = (serial, name, volume, isMuted)
  }
}
