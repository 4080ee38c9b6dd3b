import Configuration
import ConfigurationReading
import Confinement
import Glibc

/// `aloud-settings [--all] FILE…`: the configuration files together, a packet for each line of a ``SettingsReport``, on the
/// socket that the service or the command gives us as descriptor 3. The exit code 0 says that this was all; with `--all`
/// more mistakes are named than a log takes.
public enum SettingsWorker {
  /// True if this process was started under the worker's name. The command can be that, too: it has the same parser of
  /// some ten megabytes, which is installed once.
  public static var isCalled: Bool {
    CommandLine.arguments.first?.split(separator: "/").last == "aloud-settings"
  }

  /// Does the work of the process, on its only thread.
  public static func run() -> Never {
    Confinement.enter(memory: 512 << 20)
    let arguments = CommandLine.arguments.dropFirst()
    let namesAll = arguments.first == "--all"
    let paths = Array(namesAll ? arguments.dropFirst() : arguments)
    Confinement.seal(reading: paths)
    let loaded = ConfigurationFiles.load(paths: paths)
    let report = SettingsReport(settings: loaded.settings, problems: loaded.problems, origins: loaded.origins)
    let most = namesAll ? SettingsReport.mostForListener : SettingsReport.mostForLog
    for line in report.lines(files: paths, naming: most) {
      guard WorkerSocket.inherited.send(Array(line.utf8)) else { _exit(1) }
    }
    _exit(0)
  }
}
