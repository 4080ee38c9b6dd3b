/// The reason why the private desktop, or a program in it, failed in a test.
public struct DesktopError: Error, CustomStringConvertible, Sendable {
  /// The kind of failure.
  public enum Code: Sendable {
    /// A program could not be started at all.
    case notStarted
    /// The private desktop refused an order, or did not come up.
    case desktop
    /// An expected event did not happen in time.
    case timeout
    /// A program ended unexpectedly.
    case ended
    /// A program was to be started in a polling loop.
    case startedInPoll
  }

  /// The kind of failure.
  public let code: Code
  /// The failure, with the output of the program that was involved.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
