import AloudAPI
import BusValues
import CommandOutput
import EventLoop

/// Sends a text that is still being written, and stays until all of it has been passed on.
@Core
struct LiveReading {
  let input: LiveInput
  let service: Service
  let console: Console
  /// Completes "cannot …" in a failure's message.
  let task: String

  /// - Throws: `interrupted` at Ctrl-C, after the text has been removed from the queue; `cancelled` if somebody else
  ///   removed it; its own failure if the service accepts no more of it. The earlier text stays.
  func run(
    _ options: SpeakOptions, _ waiting: WaitArguments, json: Bool, cure: String?
  ) async throws(Failure) {
    try await waiting.prepare(service)
    // A display ends with the text, not with the input.
    if !waiting.interactive { input.onEnd = { [service] in service.post(.elapsed) } }
    input.start()
    // The first words may take a long time to arrive.
    let track = try await service.read(
      .descriptor(input.reading), options, task: task, patience: .seconds(100 * 24 * 3600))
    input.closeReading()
    if waiting.printID || json { Say.print(track, json: json, console) }
    await PitchRemark.tell(of: track, options, service)
    if waiting.interactive { return try await waiting.attend([track], service, console) }
    try await service.tellPlace(of: track, cure: cure)
    var refusal: Failure?
    var isOver = try await passOn(track, &refusal)
    if input.isRefused {
      // The service's signal about the refusal arrives before this reply.
      _ = try await service.callIfRunning(.listTracks, task: task)
      while service.hasNotices { isOver = try note(await service.next(), track, &refusal) || isOver }
      // The refusal of the rest may have been reported before the write failed.
      if !isOver { throw .quiet(refusal?.status ?? .cancelled) }
    }
    if waiting.wait, !isOver {
      try await UtteranceWait([track], service).wait()
    }
  }

  /// Waits for the end of the input.
  ///
  /// - Returns: true if the text is over by then.
  private func passOn(_ track: ObjectPath, _ refusal: inout Failure?) async throws(Failure) -> Bool {
    var isOver = false
    while true {
      let notice = await service.next()
      switch notice {
      case .elapsed: return isOver
      case .event: isOver = try note(notice, track, &refusal) || isOver
      case .vanished: throw Failure(.noService, "cannot \(task): the service ended", cure: "aloud doctor")
      case .disconnected: throw Failure(.noService, "cannot \(task): the session bus ended")
      case .signal(let number):
        _ = try? await service.callIfRunning(.remove([track]), task: "stop")
        throw .quiet(number == 2 ? .interrupted : .failed)
      case .outputClosed:
        _ = try? await service.callIfRunning(.remove([track]), task: "stop")
        throw .quiet(.failed)
      case .changed, .appeared, .input: break
      }
    }
  }

  /// - Parameter refusal: the refusal of more text, if it has been reported and the write has not failed yet.
  /// - Returns: true if the text is over.
  private func note(
    _ notice: Service.Notice, _ track: ObjectPath, _ refusal: inout Failure?
  ) throws(Failure) -> Bool {
    guard case .event(let event) = notice else { return false }
    switch event {
    case .utteranceFinished(let signal): return signal.track == track
    case .failed(let signal) where signal.track == track:
      var failure = Failure(BusError(name: signal.errorName, message: signal.message), task: task)
      if failure.apiCode == .tooLarge { failure.cure = "aloud clear, then less at a time" }
      // A word that cannot be spoken, or a sink that is missing for now, does not end the text.
      if input.isRefused { throw failure }
      Console.complain(failure.message, cure: failure.cure)
      if failure.apiCode == .tooLarge { refusal = failure }
      return false
    default: return false
    }
  }
}
