import AloudAPI
import BusValues
import DBusKit
package import EventLoop
import Glibc

/// Starts `aloudd` from the directory of this executable. A build that is not installed has no service file on the bus.
@Core
package enum ServiceStarter {
  /// The services that this process has started.
  private static var children: [EventSource] = []

  /// The service's executable beside this one; `nil` if there is none.
  package static func executable() -> String? {
    guard let own = ownPath(), let slash = own.lastIndex(of: "/") else { return nil }
    let path = own[..<slash] + "/aloudd"
    return access(String(path), X_OK) == 0 ? String(path) : nil
  }

  /// This executable's absolute path, with symbolic links resolved; `nil` without `/proc`.
  package nonisolated static func ownPath() -> String? {
    guard let name = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  /// Starts the service in a session of its own and returns once it has its name.
  ///
  /// - Parameter abandoning: receives a function that ends the wait early.
  static func start(
    on connection: BusConnection, abandoning: (@escaping @Core () -> Void) -> Void
  ) async throws(BusError) {
    guard let executable = executable() else {
      throw BusError(
        name: BusError.Name.serviceUnknown,
        message: "the service is not installed (the bus cannot start \(AloudBus.name))")
    }
    let process = try spawn(executable)
    let waiting = Waiting()
    let owner = connection.watchOwner(of: AloudBus.name) { _, new in
      if new != nil { waiting.end(.success(())) }
    }
    // It is reaped whenever it ends: a command that follows the reading may outlive it.
    children.append(
      Core.loop.onExit(of: process) { exit in
        waiting.end(
          .failure(BusError(name: BusError.Name.serviceUnknown, message: "\(executable) ended: \(exit.words)")))
      })
    let timer = Core.loop.schedule(after: .seconds(15)) {
      waiting.end(.failure(.noReply("\(executable) did not come up within 15 s")))
    }
    abandoning { waiting.end(.failure(.noReply("the caller no longer waits"))) }
    let result = await waiting.result()
    owner.cancel()
    Core.loop.cancel(timer)
    try result.get()
  }

  /// A wait that ends with a name's owner or an exit, whichever comes first.
  private final class Waiting {
    private var done: Result<Void, BusError>?
    private var continuation: CheckedContinuation<Result<Void, BusError>, Never>?

    func end(_ result: Result<Void, BusError>) {
      guard done == nil else { return }
      done = result
      continuation?.resume(returning: result)
      continuation = nil
    }

    func result() async -> Result<Void, BusError> {
      if let done { return done }
      return await withCheckedContinuation { continuation = $0 }
    }
  }

  private static func spawn(_ executable: String) throws(BusError) -> pid_t {
    // The service must not keep this directory's file system busy. Glibc's module lacks the file action for it.
    let here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if here >= 0 { chdir("/") }
    defer {
      if here >= 0 {
        fchdir(here)
        close(here)
      }
    }

    // The service gets a session of its own, so that closing the terminal or Ctrl-C does not reach it.
    let files = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map { ($0, ProgramStart.File.null(O_RDWR)) }
    do throws(ProgramStart.Failure) {
      return try ProgramStart([executable], files: files, group: .ownSession).start()
    } catch {
      throw BusError(
        name: BusError.Name.serviceUnknown,
        message: "\(executable) cannot be started: \(String(cString: strerror(error.number)).lowercased())")
    }
  }
}

extension ChildExit {
  fileprivate var words: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .killed(let signal): "signal \(signal)"
    }
  }
}
