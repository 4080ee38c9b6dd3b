import EventLoop

/// The other programs on an output's server, as far as it is asked about them: their running streams, and what a
/// process is.
@Core
final class OtherPrograms {
  /// Receives all running streams once they are known and at every change, in turns of its own.
  var onStreams: (@Core ([OtherStream]) -> Void)?
  private let scheduler: any Scheduler
  private var streams: OtherStreams?
  private var isWatching = false
  /// The questions about processes that the server has not answered yet.
  private var questions: [ClientQuestion] = []

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Ends the watch, and the questions without an answer; to be called before the connection ends.
  func close() {
    endStreams()
    for question in questions { question.close() }
    questions = []
  }

  /// Watches the streams while that is wanted.
  ///
  /// - Parameter connection: the present one; ``keep(on:)`` has each later one.
  func watch(_ isWanted: Bool, on connection: Connection?) {
    guard isWanted != isWatching else { return }
    isWatching = isWanted
    guard isWanted else { return endStreams() }
    if let connection { keep(on: connection) }
  }

  /// Called on every change of the connection.
  func keep(on connection: Connection) {
    guard isWatching, streams == nil, connection.status == .ready else { return }
    streams = OtherStreams(on: connection, scheduler: scheduler) { [weak self] in self?.onStreams?($0) }
  }

  /// Asks if a process is a session manager; see ``AudioOutput/askIfSessionManager(_:done:)``.
  func ask(_ process: UInt32, on connection: Connection?, done: @escaping @Core (Bool?) -> Void) {
    guard let connection, connection.status == .ready else {
      scheduler.schedule(at: scheduler.now) { done(nil) }
      return
    }
    let question = ClientQuestion(process, on: connection) { [weak self] question, answer in
      guard let self else { return }
      // Its proxies are not ended within the library's callbacks.
      scheduler.schedule(at: scheduler.now) { [weak self] in
        question.close()
        self?.questions.removeAll { $0 === question }
        done(answer)
      }
    }
    questions.append(question)
  }

  /// The connection is about to end: the streams are unknown, and nothing more is answered.
  func connectionEnds() {
    endStreams()
    for question in questions { question.fail() }
  }

  private func endStreams() {
    streams?.close()
    streams = nil
  }
}
