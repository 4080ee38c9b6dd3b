import EventLoop
import Synchronization

/// A descriptor that a client sent. It is closed if nobody takes it over: a request may be refused before its text is
/// opened. Any thread.
final class ReceivedDescriptor: Sendable {
  /// -1 once it was taken.
  private let number: Atomic<CInt>

  init(_ number: CInt) { self.number = Atomic(number) }

  deinit {
    if let number = take() { BlockingWork.closeDescriptor(number) }
  }

  /// The mount of its file; `nil` once it was taken, and if the kernel does not tell it.
  var mount: Mount? {
    let number = number.load(ordering: .relaxed)
    return number >= 0 ? Mount(of: number) : nil
  }

  /// The descriptor, which the caller then owns; `nil` the second time.
  func take() -> CInt? {
    let taken = number.exchange(-1, ordering: .relaxed)
    return taken >= 0 ? taken : nil
  }
}
