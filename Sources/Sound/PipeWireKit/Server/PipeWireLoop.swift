import CPipeWire
import EventLoop
import Glibc

/// libpipewire's loop and context, nested in the core loop: no thread of its own and no lock.
///
/// Only the data thread, which the context starts, runs beside it. All callbacks of the library except `process` come
/// within ``iterate()`` or within a call made here, always on the core loop.
@Core
final class PipeWireLoop {
  /// pw_init is for the whole process and is never taken back.
  private static let initialised: Void = pw_init(nil, nil)

  let loop: UnsafeMutablePointer<pw_loop>
  let context: OpaquePointer
  private var source: EventSource?
  private(set) var isIterating = false
  /// True if a round of callbacks has run without ``onIterated``.
  private var isRoundUntold = false
  /// Called after each round of callbacks, when streams and proxies may be destroyed.
  var onIterated: (@Core () -> Void)?

  init(properties: [String: String]) throws(PipeWireError) {
    _ = Self.initialised
    guard let loop = pw_loop_new(nil) else { throw PipeWireError(.noContext, errno: errno) }
    aloud_pw_loop_enter(loop)
    var all = properties
    // Up to 1.2 only this configuration requests real-time priority. Later versions do so by default and warn about it
    // here.
    if Self.libraryIsOlder(than: (1, 3, 80)) { all[PW_KEY_CONFIG_NAME] = "client-rt.conf" }
    guard let context = pw_context_new(loop, Self.makeProperties(all), 0) else {
      let number = errno
      aloud_pw_loop_leave(loop)
      pw_loop_destroy(loop)
      throw PipeWireError(.noContext, errno: number)
    }
    self.loop = loop
    self.context = context
    // An order to the graph waits until the loop writes it, so this source is urgent.
    source = Core.loop.watch(aloud_pw_loop_get_fd(loop), for: .readable, urgency: .soundServer) { [weak self] _ in
      self?.iterate()
    }
  }

  isolated deinit { close() }

  /// Ends the data thread. No stream and no connection of this context may be left, and the object must not be used
  /// afterwards.
  func close() {
    guard let source else { return }
    source.cancel()
    self.source = nil
    pw_context_destroy(context)
    aloud_pw_loop_leave(loop)
    pw_loop_destroy(loop)
  }

  /// Writes to the server what was asked of it, and waits for its answers, until `isDone` is true. Otherwise both
  /// happen after the present turn, beside the work of others that this turn has begun. Its news are told in a later
  /// turn, before the next ones are read.
  func converse(within patience: Duration, until isDone: @Core () -> Bool) {
    guard source != nil, !isIterating else { return }
    let end = EventLoop.monotonicNow().advanced(by: patience)
    repeat { runRound(waiting: 1) } while !isDone() && EventLoop.monotonicNow() < end
    // The last answer has given the library work of its own.
    writeNow()
  }

  /// Writes to the server what was asked of it, before the present turn is over.
  func writeNow() {
    guard source != nil, !isIterating else { return }
    runRound()
    // The kernel wakes the server on our processor, where it would wait for the end of the turn.
    sched_yield()
    isRoundUntold = true
    Core.loop.schedule(after: .zero) { [weak self] in self?.tellRound() }
  }

  private func iterate() {
    tellRound()
    guard source != nil else { return }
    runRound()
    onIterated?()
  }

  /// - Parameter milliseconds: the time to wait for a callback.
  private func runRound(waiting milliseconds: CInt = 0) {
    isIterating = true
    _ = aloud_pw_loop_iterate(loop, milliseconds)
    isIterating = false
  }

  private func tellRound() {
    guard isRoundUntold, source != nil else { return }
    isRoundUntold = false
    onIterated?()
  }

  /// A property list that the library takes over.
  static func makeProperties(_ properties: [String: String]) -> UnsafeMutablePointer<pw_properties>? {
    var empty = spa_dict()
    let list = pw_properties_new_dict(&empty)
    for (key, value) in properties { pw_properties_set(list, key, value) }
    return list
  }

  private static func libraryIsOlder(than version: (Int, Int, Int)) -> Bool {
    let parts = String(cString: pw_get_library_version()).split(separator: ".").map { Int($0) ?? 0 } + [0, 0, 0]
    return (parts[0], parts[1], parts[2]) < version
  }
}
