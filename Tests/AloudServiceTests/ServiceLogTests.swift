import Configuration
import Testing

@testable import AloudService

/// The place at which the service's log is seen decides how much of it is written.
@Suite(.timeLimit(.minutes(1)))
struct ServiceLogTests {
  private func level(_ level: Settings.LogLevel, _ environment: [String: String]) -> Settings.LogLevel {
    ServiceLog.level(level) { environment[$0] }
  }

  @Test func aServiceThatTheBusHasStartedFillsNoTerminal() {
    let bus = ["DBUS_STARTER_BUS_TYPE": "session"]
    #expect(level(.info, bus) == .warning && level(.notice, bus) == .warning)
    #expect(level(.error, bus) == .error && level(.debug, bus) == .debug, "whoever asks gets everything")
    #expect(level(.info, bus.merging(["JOURNAL_STREAM": "8:1"]) { $1 }) == .info)
    #expect(level(.info, [:]) == .info, "a service that was started by hand")
  }
}
