import CDBus
import EventLoop
import Glibc

/// The watches of a connection of libdbus, and the loop's one registration for all of them. Timeouts are not needed:
/// libdbus uses them for its own pending calls, and those of this module are handled elsewhere.
@Core
final class LinkWatches {
  private let raw: OpaquePointer
  private var onReady: (@Core (Readiness) -> Void)?
  private var watches: [OpaquePointer] = []
  private var source: EventSource?

  init(_ raw: OpaquePointer) { self.raw = raw }

  /// Begins to watch.
  ///
  /// - Parameter onReady: the descriptor is ready; ``handle(_:)`` follows.
  func start(_ onReady: @escaping @Core (Readiness) -> Void) {
    self.onReady = onReady
    let context = Unmanaged.passUnretained(self).toOpaque()
    let added = dbus_connection_set_watch_functions(
      raw,
      { watch, context in LinkWatches.with(context, watch!) { $0.add($1) } },
      { watch, context in _ = LinkWatches.with(context, watch!) { $0.remove($1) } },
      { _, context in _ = LinkWatches.with(context, ()) { watches, _ in watches.updateInterest() } },
      context, nil)
    precondition(added != 0, "out of memory")
  }

  /// Ends the registration with the loop; ``close()`` follows.
  func stop() {
    source?.cancel()
    source = nil
    watches = []
  }

  /// Ends the callbacks of libdbus, before the connection is closed.
  func close() { dbus_connection_set_watch_functions(raw, nil, nil, nil, nil, nil) }

  /// Enters the isolation from a callback of libdbus, which is always made on the loop's thread.
  private nonisolated static func with<T>(
    _ context: UnsafeMutableRawPointer?, _ argument: T, _ body: @Core (LinkWatches, T) -> Void
  ) -> dbus_bool_t {
    let watches = Unmanaged<LinkWatches>.fromOpaque(context!).takeUnretainedValue()
    nonisolated(unsafe) let argument = argument  // used before this returns, on this thread
    Core.assumeIsolated { body(watches, argument) }
    return 1
  }

  private func add(_ watch: OpaquePointer) {
    watches.append(watch)
    updateInterest()
  }

  private func remove(_ watch: OpaquePointer) {
    watches.removeAll { $0 == watch }
    updateInterest()
  }

  /// libdbus has one watch per direction; the loop has one registration per descriptor.
  private func updateInterest() {
    guard let descriptor else {
      source?.cancel()
      source = nil
      return
    }
    let interest = interest
    if let source {
      source.setInterest(interest)
    } else {
      source = Core.loop.watch(descriptor, for: interest) { [unowned self] in onReady?($0) }
    }
    // A hang-up is always reported, in every turn, even while no watch is enabled.
    source?.setEnabled(!interest.isEmpty)
  }

  private var descriptor: CInt? { watches.first.map { dbus_watch_get_unix_fd($0) } }

  /// The readiness for which the enabled watches wait.
  private var interest: Readiness {
    var interest: Readiness = []
    for watch in watches where dbus_watch_get_enabled(watch) != 0 {
      let flags = dbus_watch_get_flags(watch)
      if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.readable) }
      if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.writable) }
    }
    return interest
  }

  /// Lets libdbus read and write.
  func handle(_ readiness: Readiness) {
    var flags: UInt32 = 0
    if readiness.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
    if readiness.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
    if readiness.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
    if readiness.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
    let trouble = DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue
    for watch in watches {
      // Handling one watch can remove another.
      guard watches.contains(watch), dbus_watch_get_enabled(watch) != 0 else { continue }
      let relevant = flags & (dbus_watch_get_flags(watch) | trouble)
      if relevant != 0 { dbus_watch_handle(watch, relevant) }
    }
  }

  /// Waits for the descriptor without the loop while `condition` is true, at most for `timeout`, and passes each
  /// readiness on.
  func wait(for timeout: Duration, while condition: () -> Bool, ready: (Readiness) -> Void) {
    let end = EventLoop.monotonicNow().advanced(by: timeout)
    while condition(), let descriptor {
      let left = EventLoop.monotonicNow().duration(to: end).milliseconds
      guard left > 0 else { return }
      // The bits of poll are those of epoll.
      var poll = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: interest.rawValue), revents: 0)
      guard Glibc.poll(&poll, 1, left) > 0 else { continue }
      ready(Readiness(rawValue: UInt32(UInt16(bitPattern: poll.revents))))
    }
  }
}

extension Duration {
  /// Whole milliseconds for C, rounded up, so that a short wait does not spin; never negative.
  fileprivate var milliseconds: CInt {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return CInt(clamping: min(seconds, 1 << 31) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
