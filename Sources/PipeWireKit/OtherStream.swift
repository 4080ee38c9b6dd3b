/// A running stream of another program.
public struct OtherStream: Hashable, Sendable {
  /// Which way the sound goes.
  public enum Direction: Sendable {
    /// Something is played.
    case output
    /// Something is recorded.
    case input
  }

  /// Which way the sound goes.
  public var direction: Direction
  /// The client that the stream is of; ids are used again when a client has gone.
  public var client: UInt32?
  /// What the program says that the sound is, such as `Communication`; empty where it says nothing.
  public var role: String
  /// The program's name for people; may be empty.
  public var application: String
  /// The program's id, such as `org.mozilla.firefox`; may be empty.
  public var applicationID: String
  /// The name of its executable; may be empty.
  public var binary: String
  /// For something recorded: whether it is what a sink plays, and no microphone.
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
