import BusValues
import Configuration
import DBusKit
import EventLoop
import Testing
import Vocabulary

@testable import AloudService

/// The player's name while the bus is away: a request counts as answered at once.
@Suite("The player's name", .timeLimit(.minutes(1)))
struct PlayerNameTests {
  init() { Core.loop.startThread() }

  @Core private func playerName(_ scheduler: ManualScheduler) -> PlayerName {
    PlayerName(
      bus: LastingBus(scheduler: scheduler) { () throws(BusError) in throw .disconnected("no bus") },
      name: "org.mpris.MediaPlayer2.aloud", scheduler: scheduler, log: ServiceLog(level: .error))
  }

  /// The bus keeps the call that started the service until the name is there.
  @Test @Core func aCallThatComesLongBeforeTheConfigurationGetsTheName() {
    let scheduler = ManualScheduler()
    let name = playerName(scheduler)
    var answers = 0
    name.appear { answers += 1 }
    scheduler.advance(by: .seconds(5))
    #expect(answers == 0 && !name.isRequested)
    name.configure(ignoring: NameList(""))
    #expect(answers == 1 && name.isRequested)
    scheduler.advance(by: .milliseconds(900))
    #expect(name.isRequested)
    scheduler.advance(by: .milliseconds(200))
    #expect(!name.isRequested, "an empty queue owns no name")
  }

  @Test @Core func aSecondCallLengthensTheMoment() {
    let scheduler = ManualScheduler()
    let name = playerName(scheduler)
    name.configure(ignoring: NameList(""))
    var answers = 0
    for _ in 0..<3 {
      name.appear { answers += 1 }
      scheduler.advance(by: .milliseconds(700))
      #expect(name.isRequested)
    }
    scheduler.advance(by: .milliseconds(400))
    #expect(answers == 3 && !name.isRequested)
  }
}
