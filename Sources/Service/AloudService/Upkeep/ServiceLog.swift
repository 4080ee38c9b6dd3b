import Configuration
import Documents
import EventLoop
import Glibc
import Logging

/// The service's log: standard error, with the journal's priorities if that is the journal (sd-daemon(3)).
///
/// Read text is never logged. The whole service has one object, so that it has one level.
@Core
final class ServiceLog {
  private var logger: Logger

  init(level: Settings.LogLevel) {
    logger = Logger(label: "aloudd") { _ in StandardErrorHandler() }
    setLevel(level)
  }

  func setLevel(_ level: Settings.LogLevel) {
    logger.logLevel = Logger.Level(
      Self.level(level) { name in getenv(name).map { String(cString: $0) } })
  }

  /// The level in effect. A service that a bus has started itself writes to the standard error of that bus, which may
  /// be somebody's terminal (`dbus-run-session -- aloud say hi`): there are only problems, unless `debug` was asked
  /// for.
  nonisolated static func level(
    _ level: Settings.LogLevel, environment: (String) -> String?
  ) -> Settings.LogLevel {
    guard environment("DBUS_STARTER_BUS_TYPE") != nil, environment("JOURNAL_STREAM") == nil else { return level }
    return switch level {
    case .info, .notice: .warning
    case .debug, .warning, .error: level
    }
  }

  func debug(_ message: @autoclosure () -> String) { logger.debug("\(message())") }
  func info(_ message: @autoclosure () -> String) { logger.info("\(message())") }
  func warning(_ message: @autoclosure () -> String) { logger.warning("\(message())") }
  func error(_ message: @autoclosure () -> String) { logger.error("\(message())") }
}

extension Logger.Level {
  fileprivate init(_ level: Settings.LogLevel) {
    switch level {
    case .debug: self = .debug
    case .info: self = .info
    case .notice: self = .notice
    case .warning: self = .warning
    case .error: self = .error
    }
  }
}

private struct StandardErrorHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  private static let isJournal = getenv("JOURNAL_STREAM") != nil

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let prefix = Self.isJournal ? "<\(priority(event.level))>" : "aloudd: \(event.level): "
    // One line per message, even if a name in it has line breaks: any program on the bus may have set the name.
    let line = prefix + Line.clean(event.message.description, limit: 8192) + "\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
