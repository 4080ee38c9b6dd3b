import AloudAPI
import Configuration
import Documents
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// A service without work: it does not wake up, releases its resources, and ends after a while.
@Suite(.timeLimit(.minutes(1)))
struct IdleRuleTests {
  private static let patience = Duration.seconds(60)

  /// A house with the parts that end an idle service, and the number of times that the service would have ended.
  @Core
  private final class Rig {
    let house = HandHouse()
    let exit: IdleExit
    var isFree = true
    private(set) var exits = 0
    private(set) var releases = 0

    init() {
      let rooms = Relay<RoomNotice>()
      let session = house.session
      exit = IdleExit(
        session: session, keeper: house.keeper, scheduler: house.clock, log: ServiceLog(level: .error), rooms)
      exit.isFree = { [unowned self] in isFree && house.openings.isIdle }
      rooms.connect { [unowned self] in if case .idle = $0 { exits += 1 } }
      let tell = session.notify
      session.notify = { [unowned self] notice in
        tell?(notice)
        switch notice {
        case .changed(let old, let new):
          if (old.status == .stopped) != (new.status == .stopped) { exit.update(IdleRuleTests.patience) }
        case .released: releases += 1
        default: break
        }
      }
      exit.update(IdleRuleTests.patience)
    }
  }

  private func play(_ body: @Core (Rig) throws -> Void) async rethrows {
    try await HandHouse.play { _ in try body(Rig()) }
  }

  @Test func withNothingToDoItLeavesAfterItsPatience_S0_21() async {
    await play { rig in
      rig.house.pass(59_900)
      #expect(rig.exits == 0)
      rig.house.pass(200)
      #expect(rig.exits == 1 && rig.house.clock.isIdle)
    }
  }

  @Test func aTextThatWasHeardBeginsThePatienceAnew() async {
    await play { rig in
      rig.house.pass(50_000)
      rig.house.say("A text.")
      rig.house.passAll()
      rig.house.pass(59_000)
      #expect(rig.exits == 0)
      rig.house.pass(2_000)
      #expect(rig.exits == 1)
    }
  }

  @Test func aPausedTextKeepsTheServiceForEver_S0_07() async {
    await play { rig in
      rig.house.say("A text that is paused.")
      rig.house.pass(500)
      rig.house.session.send(.pause(.user))
      rig.house.pass(24 * 3_600_000)
      #expect(rig.exits == 0 && rig.house.session.snapshot.status == .paused)
    }
  }

  @Test func aQueueThatIsNotKeptIsNotLeftBehind() async {
    await play { rig in
      rig.house.say("A text that would be lost.")
      rig.house.pass(500)
      rig.house.session.send(.stop)
      #expect(!rig.house.keeper.isKept)
      rig.house.pass(3_600_000)
      #expect(rig.exits == 0)
      rig.house.session.send(.clear(.removed))
      rig.house.pass(121_000)
      #expect(rig.exits > 0)
    }
  }

  @Test func aTextOnItsWayKeepsIt() async {
    await play { rig in
      var script = Script("It comes at last.")
      script.pace = .seconds(50)
      rig.house.files.put(script, at: "/slow.txt")
      rig.house.read("/slow.txt", SpeakOptions(paused: true))
      rig.house.pass(119_000)
      #expect(rig.exits == 0)
    }
  }

  @Test func patienceOfNothingIsForEver() async {
    await play { rig in
      rig.exit.update(.zero)
      rig.house.pass(24 * 3_600_000)
      #expect(rig.exits == 0)
    }
  }

  @Test func aPausedServiceSetsNoTimer_S0_21() async {
    await play { rig in
      rig.house.files.put(Script(title: "Emma", ["One two three.", "Four five six."]), at: "/emma.epub")
      rig.house.read("/emma.epub")
      rig.house.pass(700)
      #expect(!rig.house.clock.isIdle)
      rig.house.session.send(.pause(.user))
      // Saving, measuring and the release of the output are over by then.
      rig.house.pass(200_000)
      #expect(rig.house.clock.isIdle)
    }
  }

  @Test func afterALongSilenceTheOutputIsGivenUpAndPlayBringsItBack_S0_06_S0_07() async {
    await play { rig in
      rig.house.say("One two three four five six seven.")
      rig.house.pass(1_000)
      rig.house.session.send(.pause(.user))
      rig.house.pass(100)
      let place = rig.house.session.position
      rig.house.pass(179_000)
      #expect(rig.releases == 0 && rig.house.hand.output.soundState == .ready)
      rig.house.pass(2_000)
      #expect(rig.releases == 1 && rig.house.hand.output.soundState == .closed)
      #expect(rig.house.session.position == place && rig.house.session.snapshot.status == .paused)
      rig.house.session.send(.play)
      rig.house.passAll()
      let words = rig.house.words.map(\.word)
      #expect(words == ["One", "two", "three", "four", "five", "six", "seven."], "\(words)")
    }
  }

  @Test func aPauseThatEndsBeforeThatKeepsTheOutput_S0_07() async {
    await play { rig in
      rig.house.say("One two three four five six seven.")
      for _ in 0..<3 {
        rig.house.pass(500)
        rig.house.session.send(.pause(.user))
        rig.house.pass(170_000)
        rig.house.session.send(.play)
      }
      #expect(rig.releases == 0)
    }
  }
}
