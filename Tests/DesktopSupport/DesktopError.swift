/// Why the private desktop, or a program in it, did not do what a test needs.
public struct DesktopError: Error, CustomStringConvertible, Sendable {
  /// What kind of failure this is.
  public enum Code: Sendable {
    /// A program could not be started at all.
    case notStarted
    /// The private desktop refused an order, or did not come up.
    case desktop
    /// Something that should have happened did not happen in time.
    case timeout
    /// A program ended that should have gone on.
    case ended
  }

  /// The kind of failure.
  public let code: Code
  /// What happened, with the output of the program that was involved.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
