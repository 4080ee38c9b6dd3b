import Configuration
import ConfigurationStorage
import Confinement
import Glibc

/// `aloud-settings [--all] FILE…` reads the configuration files together. It sends each line of a ``SettingsReport`` as
/// a packet on the socket that the service or the command passes as descriptor 3. The exit code 0 means that the report
/// is complete. With `--all` it lists more mistakes than a log takes.
public enum SettingsWorker {
  /// True if this process was started under the worker's name. The command's program can have that name, too: it
  /// contains the same parser of some ten megabytes, which is thus installed once.
  public static var isCalled: Bool { ProgramName.isCalled("aloud-settings") }

  /// Runs the worker; the process has only this thread.
  public static func run() -> Never {
    Confinement.enter(memory: 512 << 20)
    let arguments = CommandLine.arguments.dropFirst()
    let namesAll = arguments.first == "--all"
    let paths = Array(namesAll ? arguments.dropFirst() : arguments)
    Confinement.seal(reading: paths)
    let loaded = ConfigurationFiles.load(paths: paths)
    let report = SettingsReport(
      settings: loaded.settings, problems: loaded.problems, loss: loaded.loss, origins: loaded.origins,
      rulePlaces: loaded.rulePlaces)
    let most = namesAll ? SettingsReport.mostForListener : SettingsReport.mostForLog
    for line in report.lines(files: paths, naming: most) {
      guard WorkerSocket.inherited.send(Array(line.utf8)) else { _exit(1) }
    }
    _exit(0)
  }
}
