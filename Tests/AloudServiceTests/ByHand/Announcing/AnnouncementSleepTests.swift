import AloudAPI
import Announcements
import BusValues
import Configuration
import DBusKit
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Announcements and the sleep of the machine.
@Suite(.timeLimit(.minutes(1)))
struct AnnouncementSleepTests {
  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Core
  private final class Rig {
    let service: ManualService
    let announcements: ManualAnnouncements
    let sleep: AnnouncementSleep
    /// True if something is heard, at each change.
    private(set) var heard: [Bool] = []
    /// The number of looks at the desktop.
    private(set) var looks = 0
    /// The things to do at the next look.
    var onLook: (@Core () -> Void)?

    init(_ service: ManualService) {
      self.service = service
      announcements = ManualAnnouncements(service)
      sleep = AnnouncementSleep(room: announcements.room, scheduler: service.clock, announcements.rooms)
      announcements.onLook = { [unowned self] in
        looks += 1
        onLook?()
      }
      announcements.onTurn = { [unowned self] in
        if heard.last != sleep.isHeard { heard.append(sleep.isHeard) }
      }
    }

    func announce(_ text: String) { announcements.announce(text) }

    /// The machine sleeps: only the clock that counts its sleep goes on.
    func suspend(_ duration: Duration) { service.hand.machine.suspended += duration }

    func passAll() {
      for _ in 0..<20_000 where announcements.room.isActive { announcements.pass(5) }
      #expect(!announcements.room.isActive)
    }
  }

  private func play(_ body: @Core (Rig) throws -> Void) async rethrows {
    try await ManualService.play { service in try body(Rig(service)) }
  }

  @Test func theSpokenOneIsCutBeforeTheSleepAndTheRestIsHeardAfterIt_S0_02() async {
    await play { rig in
      rig.announce("A first text that goes on for some time and is not over yet.")
      rig.announce("The second.")
      rig.service.pass(800)
      #expect(rig.heard == [true] && rig.announcements.isHeard.announcement)
      rig.sleep.prepare(true)
      #expect(rig.announcements.news.last == "cut 1 (sleep)" && rig.heard == [true], "its end is still on its way")
      rig.service.pass(50)
      #expect(rig.heard == [true, false] && !rig.announcements.isHeard.announcement)
      let words = rig.announcements.words
      rig.service.pass(3000)
      #expect(rig.announcements.words == words)
      rig.suspend(.seconds(10))
      rig.sleep.prepare(false)
      rig.passAll()
      #expect(rig.announcements.words.suffix(2) == ["The", "second."] && rig.announcements.news.last == "finished 2")
    }
  }

  @Test func oneThatComesWhileTheMachineFallsAsleepWaits() async {
    await play { rig in
      rig.sleep.prepare(true)
      rig.announce("A text.")
      rig.service.pass(4000)
      #expect(rig.announcements.news == ["queued 1"] && !rig.sleep.isHeard)
      rig.sleep.prepare(false)
      rig.passAll()
      #expect(rig.announcements.news.last == "finished 1")
    }
  }

  /// The clock of the timers stands still in the sleep.
  @Test func afterANightThoseThatWaitedAreSummedUp() async {
    await play { rig in
      rig.sleep.prepare(true)
      for number in 1...3 { rig.announce("Secret \(number).") }
      rig.service.pass(1000)
      rig.suspend(.seconds(8 * 3600))
      rig.sleep.prepare(false)
      rig.passAll()
      #expect(rig.announcements.news.filter { $0.hasPrefix("summed") }.count == 3)
      #expect(!rig.announcements.words.contains("Secret") && rig.announcements.words.contains("more"))
    }
  }

  @Test func whoMayHearItIsFoundOutBeforeItGoesOn() async {
    await play { rig in
      rig.sleep.prepare(true)
      rig.announce("A secret.")
      rig.onLook = { rig.announcements.room.hold(AnnouncementHold(.locked)) }
      rig.sleep.prepare(false)
      rig.service.pass(2000)
      #expect(rig.looks == 1 && rig.announcements.words.isEmpty)
      rig.announcements.room.judgeAnew(.locked) { _ in .drop(.locked) }
      rig.announcements.room.release(.locked)
      #expect(rig.announcements.news.last == "dropped 1 (locked)")
    }
  }

  @Test func aWakeUpThatNobodyTellsIsNotAwaitedForGood() async {
    await play { rig in
      rig.announce("A first text that goes on for some time and is not over yet.")
      rig.service.pass(500)
      rig.sleep.prepare(true)
      rig.announce("The second.")
      rig.service.pass(59_000)
      #expect(!rig.announcements.news.contains("started 2"))
      rig.service.pass(2000)
      rig.passAll()
      #expect(rig.announcements.news.last == "finished 2" && rig.looks == 1)
      // The next sleep is one like the first.
      rig.sleep.prepare(true)
      rig.sleep.prepare(true)
      rig.announce("The third.")
      rig.service.pass(1000)
      rig.sleep.prepare(false)
      rig.service.pass(200)
      #expect(rig.announcements.isHeard.announcement)
      rig.passAll()
    }
  }

