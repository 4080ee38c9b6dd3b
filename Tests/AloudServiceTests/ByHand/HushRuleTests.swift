import AloudAPI
import BusValues
import DesktopSupport
import Documents
import EventLoop
import MPRIS
import Playback
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The listener's orders and the texts that are on their way: what was asked for before silence is never heard after
/// it.
@Suite(.timeLimit(.minutes(1)))
struct HushRuleTests {
  @Core private static func put(_ service: ManualService) {
    var slow = Script("The slow one. It comes in pieces.")
    slow.pace = .milliseconds(100)
    service.files.put(slow, at: "/slow.txt")
    var book = Script(title: "Book", (1...300).map { "Chapter number \($0) is read." })
    book.pace = .milliseconds(1)
    service.files.put(book, at: "/book.epub")
    service.files.put(Script(RecordingScript(seconds: 20), name: "clip"), at: "/clip.oga")
    for name in ["a", "b", "c"] {
      var script = Script("The file \(name) is read.")
      script.pace = .milliseconds(50)
      service.files.put(script, at: "/m/\(name).txt")
    }
    service.files.put(Script(playlist: ["a.txt", "b.txt", "c.txt"].map { PlaylistEntry([$0]) }), at: "/m/list.m3u")
  }

  enum Way: CaseIterable {
    case file, text, clip, playlist, book, heldFile, list
  }

  @Core private static func ask(_ way: Way, _ service: ManualService) -> ManualService.Answer {
    switch way {
    case .file: service.read("/slow.txt")
    case .text: service.say("A text.")
    case .clip: service.say(parts: [.clip("/clip.oga"), .text("And words.")])
    case .playlist: service.read("/m/list.m3u")
    case .book: service.read("/book.epub")
    case .heldFile: service.read("/m/a.txt")
    case .list: service.read("/m/a.txt", SpeakOptions(after: service.player.ids.last?.objectPath))
    }
  }

  @Test(arguments: Way.allCases, [0, 1, 20, 60, 130])
  func nothingThatWasAskedForBeforeAHushIsHeardAfterIt(way: Way, delay: Int) async {
    await ManualService.play { service in
      Self.put(service)
      service.files.isHeld = way == .heldFile
      let answer = Self.ask(way, service)
      service.pass(delay)
      let wasQueued = answer.track != nil
      service.forget()
      service.clients.clear(.hushed)
      #expect(wasQueued || answer.error == "Hushed", "the answer comes at once: \(answer.error)")
      #expect(service.player.isEmpty)
      service.files.isHeld = false
      service.pass(30_000)
      #expect(service.player.isEmpty && service.hand.status == .stopped, "\(service.titles)")
      #expect(!service.told.contains { $0.hasPrefix("started") }, "\(service.told)")
      #expect(service.answered.count <= 1 && service.openings.isIdle && service.reader.isIdle)
      // A text that is asked for afterwards is heard.
      let later = service.read("/m/b.txt")
      service.pass(1000)
      #expect(later.track != nil && service.titles == ["b"])
    }
  }

  @Test func aListWhoseTextsWereEndedGetsNoFurtherOne() async {
    await ManualService.play { service in
      Self.put(service)
      let first = service.read("/m/a.txt")
      service.pass(500)
      service.clients.clear(.hushed)
      // The command has not heard of it, and sends the next file of its folder.
      let second = service.read("/m/b.txt", SpeakOptions(after: first.track?.objectPath))
      service.pass(1000)
      #expect(second.error == "Hushed" && service.player.isEmpty)
      let third = service.read("/m/c.txt")
      service.pass(1000)
      let fourth = service.read("/m/b.txt", SpeakOptions(after: third.track?.objectPath))
      service.pass(1000)
      #expect(fourth.track != nil && service.titles == ["c", "b"])
    }
  }

  @Test func aListWhoseTextsWereHeardGoesOn() async {
    await ManualService.play { service in
      Self.put(service)
      let first = service.read("/m/a.txt")
      service.passAll()
      service.pass(20_000)
      #expect(service.player.isEmpty)
      let second = service.read("/m/b.txt", SpeakOptions(after: first.track?.objectPath))
      service.pass(1000)
      #expect(second.track != nil && service.titles == ["b"])
    }
  }

  @Test(arguments: Way.allCases, [0, 1, 20])
  func whatIsOnItsWayAtAStopWaitsForPlay_S0_26(way: Way, delay: Int) async {
    await ManualService.play { service in
      Self.put(service)
      service.files.isHeld = way == .heldFile
      let answer = Self.ask(way, service)
      service.pass(delay)
      service.session.send(.stop)
      service.forget()
      service.files.isHeld = false
      service.pass(5000)
      #expect(answer.track != nil && !service.player.isEmpty)
      #expect(service.hand.status != .playing && !service.told.contains { $0.hasPrefix("started") }, "\(service.told)")
      service.session.send(.play)
      service.pass(3000)
      #expect(service.told.contains { $0.hasPrefix("started") })
    }
  }

  /// The ways in which the listener, or what happens, pauses a reading.
  enum Pause: CaseIterable {
    case own, toggle, askedByProgram, lock

