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

  /// A service with the parts that end an idle service, and the number of times that the service would have ended.
  @Core
  private final class Rig {
    let service = ManualService()
    let exit: IdleExit
    private let clients = Clients()
    var isFree: Bool {
      get { clients.areContent }
      set { clients.areContent = newValue }
    }
    private(set) var exits = 0
    private(set) var releases = 0

    /// - Parameter isReachable: false if the service has no name yet.
    init(isReachable: Bool = true) {
      let rooms = Relay<RoomNotice>()
      let session = service.session
      exit = IdleExit(
        session: session, keeper: service.keeper, scheduler: service.clock, log: ServiceLog(level: .error), rooms
      ) { [clients, service] in clients.areContent && service.openings.isIdle }
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
      if isReachable { exit.begin() }
    }
  }

  @Core
  private final class Clients {
    /// True if none of them needs the service.
    var areContent = true
  }

  private func play(_ body: @Core (Rig) throws -> Void) async rethrows {
    try await ManualService.play { _ in try body(Rig()) }
  }

  @Test func withNothingToDoItLeavesAfterItsPatience_S0_21() async {
    await play { rig in
      rig.service.pass(59_900)
      #expect(rig.exits == 0)
      rig.service.pass(200)
      #expect(rig.exits == 1 && rig.service.clock.isIdle)
    }
  }

  /// Another process may have the state of the last run for longer than that. The bus would wait for the name of a
  /// service that has left.
  @Test func itsPatienceBeginsWhenItCanBeCalled() async {
    await ManualService.play { _ in
      let rig = Rig(isReachable: false)
      rig.service.pass(300_000)
      rig.exit.update(Self.patience)
      rig.service.pass(300_000)
      #expect(rig.exits == 0)
      rig.exit.begin()
      rig.service.pass(59_900)
      #expect(rig.exits == 0)
      rig.service.pass(200)
      #expect(rig.exits == 1)
    }
  }

  @Test func aTextThatWasHeardBeginsThePatienceAnew() async {
    await play { rig in
      rig.service.pass(50_000)
      rig.service.say("A text.")
      rig.service.passAll()
      rig.service.pass(59_000)
      #expect(rig.exits == 0)
      rig.service.pass(2_000)
      #expect(rig.exits == 1)
    }
  }

  @Test func aPausedTextKeepsTheServiceForEver_S0_07() async {
    await play { rig in
      rig.service.say("A text that is paused.")
      rig.service.pass(500)
      rig.service.session.send(.pause(.user))
      rig.service.pass(24 * 3_600_000)
      #expect(rig.exits == 0 && rig.service.session.snapshot.status == .paused)
    }
  }

  @Test func aQueueThatIsNotKeptIsNotLeftBehind() async {
    await play { rig in
      rig.service.say("A text that would be lost.")
      rig.service.pass(500)
      rig.service.session.send(.stop)
      #expect(!rig.service.keeper.isKept)
      rig.service.pass(3_600_000)
      #expect(rig.exits == 0)
      rig.service.session.send(.clear(.removed))
      rig.service.pass(121_000)
      #expect(rig.exits > 0)
    }
  }

  @Test func aTextOnItsWayKeepsIt() async {
    await play { rig in
      var script = Script("It comes at last.")
      script.pace = .seconds(50)
      rig.service.files.put(script, at: "/slow.txt")
      rig.service.read("/slow.txt", SpeakOptions(paused: true))
      rig.service.pass(119_000)
      #expect(rig.exits == 0)
    }
  }

  @Test func patienceOfNothingIsForEver() async {
    await play { rig in
      rig.exit.update(.zero)
      rig.service.pass(24 * 3_600_000)
      #expect(rig.exits == 0)
    }
  }

  @Test func aPausedServiceSetsNoTimer_S0_21() async {
    await play { rig in
      rig.service.files.put(Script(title: "Emma", ["One two three.", "Four five six."]), at: "/emma.epub")
      rig.service.read("/emma.epub")
      rig.service.pass(700)
      #expect(!rig.service.clock.isIdle)
      rig.service.session.send(.pause(.user))
      // Saving, measuring and the release of the output are over by then.
      rig.service.pass(200_000)
      #expect(rig.service.clock.isIdle)
    }
  }

  @Test func afterALongSilenceTheOutputIsGivenUpAndPlayBringsItBack_S0_06_S0_07() async {
    await play { rig in
      rig.service.say("One two three four five six seven.")
      rig.service.pass(1_000)
      rig.service.session.send(.pause(.user))
      rig.service.pass(100)
      let place = rig.service.session.position
      rig.service.pass(182_500)
      #expect(rig.releases == 0 && rig.service.hand.output.soundState == .ready)
      rig.service.pass(2_000)
      #expect(rig.releases == 1 && rig.service.hand.output.soundState == .closed)
      #expect(rig.service.session.position == place && rig.service.session.snapshot.status == .paused)
      rig.service.session.send(.play)
      rig.service.passAll()
      let words = rig.service.words.map(\.word)
      #expect(words == ["One", "two", "three", "four", "five", "six", "seven."], "\(words)")
    }
  }

  @Test func aPauseThatEndsBeforeThatKeepsTheOutput_S0_07() async {
    await play { rig in
      rig.service.say("One two three four five six seven.")
      for _ in 0..<3 {
        rig.service.pass(500)
        rig.service.session.send(.pause(.user))
        rig.service.pass(170_000)
        rig.service.session.send(.play)
      }
      #expect(rig.releases == 0)
    }
  }
}
