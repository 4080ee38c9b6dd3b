import EventLoop

extension AudioOutput {
  /// Watches the streams of other programs while that is wanted and there is a connection. ``onOthers`` receives all
  /// their running streams once they are known and at every change, in turns of its own.
  public func watchOthers(_ isWanted: Bool) {
    guard isWanted != isWatchingOthers else { return }
    isWatchingOthers = isWanted
    guard isWanted else { return dropOthers() }
    if let connection { keepOthers(connection) }
  }

  /// Called on every change of the connection.
  func keepOthers(_ connection: Connection) {
    guard isWatchingOthers, others == nil, connection.status == .ready else { return }
    others = OtherStreams(on: connection, scheduler: scheduler) { [weak self] in self?.onOthers?($0) }
  }

  /// Must happen before the connection ends.
  func dropOthers() {
    others?.close()
    others = nil
  }

  // MARK: One process

  /// Asks the server if a process is a session manager: the program that links streams to sinks, such as WirePlumber.
  ///
  /// - Parameters:
  ///   - process: its number, as the bus tells it.
  ///   - done: called once, in a later turn; `nil` if there is no server that could know.
  public func askIfSessionManager(_ process: UInt32, done: @escaping @Core (Bool?) -> Void) {
    guard let connection, connection.status == .ready else {
      scheduler.schedule(at: scheduler.now) { done(nil) }
      return
    }
    let question = ClientQuestion(process, on: connection) { [weak self] question, answer in
      guard let self else { return }
      // Its proxies are not ended within the library's callbacks.
      scheduler.schedule(at: scheduler.now) { [weak self] in
        question.close()
        self?.clientQuestions.removeAll { $0 === question }
        done(answer)
      }
    }
    clientQuestions.append(question)
  }

  /// Must happen before the connection ends.
  func dropQuestions() {
    for question in clientQuestions { question.fail() }
  }
}