  /// The reading has made way, and its hold ends with the announcement.
  @Test(arguments: [true, false])
  func theReadingDoesNotBeginWhenAnAnnouncementIsCut_S0_11(isAnnounced: Bool) async {
    await play { rig in
      let service = rig.service
      let seat = Relay<SeatNotice>()
      let login = LoginManager(on: LastingBus(scheduler: service.clock) { "" }, seat)
      let sleepGuard = SleepGuard(
        login, session: service.session, beside: rig.sleep, scheduler: service.clock, Relay<RoomNotice>()
      ) {}
      seat.connect { if case .preparing(let begins) = $0 { sleepGuard.prepare(begins) } }
      service.say("A long text that is read while something is announced. It goes on and on.")
      service.pass(500)
      rig.announce("A first text that goes on for some time and is not over yet.")
      service.pass(500)
      #expect(rig.announcements.isHeard == (true, false))
      var states: [SessionState] = []
      let tell = service.session.notify
      service.session.notify = { notice in
        tell?(notice)
        if case .turned = notice { states.append(service.session.state) }
      }
      seat(.preparing(isAnnounced))
      service.pass(100)
      #expect(rig.announcements.isHeard == (false, false))
      #expect(!states.isEmpty && states.allSatisfy { $0 == .paused || $0 == .interrupted }, "\(states)")
      #expect(service.session.snapshot.pauseReason == .sleep)
      withExtendedLifetime((login, sleepGuard)) {}
    }
  }

  @Test func oneThatFadesOutIsHeard() async {
    await play { rig in
      rig.announce("A first text that goes on for some time and is not over yet.")
      rig.service.pass(500)
      rig.announcements.room.hold(.pause)
      rig.service.pass(200)
      #expect(rig.sleep.isHeard && rig.announcements.isHeard.announcement)
      rig.service.pass(100)
      #expect(!rig.sleep.isHeard && !rig.announcements.isHeard.announcement)
    }
  }

  @Test func aSleepThatWasNotAnnouncedCutsAtTheWakeUp_S0_03() async {
    await play { rig in
      rig.announce("A first text that goes on for some time and is not over yet.")
      rig.announce("The second.")
      rig.service.pass(500)
      rig.suspend(.seconds(30))
      rig.sleep.prepare(false)
      rig.passAll()
      #expect(rig.announcements.news.contains("cut 1 (sleep)") && rig.announcements.news.last == "finished 2")
    }
  }

  /// Sleep, the listener's pause, a lock, the end of the wish and hush, in any order: no word is heard after an order
  /// of silence, and each announcement has one end.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func inAnyOrderNothingIsHeardInSilenceAndNothingIsLost(seed: UInt64) async {
    await play { rig in
      var random = Random(state: seed)
      let room = rig.announcements.room
      let announcer = NotificationAnnouncer(room: room, files: rig.service.files, scheduler: rig.service.clock)
      announcer.configure(Settings().notify)
      var (isAsleep, isPaused, isLocked) = (false, false, false)
      var ids: [UInt64] = []
      var asleepFor = 0
      for _ in 0..<120 {
        asleepFor = isAsleep ? asleepFor + 1 : 0
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2:
          let note = DesktopNotification(application: "Mail", summary: "", body: "number \(ids.count) of some")
          if let id = announcer.announce(note, replacing: 0, of: ":1.5") { ids.append(id.number) }
        case 3:
          ids.append(rig.announcements.announce("Text \(ids.count) goes on."))
        case 4:
          if isAsleep { rig.suspend(.seconds(Int.random(in: 0...90, using: &random))) }
          // A sleep is told twice, or its end without its beginning, or it never takes place.
          isAsleep = Bool.random(using: &random)
          rig.sleep.prepare(isAsleep)
        case 5:
          isPaused.toggle()
          if isPaused { room.hold(.pause) } else { room.release(.paused) }
        case 6:
          isLocked.toggle()
          if isLocked { room.hold(AnnouncementHold(.locked)) } else { room.release(.locked) }
        case 7: announcer.turnedOff()
        case 8 where Int.random(in: 0..<4, using: &random) == 0: room.cancel(.all)
        default: break
        }
        if asleepFor > 30 {
          isAsleep = false
          rig.sleep.prepare(false)
        }
        // A fade of 250 ms, and what the device still has.
        rig.service.pass(300)
        let words = rig.announcements.words.count
        rig.service.pass(Int.random(in: 0..<900, using: &random))
        if isAsleep || isPaused || isLocked {
          #expect(rig.announcements.words.count == words, "seed \(seed): \(rig.announcements.news.suffix(5))")
        }
      }
      rig.sleep.prepare(false)
      room.release(.paused)
      room.release(.locked)
      rig.passAll()
      let ends = ["finished", "cut", "replaced", "dropped", "summed"]
      for id in ids {
        let all = rig.announcements.news.filter { line in
          let words = line.split(separator: " ")
          return words[1] == "\(id)" && ends.contains(String(words[0]))
        }
        #expect(all.count == 1, "seed \(seed): announcement \(id) ends \(all)")
      }
    }
  }
}
