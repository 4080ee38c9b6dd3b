public import BusValues
import EventLoop

extension BusConnection {
  /// Calls a method; `reply` is called exactly once, in a later turn, unless the call is cancelled.
  ///
  /// The error is the receiver's, the bus's (`ServiceUnknown`, `NoReply` …), or this module's: `NoReply` after the
  /// time-out, `Disconnected`, `InvalidArgs` for arguments that cannot be sent.
  /// - Parameters:
  ///   - timeout: the longest wait; `nil` for as long as the receiver and the bus exist.
  ///   - autoStart: true if the bus may start a service for the name.
  @discardableResult
  public func call(
    _ call: BusCall, timeout: Duration? = .seconds(25), autoStart: Bool = true,
    reply: @escaping @Core (Result<BusReply, BusError>) -> Void
  ) -> PendingCall {
    calls.call(call, timeout: timeout, autoStart: autoStart, reply: reply)
  }

  /// Calls a method and waits for the reply; a cancelled task gets `NoReply` at once.
  public func call(
    _ call: BusCall, timeout: Duration? = .seconds(25), autoStart: Bool = true
  ) async throws(BusError) -> BusReply {
    let holder = PendingCallHolder()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        holder.pending = self.call(call, timeout: timeout, autoStart: autoStart) { continuation.resume(returning: $0) }
        if Task.isCancelled { holder.cancel() }
      }
    } onCancel: {
      Task { @Core in holder.cancel() }
    }
    return try result.get()
  }

  /// Calls a method without asking for a reply.
  ///
  /// - Throws: `Disconnected`, `InvalidArgs` or `LimitsExceeded` if the call cannot be sent.
  public func send(_ call: BusCall, autoStart: Bool = true) throws(BusError) {
    try calls.send(call, autoStart: autoStart, wantsReply: false)
  }
}

/// Leads a cancellation, which may come from any thread, to the call.
@Core
private final class PendingCallHolder {
  var pending: PendingCall?

  nonisolated init() {}

  func cancel() { pending?.complete(.failure(.noReply("the caller no longer waits"))) }
}
