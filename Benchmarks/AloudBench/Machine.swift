import Foundation

/// A description of the machine on which the figures were measured.
enum Machine {
  static func describe(pipeWire: String) -> String {
    let processor = value("model name", in: "/proc/cpuinfo") ?? "unknown processor"
    let memory = value("MemTotal", in: "/proc/meminfo").flatMap { Double($0.split(separator: " ")[0]) } ?? 0
    let kernel = (contents("/proc/sys/kernel/osrelease")).split(separator: "\n").first.map(String.init) ?? ""
    let system =
      contents("/etc/os-release").split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
      .map { $0.dropFirst(12).filter { $0 != "\"" } } ?? ""
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(processor), \(cores) cores, \(figure(memory / 1_048_576)) GB; \(system), Linux \(kernel), "
      + "PipeWire \(pipeWire)"
  }

  /// The load of the last minute, which shows if the machine is busy.
  static var load: String { String(contents("/proc/loadavg").split(separator: " ").first ?? "?") }

  private static func value(_ key: String, in file: String) -> String? {
    contents(file).split(separator: "\n").first { $0.hasPrefix(key) }?.split(separator: ":").dropFirst().first
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func contents(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// Prints a progress message on standard error; only the table goes to standard output.
func progress(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
