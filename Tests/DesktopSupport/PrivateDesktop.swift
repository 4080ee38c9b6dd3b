import Foundation
import Synchronization

/// A desktop session for one test: session bus, PipeWire, WirePlumber, null sinks, XDG directories.
///
/// It is `scripts/private-desktop` in serving mode. Open it with `with(_:_:)`, which always closes it. Any thread may
/// use it; orders are performed one after the other.
public final class PrivateDesktop: Sendable {
  /// The services that the bus may start.
  public enum Activation: Sendable {
    /// None: a call to a name without an owner fails.
    case nothing
    /// `aloudd` of this build, through service files made from `dbus/`.
    case build
    /// The services named by the files in this directory, for example those that `make install` wrote.
    case directory(String)
  }

  /// The properties of the desktop.
  public struct Options: Sendable {
    /// The first sink; nil for none, as on a machine without sound.
    public var sink: String? = "null-sink"
    /// Frames per second of the graph.
    public var rate = 48_000
    /// Frames per cycle when no program requests fewer.
    public var quantum = 1024
    /// The fewest frames per cycle that a program may request.
    public var minimumQuantum = 32
    /// The services that the bus may start.
    public var activation = Activation.nothing
    /// True for a session manager; without one, streams are not connected to sinks.
    public var hasWirePlumber = true
    /// Further variables for the desktop and all that runs in it.
    public var environment: [String: String] = [:]

    /// A typical desktop.
    public init() {}
  }

  /// The environment of programs inside.
  public let environment: [String: String]
  /// The desktop's own directory; removed at the end.
  public let directory: String
  let bus: DesktopBus
  private let script: RunningProcess
  private let orders = AsyncMutex()
  private let children = Mutex<[RunningProcess]>([])

  private init(script: RunningProcess, environment: [String: String], directory: String) {
    self.script = script
    self.environment = environment
    self.directory = directory
    bus = DesktopBus(address: environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
  }

  /// Starts a desktop and waits until sound can be played.
  ///
  /// - Throws: `DesktopError` with what the daemons logged.
  public static func open(_ options: Options = Options()) async throws -> PrivateDesktop {
    var environment = ProcessInfo.processInfo.environment
    // The variables that `make` sets for its recipes are not meant for programs that a test starts.
    for name in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "ALOUD_BIN_DIR", "ALOUD_SERVICES_DIR"] {
      environment[name] = nil
    }
    // The signs of the command depend on it, and `dumb` is a terminal, too.
    environment["TERM"] = "xterm-256color"
    environment.merge(options.environment) { $1 }
    environment["ALOUD_DESKTOP_SINK"] = options.sink ?? ""
    environment["ALOUD_DESKTOP_RATE"] = String(options.rate)
    environment["ALOUD_DESKTOP_QUANTUM"] = String(options.quantum)
    environment["ALOUD_DESKTOP_MIN_QUANTUM"] = String(options.minimumQuantum)
    environment["ALOUD_DESKTOP_WIREPLUMBER"] = options.hasWirePlumber ? "1" : "0"
    switch options.activation {
    case .nothing: break
    case .build: environment["ALOUD_BIN_DIR"] = Project.programs
    case .directory(let path): environment["ALOUD_SERVICES_DIR"] = path
    }
    let script = try RunningProcess(
      [Project.file("scripts/private-desktop"), "--serve"], environment: environment, keepsInputOpen: true)
    do {
      let lines = try await script.waitForOutput("ready", within: .seconds(60)) { output in
        let lines = output.split(separator: "\n")
        return lines.firstIndex(of: "ready").map { lines[..<$0].map(String.init) }
      }
      for line in lines {
        if line.hasPrefix("unset ") {
          environment[String(line.dropFirst(6))] = nil
        } else if let equals = line.firstIndex(of: "=") {
          environment[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
      }
    } catch {
      script.closeInput()
      _ = try? await script.end()
      throw DesktopError(.desktop, "the private desktop did not come up: \(error)")
    }
    return PrivateDesktop(
      script: script, environment: environment, directory: environment["ALOUD_DESKTOP_DIR"] ?? "")
  }

  /// Opens a desktop for `body`, and always closes it.
  public static func with<Result>(
    _ options: Options = Options(), isolation: isolated (any Actor)? = #isolation,
    _ body: (PrivateDesktop) async throws -> Result
  ) async throws -> Result {
    let desktop = try await open(options)
    let result: Result
    do {
      result = try await body(desktop)
    } catch {
      await desktop.close()
      throw error
    }
    await desktop.close()
    return result
  }

  /// Ends everything that runs in the desktop, programs first, each by its process id, and removes its directory.
  public func close() async {
    script.closeInput()
    if (try? await script.waitForEnd(within: .seconds(60))) == nil { _ = try? await script.end() }
    for child in children.withLock({ $0 }) {
      // The script has ended them; a frozen or orphaned one is killed.
      if child.isRunning { _ = try? await child.end(patience: .seconds(1)) }
    }
  }

  // A desktop that was not closed ends here: the script ends everything when its input ends.
  deinit { script.closeInput() }

  /// Performs an order, and returns when its effect can be seen.
  ///
  /// - Throws: `DesktopError` with the code `desktop` and the reason if it failed.
  public func order(_ order: DesktopOrder) async throws {
    try await orders.withLock {
      let known = self.script.output.utf8.count
      self.script.write("\(order)\n")
      let answer = try await self.script.waitForOutput("an answer to \(order)", within: .seconds(60)) { output in
        let new = output.utf8.dropFirst(known)
        return new.last == UInt8(ascii: "\n") ? String(decoding: new.dropLast(), as: UTF8.self) : nil
      }
      guard answer == "ok" else { throw DesktopError(.desktop, "\(order): \(answer)") }
    }
  }

  // MARK: Programs inside

  /// Runs a command in the desktop and returns its output and its end: `run("playerctl", "status")`.
  ///
  /// - Parameters:
  ///   - command: The program, found along `PATH` unless it is a path, and its arguments.
  ///   - input: Its standard input; nil for none.
  ///   - extra: Variables beside those of the desktop.
  ///   - timeout: The time after which the command is killed.
  /// - Throws: `DesktopError`: `notStarted`, `timeout`.
  public func run(
    _ command: String..., input: String? = nil, environment extra: [String: String] = [:],
    within timeout: Duration = watchdog
  ) async throws -> CommandResult {
    let process = try start(command, input: input, environment: extra)
    do {
      return try await process.waitForEnd(within: timeout)
    } catch {
      _ = try? await process.end(patience: .seconds(1))
      throw error
    }
  }

  /// Starts a command in the desktop that continues during the test, such as `playerctl --follow`.
  ///
  /// - Throws: `DesktopError` with the code `notStarted`.
  public func start(
    _ command: [String], input: String? = nil, environment extra: [String: String] = [:], keepsInputOpen: Bool = false
  ) throws -> RunningProcess {
    let process = try RunningProcess(
      command, environment: environment.merging(extra) { $1 }, input: input, keepsInputOpen: keepsInputOpen)
    children.withLock { children in
      children.removeAll { !$0.isRunning }
      children.append(process)
    }
    return process
  }
}
