/// The limits for reading a message. A larger message is refused as a whole, before memory is spent on it.
public struct MessageLimits: Equatable, Sendable {
  /// The number of values, with containers and their elements counted alike.
  public var values: Int
  /// The bytes of text in all strings together.
  public var textBytes: Int
  /// Descriptors.
  public var descriptors: Int

  /// All limits are inclusive.
  public init(values: Int, textBytes: Int, descriptors: Int) {
    self.values = values
    self.textBytes = textBytes
    self.descriptors = descriptors
  }

  /// The limits for calls of any client: a text of 16 MiB, with room for the rest of the message.
  public static let calls = MessageLimits(values: 1 << 16, textBytes: 17 << 20, descriptors: 16)
  /// The limits for replies of a service that was called.
  public static let replies = MessageLimits(values: 1 << 20, textBytes: 64 << 20, descriptors: 16)
  /// The limits for what is read of a message between others.
  static let monitored = MessageLimits(values: 4096, textBytes: 4 << 20, descriptors: 0)
}
