import CPipeWire
import EventLoop
import Glibc

/// One connection to the server, until it breaks: the questions that the server itself answers.
@Core
final class ServerCore {
  /// The library's object, for streams and lists; it exists until ``close()``.
  let handle: OpaquePointer
  private let hook: UnsafeMutablePointer<spa_hook>
  private let onBroken: @Core () -> Void
  /// The server's version; empty before it is reported.
  private(set) var version = ""
  /// Frames of a cycle when no program requests another number, and their rate; `nil` if it is not reported.
  private(set) var defaultQuantum: (frames: Int, rate: Int)?
  private var answers: [CInt: @Core () -> Void] = [:]
  private var isClosed = false

  /// - Parameter onBroken: the server has gone. Called within the library's callbacks.
  /// - Returns: nil when no server answers.
  init?(context: OpaquePointer, onBroken: @escaping @Core () -> Void) {
    guard let handle = pw_context_connect(context, nil, 0) else { return nil }
    self.handle = handle
    self.onBroken = onBroken
    hook = .allocate(capacity: 1)
    hook.initialize(to: spa_hook())
    aloud_pw_core_add_listener(handle, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    close()
    hook.deallocate()
  }

  /// Ends it; its streams, lists and bound objects must be gone.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    answers = [:]
    spa_hook_remove(hook)
    pw_core_disconnect(handle)
  }

  /// Calls `then` after everything that the server has to report now. Called within the library's callbacks.
  func sync(then: @escaping @Core () -> Void) {
    guard !isClosed else { return }
    answers[aloud_pw_core_sync(handle, UInt32(PW_ID_CORE), 0)] = then
  }

  fileprivate func done(_ sequence: CInt) { answers.removeValue(forKey: sequence)?() }

  fileprivate func learn(_ info: UnsafePointer<pw_core_info>) {
    if let text = info.pointee.version { version = String(cString: text) }
    func number(_ key: String) -> Int? {
      guard let properties = info.pointee.props, let value = spa_dict_lookup(properties, key) else { return nil }
      return Int(String(cString: value))
    }
    if let frames = number("default.clock.quantum") { defaultQuantum = (frames, number("default.clock.rate") ?? 48000) }
  }

  fileprivate func failed(_ result: CInt) {
    // Other errors, such as "no target node", concern single objects and are not fatal.
    if result == -EPIPE { onBroken() }
  }

  /// The library's table of callbacks; made once and never changed.
  private static let events: UnsafeMutablePointer<pw_core_events> = {
    let events = UnsafeMutablePointer<pw_core_events>.allocate(capacity: 1)
    events.initialize(to: pw_core_events())
    events.pointee.version = UInt32(PW_VERSION_CORE_EVENTS)
    events.pointee.info = { context, info in
      guard let context, let info else { return }
      let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
      nonisolated(unsafe) let news = info  // this is the core loop already
      Core.assumeIsolated { core.learn(news) }
    }
    events.pointee.done = { context, id, sequence in
      guard let context, id == UInt32(PW_ID_CORE) else { return }
      let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
      Core.assumeIsolated { core.done(sequence) }
    }
    events.pointee.error = { context, id, _, result, _ in
      guard let context, id == UInt32(PW_ID_CORE) else { return }
      let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
      Core.assumeIsolated { core.failed(result) }
    }
    return events
  }()
}
