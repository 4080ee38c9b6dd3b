import AloudAPI
import BusValues
import Configuration
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// The whole service, made of drivers that a test moves.
@Suite(.timeLimit(.minutes(1)))
struct ServiceByHandTests {
  private func play(
    _ settings: Settings = Settings(), _ body: @Core (Service, ManualDrivers) throws -> Void
  ) async rethrows {
    loop
    try await Self.run(settings, body)
  }

  @Core
  private static func run(_ settings: Settings, _ body: @Core (Service, ManualDrivers) throws -> Void) rethrows {
    let drivers = ManualDrivers(settings)
    let service = drivers.service()
    service.start { _ in }
    try body(service, drivers)
  }

  @Core private static func say(_ text: String, on service: Service) {
    service.reading.clients.open(SpeakOptions(), at: .whenBusy(nil), for: ":1.1", .string(text)) { _ in }
  }

  @Test func aTextIsHeardAndComesIntoTheHistory() async {
    await play { service, drivers in
      Self.say("One two.", on: service)
      drivers.clock.advance(by: .seconds(5))
      let heard = ManualSession.text(of: drivers.output.taken[...], framesPerLetter: drivers.voice.framesPerLetter)
      #expect(heard.filter { $0.isLetter } == "Onetwo", "\(heard)")
      #expect(service.reading.history.entries.map(\.text) == ["One two."])
      #expect(service.session.snapshot.status == .stopped)
    }
  }

  @Test func theSettingsReachTheParts() async {
    var settings = Settings()
    settings.player.sleepFade = .seconds(7)
    await play(settings) { service, drivers in
      #expect(service.session.sleeper.fade == .seconds(7))
      drivers.settings.current.player.sleepFade = .seconds(9)
      service.drivers.rooms(.configured)
      #expect(service.session.sleeper.fade == .seconds(9))
    }
  }
}
