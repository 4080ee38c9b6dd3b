import BusValues
public import EventLoop

/// A call without an answer so far. Releasing the value does not cancel the call.
@Core
public final class PendingCall {
  let destination: BusName
  let replySignature: Signature?
  private var reply: (@Core (Result<BusReply, BusError>) -> Void)?
  // Unowned instead of weak, since that would slow every reference to the table. It is set while the table contains
  // this call; the table is emptied before it is deinitialised.
  private unowned var table: OutgoingCalls?
  private var serial: UInt32 = 0
  private var timer: TimerToken?

  init(_ call: BusCall, _ reply: @escaping @Core (Result<BusReply, BusError>) -> Void) {
    destination = call.destination
    replySignature = call.replySignature
    self.reply = reply
  }

  /// Cancels the call: a reply is not delivered. The receiver may perform the call all the same.
  public func cancel() {
    reply = nil
    end()
  }

  /// The call was sent.
  ///
  /// - Parameters:
  ///   - serial: its number, under which the table has it.
  ///   - timer: ends the wait.
  func wait(in table: OutgoingCalls, serial: UInt32, timer: TimerToken?) {
    (self.table, self.serial, self.timer) = (table, serial, timer)
  }

  /// The wait has ended with its timer.
  func elapsed(_ error: BusError) {
    timer = nil
    complete(.failure(error))
  }

  /// Delivers a result, unless there was one, or the call was cancelled.
  func complete(_ result: Result<BusReply, BusError>) {
    end()
    let reply = reply
    self.reply = nil
    reply?(result)
  }

  /// Detaches the call from a table that was emptied.
  func disown(_ scheduler: any Scheduler) {
    table = nil
    scheduler.cancel(&timer)
  }

  private func end() {
    guard let table else { return }
    self.table = nil
    table.remove(serial, &timer)
  }
}
