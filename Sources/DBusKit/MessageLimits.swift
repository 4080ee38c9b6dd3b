/// How much of a message is taken apart. A message with more is refused as a whole, before memory is spent on it.
public struct MessageLimits: Equatable, Sendable {
  /// Values, containers and what they contain counted alike.
  public var values: Int
  /// Bytes of text in all strings together.
  public var textBytes: Int
  /// Descriptors.
  public var descriptors: Int

  /// All limits are inclusive.
  public init(values: Int, textBytes: Int, descriptors: Int) {
    self.values = values
    self.textBytes = textBytes
    self.descriptors = descriptors
  }

  /// What a service accepts from any client: a text of 16 MiB, and some more for what goes with it.
  public static let calls = MessageLimits(values: 1 << 16, textBytes: 17 << 20, descriptors: 16)
  /// What a client accepts from the service that it asked.
  public static let replies = MessageLimits(values: 1 << 20, textBytes: 64 << 20, descriptors: 16)
}