    @Core func order(_ service: ManualService) {
      let session = service.session
      switch self {
      case .own: session.send(.pause(.user))
      case .toggle: session.send(session.snapshot.status == .playing ? .toggle : .pause(.user))
      case .askedByProgram:
        let call = PauseCall(number: 1)
        session.send(.pauseAsked(call))
        session.send(.pauseKnown(call, isListeners: true))
      case .lock: session.send(.pause(.lock))
      }
    }
  }

  @Test(arguments: Way.allCases, [0, 1, 20])
  func whatIsOnItsWayAtAPauseWaitsForPlay_S0_20(way: Way, delay: Int) async {
    for pause in Pause.allCases where pause != .lock {
      await ManualService.play { service in
        Self.put(service)
        service.files.isHeld = way == .heldFile
        let answer = Self.ask(way, service)
        service.pass(delay)
        pause.order(service)
        service.forget()
        service.files.isHeld = false
        service.pass(5000)
        #expect(answer.track != nil && !service.player.isEmpty)
        #expect(service.hand.status != .playing, "\(pause)")
        #expect(!service.told.contains { $0.hasPrefix("started") || $0.hasPrefix("resumed") }, "\(service.told)")
        service.session.send(.play)
        service.pass(3000)
        #expect(service.told.contains { $0.hasPrefix("started") || $0.hasPrefix("resumed") })
      }
    }
  }

  @Test(arguments: Pause.allCases)
  func aReadingThatIsPausedStaysSilentWhenAnEarlierRequestComes_S0_20(pause: Pause) async {
    await ManualService.play { service in
      Self.put(service)
      service.say("One two three four. Five six seven eight.")
      service.pass(600)
      let late = service.read("/slow.txt", SpeakOptions(whenBusy: .now))
      pause.order(service)
      service.forget()
      service.pass(5000)
      #expect(late.track != nil && service.player.ids.count == 2)
      #expect(service.hand.status == .paused && !service.words.contains { $0.title == "slow" }, "\(service.words)")
      // One that is asked for afterwards is heard.
      let next = service.say("A later one.", SpeakOptions(whenBusy: .now))
      service.pass(2000)
      #expect(next.track != nil && service.words.contains { $0.word == "later" })
    }
  }

  /// A Pause of the session manager is none.
  @Test func whatIsOnItsWayAtAPauseThatWasNoneIsHeard() async {
    await ManualService.play { service in
      Self.put(service)
      service.read("/slow.txt")
      let calls = [1, 2].map { PauseCall(number: $0) }
      for call in calls { service.session.send(.pauseAsked(call)) }
      for call in calls { service.session.send(.pauseKnown(call, isListeners: false)) }
      service.pass(5000)
      #expect(service.told.contains { $0.hasPrefix("started") }, "\(service.told)")
    }
  }

  /// What waits for Play does not push aside what was asked for after the pause.
  @Test func aTextThatWaitsForPlayDoesNotSilenceALaterOne() async {
    await ManualService.play { service in
      var slow = Script("What is written slowly.")
      slow.pace = .seconds(1)
      // Others do not wait for a pipe.
      let early = service.pipe(slow, SpeakOptions(whenBusy: .now))
      service.session.send(.pause(.user))
      service.say("A text that came later and is quite long.")
      service.pass(500)
      #expect(early.track == nil && service.words.first?.word == "A")
      service.pass(20_000)
      #expect(early.track != nil)
      let order = service.words.map(\.word)
      #expect(order.prefix(9) == ["A", "text", "that", "came", "later", "and", "is", "quite", "long."], "\(order)")
      #expect(order.contains("What"), "its turn comes after that: \(order)")
    }
  }

  /// Requests and orders in any order, with texts that come when they like.
  @Test(arguments: 0..<60 as Range<UInt64>) func afterEveryOrderOfSilenceThereIsSilence(seed: UInt64) async {
    await ManualService.play { service in
      Self.put(service)
      var dice = SeededGenerator(seed: seed)
      var asked: [ManualService.Answer] = []
      for _ in 0..<40 {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0..<5:
          if let way = Way.allCases.randomElement(using: &dice) { asked.append(Self.ask(way, service)) }
        case 5: service.files.isHeld.toggle()
        case 6:
          service.session.send([.play, .pause(.user), .next(finishing: true)].randomElement(using: &dice) ?? .play)
        default: service.pass(.random(in: 0...120, using: &dice))
        }
        guard Int.random(in: 0..<12, using: &dice) == 0 else { continue }
        service.forget()
        service.clients.clear(Bool.random(using: &dice) ? .hushed : .removed)
        #expect(asked.allSatisfy { $0.result != nil })
        #expect(service.player.isEmpty)
        service.files.isHeld = false
        service.pass(.random(in: 0...30_000, using: &dice))
        #expect(!service.told.contains { $0.hasPrefix("started") }, "\(service.told)")
        #expect(service.player.isEmpty && service.openings.isIdle)
      }
      service.files.isHeld = false
      service.clients.clear(.hushed)
      service.pass(60_000)
      #expect(service.reader.isIdle)
      // No share of the client is used up.
      for _ in 0..<64 { #expect(throws: Never.self) { try service.shares.begin(ManualService.client) } }
    }
  }
}
