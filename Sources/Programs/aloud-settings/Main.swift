import ConfigurationReading

/// `aloud-settings`, as it is built; installed it is a link to the command (see the Makefile).
@main
enum Main {
  static func main() { SettingsWorker.run() }
}
