package import EventLoop

/// Forwards notices from parts to their owner, which is complete only after them.
///
/// A relay has one receiver. Notices before it is connected are dropped, and it cannot be replaced.
@Core
package final class Relay<Notice> {
  private var take: (@Core (Notice) -> Void)?

  /// A relay without a receiver.
  package init() {}

  /// Sets the receiver. Must be called at most once.
  package func connect(_ take: @escaping @Core (Notice) -> Void) {
    precondition(self.take == nil, "a relay has one receiver")
    self.take = take
  }

  /// Sends a notice, and returns when it has been handled.
  package func callAsFunction(_ notice: Notice) { take?(notice) }
}
