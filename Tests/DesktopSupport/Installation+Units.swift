import Foundation

/// The units that `make install` wrote.
extension Installation {
  /// The directory with the units of `systemd --user`, for `ALOUD_UNITS_DIR`.
  public var units: String { file("lib/systemd/user") }

  /// The properties that the service's unit sets for its processes, one `KEY=VALUE` each, without those that make it a
  /// service. `systemd-run --user -p` runs any program under them.
  ///
  /// - Throws: if the unit cannot be read.
  public func serviceProperties() throws -> [String] {
    let unit = try String(contentsOfFile: units + "/aloudd.service", encoding: .utf8)
    let ofAService = [
      "Type", "BusName", "ExecStart", "Restart", "RestartSec", "WatchdogSec", "TimeoutStopSec", "Slice",
    ]
    return unit.components(separatedBy: "[Service]\n").dropFirst().joined()
      .split(separator: "\n").map(String.init)
      .filter { line in
        guard let equals = line.firstIndex(of: "="), !line.hasPrefix("#") else { return false }
        return !ofAService.contains(String(line[..<equals]))
      }
  }

  /// The programs and libraries among the installed files: those that begin with the mark of an ELF file.
  public func programs() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: prefix).map(file).filter { path in
      FileHandle(forReadingAtPath: path).flatMap { try? $0.read(upToCount: 4) } == Data("\u{7f}ELF".utf8)
    }
  }
}
