public import EventLoop

/// A subscription, or a watch of a name. It ends with ``cancel()``, with the value's last reference, or with the
/// connection.
@Core
public final class MatchToken {
  private var end: (@Core () -> Void)?

  init(_ end: @escaping @Core () -> Void) { self.end = end }

  isolated deinit { cancel() }

  /// Ends the subscription; the handler is not called afterwards.
  public func cancel() {
    let end = end
    self.end = nil
    end?()
  }
}
