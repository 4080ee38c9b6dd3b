import CSystemd
import Glibc

/// A registration with the loop. It ends with ``cancel()`` or with the value's last reference.
///
/// Whoever closes the descriptor calls ``cancel()`` first: the last reference may be that of the handler's own call,
/// and a program that is being started keeps a closed descriptor open for a moment, and with it the kernel's
/// registration.
@Core
public final class EventSource {
  fileprivate var source: OpaquePointer?
  fileprivate var handler: (@Core (Int64) -> Void)?

  fileprivate init(_ handler: @escaping @Core (Int64) -> Void) { self.handler = handler }

  isolated deinit { cancel() }

  /// Ends the registration; no handler runs afterwards. The descriptor stays open.
  public func cancel() {
    handler = nil
    source = sd_event_source_disable_unref(source)
  }

  fileprivate nonisolated static func dispatch(_ context: UnsafeMutableRawPointer?, _ value: Int64) {
    let source = Unmanaged<EventSource>.fromOpaque(context!).takeUnretainedValue()
    Core.loop.timed {
      Core.assumeIsolated {
        withExtendedLifetime(source) { source.handler?(value) }
      }
    }
  }

  fileprivate var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

/// The readiness that a descriptor is watched for, or that it has.
public struct Readiness: OptionSet, Sendable {
  /// The bits of epoll.
  public let rawValue: UInt32
  /// Readiness from the bits of epoll.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// There is something to read, or the other end has closed.
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// There is room to write.
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// Always reported; need not be requested.
  public static let error = Readiness(rawValue: EPOLLERR.rawValue)
  /// Always reported; need not be requested.
  public static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)
}

extension EventSource {
  /// Changes the interest of a descriptor's registration; `[]` keeps errors and hang-ups only.
  public func setInterest(_ interest: Readiness) {
    guard let source else { return }
    let result = sd_event_source_set_io_events(source, interest.rawValue)
    precondition(result >= 0, "sd_event_source_set_io_events failed: errno \(-result)")
  }

  /// Changes the order in which registrations are served that are ready at the same time.
  public func setUrgency(_ urgency: Urgency) {
    guard let source else { return }
    sd_event_source_set_priority(source, urgency.rawValue)
  }

  /// Disables or enables a registration without removing it.
  public func setEnabled(_ enabled: Bool) {
    guard let source else { return }
    sd_event_source_set_enabled(source, CInt(enabled ? SD_EVENT_ON : SD_EVENT_OFF))
  }
}

/// The order in which registrations are served that are ready at the same time. The raw values are priorities of
/// sd-event: a lower one goes first.
public enum Urgency: Int64, Sendable {
  /// Sound that the listener waits for. Taking it is a matter of microseconds, and the talk that begins a stream takes
  /// the sound server milliseconds.
  case awaitedSound = -100
  /// The sound server: its news may concern what is heard now, such as headphones that were pulled.
  case soundServer = -50
  /// Everything else.
  case usual = 0
}

/// The end of a child process.
public enum ChildExit: Equatable, Sendable {
  case exited(code: CInt)
  case killed(signal: CInt)
}

extension EventLoop {
  /// Calls `handler` in a turn of its own whenever `descriptor` is ready (level-triggered).
  ///
  /// The descriptor must be pollable: a regular file is not, and traps.
  ///
  /// - Parameter urgency: of the registrations that are ready at the same time, the most urgent one is served first.
  @Core
  public func watch(
    _ descriptor: CInt, for interest: Readiness, urgency: Urgency = .usual,
    _ handler: @escaping @Core (Readiness) -> Void
  ) -> EventSource {
    let source = EventSource { handler(Readiness(rawValue: UInt32(truncatingIfNeeded: $0))) }
    let result = sd_event_add_io(
      event, &source.source, descriptor, interest.rawValue,
      { _, _, events, context in
        EventSource.dispatch(context, Int64(events))
        return 0
      }, source.context)
    precondition(result >= 0, "sd_event_add_io failed: errno \(-result)")
    source.setUrgency(urgency)
    return source
  }

  /// Calls `handler` for each `signal`, which is blocked for the process's threads from now on.
  ///
  /// To be called before other threads start, so that they inherit the mask.
  @Core
  public func onSignal(_ signal: CInt, _ handler: @escaping @Core () -> Void) -> EventSource {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let source = EventSource { _ in handler() }
    let result = sd_event_add_signal(
      event, &source.source, signal,
      { _, _, context in
        EventSource.dispatch(context, 0)
        return 0
      }, source.context)
    precondition(result >= 0, "sd_event_add_signal failed: errno \(-result)")
    return source
  }

  /// Calls `handler` once when the child `pid` has ended, and reaps it.
  @Core
  public func onExit(of pid: CInt, _ handler: @escaping @Core (ChildExit) -> Void) -> EventSource {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGCHLD)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let source = EventSource { value in
      let code = CInt(truncatingIfNeeded: value >> 32)
      let status = CInt(truncatingIfNeeded: value)
      handler(code == CInt(CLD_EXITED) ? .exited(code: status) : .killed(signal: status))
    }
    let result = sd_event_add_child(
      event, &source.source, pid, CInt(WEXITED),
      { _, info, context in
        let info = info!.pointee
        EventSource.dispatch(context, Int64(info.si_code) << 32 | Int64(info._sifields._sigchld.si_status))
        return 0
      }, source.context)
    precondition(result >= 0, "sd_event_add_child failed: errno \(-result)")
    return source
  }
}
