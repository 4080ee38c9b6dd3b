import EventLoop

/// Queries of the bus, and a manual start of the service.
extension PrivateDesktop {
  /// The permanent name of the service.
  public static let serviceName = "org.aloud.Aloud1"
  /// The name for media keys and widgets.
  public static let playerName = "org.mpris.MediaPlayer2.aloud"

  /// Starts `aloudd` of this build and waits until it owns `org.aloud.Aloud1`.
  ///
  /// - Throws: `DesktopError`: `notStarted`, or `ended` or `timeout` with what it printed.
  public func startService(
    _ arguments: String..., environment extra: [String: String] = [:], within timeout: Duration = watchdog
  ) async throws -> RunningProcess {
    let service = try start([Project.program("aloudd")] + arguments, environment: extra)
    try await waitUntilOwned(Self.serviceName, by: service, within: timeout)
    return service
  }

  /// Waits until `process` owns the bus name `name`.
  ///
  /// - Throws: `DesktopError`: `ended` or `timeout` with what it printed.
  public func waitUntilOwned(
    _ name: String, by process: RunningProcess, within timeout: Duration = watchdog
  ) async throws {
    do {
      // The probe detects an early end, so that the test does not wait for a dead process.
      let owns = try await eventually("\(name) is owned by \(process.pid)", within: timeout) { () -> Bool? in
        if try await self.processID(of: name) == process.pid { return true }
        return process.isRunning ? nil : false
      }
      guard owns else { throw DesktopError(.ended, "ended without owning \(name)") }
    } catch let error as DesktopError {
      throw DesktopError(error.code, "\(error): \(process.result)")
    }
  }

  /// True if the bus name `name` has an owner. Starts no service.
  public func isOwned(_ name: String) async throws -> Bool {
    try await processID(of: name) != nil
  }

  /// The process that owns the bus name `name`; nil if there is none. Starts no service.
  ///
  /// - Throws: `DesktopError` if the bus does not answer.
  public func processID(of name: String) async throws -> Int32? {
    // Code that is isolated to the loop waits until the loop runs.
    Core.loop.startThread()
    return try await bus.processID(of: name)
  }

  /// Waits until the service reports `Playing` as a media player.
  ///
  /// - Throws: `DesktopError`: `ended` or `timeout` with the output.
  public func waitUntilPlaying() async throws {
    let process = try start(["playerctl", "-p", "aloud", "--follow", "status"])
    do {
      try await process.waitForOutput(containing: "Playing")
    } catch {
      _ = try? await process.end()
      throw error
    }
    _ = try await process.end()
  }
}
