import EventLoop

/// Brings what parts tell to the one that is made of them, which stands only after they do.
///
/// It has one end: what is told before that is connected is told to nobody, and nobody can take the place of the end.
@Core
final class Relay<Notice> {
  private var take: (@Core (Notice) -> Void)?

  /// Sets the end. May be called once.
  func connect(_ take: @escaping @Core (Notice) -> Void) {
    precondition(self.take == nil, "what parts tell is taken already")
    self.take = take
  }

  /// Tells, and returns when that has been taken.
  func callAsFunction(_ notice: Notice) { take?(notice) }
}
