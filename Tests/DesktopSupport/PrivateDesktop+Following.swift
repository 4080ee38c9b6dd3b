extension PrivateDesktop {
  /// Runs a program that prints every change, such as `pw-metadata --monitor`, until `look` finds a result in its
  /// output, and ends it.
  ///
  /// A program that is started again and again takes processor time from the tested code.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - promise: The awaited output, for the error message.
  ///   - extra: Variables beside those of the desktop.
  ///   - timeout: The watchdog.
  ///   - look: Returns the result, or nil as long as the output so far has none. Any thread may call it.
  /// - Throws: `DesktopError`: `notStarted`, `timeout`, or `ended` if the program ended before.
  @discardableResult
  public func follow<Found: Sendable>(
    _ command: [String], for promise: String, environment extra: [String: String] = [:],
    within timeout: Duration = watchdog, until look: @Sendable (RunningProcess) -> Found?
  ) async throws -> Found {
    let process = try start(command, environment: extra)
    let result: Result<Found, any Error>
    do {
      result = .success(try await process.waitForChange(promise, within: timeout) { look(process) })
    } catch {
      result = .failure(error)
    }
    _ = try await process.end(patience: .seconds(5))
    return try result.get()
  }

  /// Runs a program that prints every change until it prints a line; see the other `follow`.
  public func follow(_ command: [String], untilLine line: String) async throws {
    try await follow(command, for: "the line '\(line)'") { process in
      process.output.split(separator: "\n").contains { $0 == line } ? () : nil
    }
  }

  /// Waits until the session manager has chosen a default sink.
  ///
  /// While a program begins to listen to metadata, PipeWire tells a change to that program alone (`pending` in its
  /// module-metadata), so that one that listens already may never hear of the change. Whoever begins is told everything.
  ///
  /// - Parameters:
  ///   - part: A part of the sink's name.
  ///   - promise: The awaited choice, for the error message.
  public func waitForDefaultSink(_ part: String = "", for promise: String = "a default sink") async throws {
    let deadline = ContinuousClock.now + watchdog
    while true {
      do {
        return try await follow(
          ["pw-metadata", "-m", "-n", "default", "0", "default.audio.sink"], for: promise, within: .seconds(5)
        ) { process in
          process.output.split(separator: "\n").contains { $0.contains("\"name\"") && $0.contains(part) } ? () : nil
        }
      } catch let error as DesktopError where error.code == .timeout && ContinuousClock.now < deadline {
        continue
      }
    }
  }
}
