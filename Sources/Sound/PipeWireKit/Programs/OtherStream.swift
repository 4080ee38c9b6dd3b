/// A running stream of another program.
public struct OtherStream: Hashable, Sendable {
  /// The direction of the sound.
  public enum Direction: Sendable {
    /// Something is played.
    case output
    /// Something is recorded.
    case input
  }

  /// The direction of the sound.
  public var direction: Direction
  /// The client that owns the stream. Ids are reused when a client has gone.
  public var client: UInt32?
  /// The role that the program declares for the sound, such as `Communication`; empty if there is none.
  public var role: String
  /// The program's name for people; may be empty.
  public var application: String
  /// The program's id, such as `org.mozilla.firefox`; may be empty.
  public var applicationID: String
  /// The name of its executable; may be empty.
  public var binary: String
  /// For a recording: true if it records a sink, not a microphone.
  public var isMonitor: Bool

  /// A stream with these properties.
  public init(
    direction: Direction, client: UInt32?, role: String = "", application: String = "", applicationID: String = "",
    binary: String = "", isMonitor: Bool = false
  ) {
    self.direction = direction
    self.client = client
    self.role = role
    self.application = application
    self.applicationID = applicationID
    self.binary = binary
    self.isMonitor = isMonitor
  }
}
