import DesktopSupport

/// The processors on which processes may run, by way of taskset(1).
enum Processors {
  /// Returns the processors of a process, as a list such as `0-3,6`.
  static func list(of pid: Int32, on desktop: PrivateDesktop) async throws -> String {
    let result = try await desktop.run("taskset", "--cpu-list", "--pid", String(pid))
    guard let list = result.answer.split(separator: " ").last else { throw BenchError("\(result)") }
    return String(list)
  }

  /// Returns the last processor of a list: the first ones serve the machine's interrupts.
  static func last(of list: String) -> String { list.split { $0 == "," || $0 == "-" }.last.map(String.init) ?? "0" }

  /// Binds all threads of processes to the processors of a list.
  static func bind(_ processes: [Int32], to list: String, on desktop: PrivateDesktop) async throws {
    for process in processes {
      _ = try await desktop.run("taskset", "--all-tasks", "--cpu-list", "--pid", list, String(process))
    }
  }
}
