import AloudAPI
import BusValues
import Configuration
import Documents
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The place of a request while another text is being read: at once, next, at the end, or none.
@Suite(.timeLimit(.minutes(1)))
struct PlacementRuleTests {
  private static let paused = SpeakOptions(paused: true)
  private static let letter = (1...8).map { "This is sentence number \($0) of it." }.joined(separator: " ")

  /// A letter is being read, and two words of it were heard.
  private func besideALetter(
    _ settings: Settings = Settings(), _ body: @Core (ManualService) throws -> Void
  ) async rethrows {
    try await ManualService.play(settings) { service in
      service.files.put(Script(Self.letter), at: "/letter.txt")
      service.read("/letter.txt")
      service.pass(700)
      service.forget()
      try body(service)
    }
  }

  @Test func aTextSaidBesideABookIsHeardAndTheBookGoesOnAtItsWord_X1_S0_10() async {
    await besideALetter { service in
      for text in ["One.", "Two."] { service.say(text) }
      service.pass(2500)
      #expect(
        service.told == [
          "paused letter", "started One.", "finished One.", "started Two.", "finished Two.", "resumed letter",
        ])
      service.passAll()
      let words = service.words.filter { $0.title == "letter" }.map(\.scalar)
      #expect(words == words.sorted() && Set(words).count == words.count, "no word is said twice: \(words)")
      #expect(service.words.last?.word == "it.")
    }
  }

  @Test func aTextSaidBesideAPausedBookLeavesItPausedAtItsPlace_X1() async {
    await besideALetter { service in
      service.session.send(.pause(.user))
      let place = service.session.position
      service.say("Three.")
      service.pass(200)
      #expect(service.current == "Three." && service.player.putOff?.track == service.player.ids.last)
      service.pass(5000)
      #expect(service.told.suffix(2) == ["started Three.", "finished Three."])
      #expect(service.current == "letter" && service.session.snapshot.status == .paused)
      // At the beginning of its word.
      #expect(service.session.position <= place && service.session.position > place - 700_000)
    }
  }

  @Test func anAnnouncementThatIsTakenAwayLeavesThePausedBookPaused_X1() async {
    await besideALetter { service in
      service.session.send(.pause(.user))
      let said = service.say("A long announcement that nobody wants to hear to its end.")
      service.pass(500)
      #expect(service.player.putOff?.resumes == false)
      service.session.send(.remove([said.track].compactMap { $0 }))
      service.pass(1000)
      #expect(service.titles == ["letter"] && service.session.snapshot.status == .paused)
      #expect(service.player.putOff == nil)
    }
  }

  @Test func anOpenedFileBeginsAndThePausedOneIsCurrentAfterIt_S4_08() async {
    await besideALetter { service in
      service.session.send(.pause(.user))
      service.files.put(Script("One."), at: "/a.txt")
      service.read("/a.txt")
      service.pass(3000)
      #expect(service.told.suffix(2) == ["started a", "finished a"])
      #expect(service.current == "letter" && service.session.snapshot.status == .paused)
    }
  }

  @Test func aTextForTheQueueComesToItsEnd() async {
    await besideALetter { service in
      for text in ["One.", "Two."] { service.say(text, SpeakOptions(whenBusy: .queue)) }
      service.pass(10)
      #expect(service.titles == ["letter", "One.", "Two."] && service.current == "letter")
      #expect(service.told.isEmpty)
    }
  }

  @Test func nextComesAfterTheCurrentTextAndTheNewestFirst() async {
    await besideALetter { service in
      service.say("Last.", SpeakOptions(whenBusy: .queue))
      for text in ["One.", "Two."] { service.say(text, SpeakOptions(whenBusy: .next)) }
      service.pass(10)
      #expect(service.titles == ["letter", "Two.", "One.", "Last."] && service.told.isEmpty)
    }
  }

  @Test func nowPutsTheCurrentTextOff() async {
    await besideALetter { service in
      for text in ["One.", "Two."] { service.say(text, SpeakOptions(whenBusy: .now)) }
      service.pass(10)
      // Each before the one that it interrupts.
      #expect(service.titles == ["Two.", "One.", "letter"] && service.current == "Two.")
      service.pass(3000)
      #expect(service.told.filter { $0.hasPrefix("finished") } == ["finished Two.", "finished One."])
      #expect(service.current == "letter" && service.session.snapshot.status == .playing)
    }
  }

  @Test func dropIsRefusedBesideAReadingAndChangesNothing() async {
    await besideALetter { service in
      let answer = service.say("Dropped.", SpeakOptions(whenBusy: .drop))
      service.pass(10)
      #expect(answer.error == "Busy" && answer.message == "something else is being read")
      #expect(service.titles == ["letter"] && service.told.isEmpty && service.shares.room == 9999)
      service.session.send(.clear(.removed))
      service.pass(20)
      service.say("Not dropped.", SpeakOptions(whenBusy: .drop))
      service.pass(500)
      #expect(service.told.last == "started Not dropped.")
    }
  }

  @Test func aTextOnItsWayIsAReadingForDropToo() async {
    await ManualService.play { service in
      var slow = Script("A slow file.")
      slow.pace = .seconds(1)
      service.files.put(slow, at: "/a.txt")
      service.read("/a.txt")
      service.pass(10)
      let answer = service.say("Dropped.", SpeakOptions(whenBusy: .drop))
      service.pass(10_000)
      #expect(answer.error == "Busy")
    }
  }

  @Test func whenBusyDecidesWhereATextGoes() async {
    await besideALetter { service in
      service.say("Last.", SpeakOptions(whenBusy: .queue))
      service.say("Next.", SpeakOptions(whenBusy: .next))
      service.say("Now.", SpeakOptions(whenBusy: .now))
      service.passAll()
      #expect(
        service.told.filter { $0.hasPrefix("finished") } == [
          "finished Now.", "finished letter", "finished Next.", "finished Last.",
        ])
      let words = service.words.filter { $0.title == "letter" }.map(\.scalar)
      #expect(words == words.sorted() && Set(words).count == words.count, "\(words)")
    }
  }

  @Test(arguments: [WhenBusy.queue, .next, .now])
  func theOldSettingRulesWhatIsSaidAndWhatIsRead(policy: WhenBusy) async {
    var settings = Settings()
    settings.player.whenBusy = policy
    await besideALetter(settings) { service in
      service.files.put(Script("One."), at: "/a.txt")
      service.say("Last.", SpeakOptions(whenBusy: .queue))
      service.read("/a.txt")
      service.say("Two.")
      service.pass(10)
      switch policy {
      case .queue: #expect(service.titles == ["letter", "Last.", "a", "Two."])
      case .next: #expect(service.titles == ["letter", "Two.", "a", "Last."])
      default: #expect(service.titles == ["Two.", "a", "letter", "Last."])
      }
    }
  }

  @Test func saidAndReadTextsHaveSettingsOfTheirOwn() async {
    var settings = Settings()
    settings.player.sayWhenBusy = .drop
    settings.player.readWhenBusy = .queue
    await besideALetter(settings) { service in
      service.files.put(Script("One."), at: "/a.txt")
      let said = service.say("Dropped.")
      service.read("/a.txt")
      service.pass(10)
      #expect(said.error == "Busy" && service.titles == ["letter", "a"])
      // The request says what it is.
      let letter = service.say("A letter.", SpeakOptions(request: .read))
      service.pass(10)
      #expect(letter.track != nil && service.titles.last == "A letter.")
    }
  }

  @Test func aTextThatWaitsForPlayGoesToTheEnd() async {
    await besideALetter { service in
      service.say("Last.", SpeakOptions(whenBusy: .queue))
      service.say("Paused.", Self.paused)
      service.pass(10)
      #expect(service.titles == ["letter", "Last.", "Paused."] && service.told.isEmpty)
    }
  }

  @Test func inAnEmptyQueueAPausedTextIsPausedAtItsBeginning() async {
    await ManualService.play { service in
      service.say("Paused.", Self.paused)
      service.pass(5000)
      #expect(service.session.snapshot.status == .paused && service.session.position == 0)
      #expect(service.told.isEmpty && service.hand.output.taken.isEmpty)
      service.session.send(.play)
      service.pass(5000)
      #expect(service.told == ["started Paused.", "finished Paused."])
    }
  }

  @Test func threeTextsAreReadInOrderEachStartedAndFinished_S0_10_S3_04() async {
    await ManualService.play { service in
      for text in ["One.", "Two.", "Three."] { service.say(text) }
      service.pass(10)
      service.passAll()
      #expect(
        service.told == [
          "started One.", "finished One.", "started Two.", "finished Two.", "started Three.", "finished Three.",
        ])
      #expect(service.words.map(\.word) == ["One.", "Two.", "Three."])
      #expect(service.titles.isEmpty && service.session.state == .idle)
    }
  }

  @Test func aTrackOrTheWholeQueueIsRepeated_S3_25() async {
    await ManualService.play { service in
      service.session.send(.setLoop(.track))
      for text in ["I.", "Oh."] { service.say(text, Self.paused) }
      service.pass(10)
      service.session.send(.play)
      service.pass(700)
      #expect(service.told.filter { $0.hasPrefix("finished") } == ["finished I.", "finished I.", "finished I."])
      service.session.send(.setLoop(.playlist))
      service.forget()
      service.pass(1500)
      let told = service.told.filter { $0.hasPrefix("finished") }
      #expect(told.prefix(4) == ["finished I.", "finished Oh.", "finished I.", "finished Oh."])
      service.session.send(.setLoop(.none))
      service.pass(5000)
      #expect(service.session.state == .idle)
    }
  }

  @Test(arguments: [ShuffleMode.once, .eachLap, .questionChoices])
  func everyShuffleModeReadsEachTextOnceALap_S2_22_S2_23_S2_24(mode: ShuffleMode) async {
    await ManualService.play { service in
      service.session.send(.setShuffle(mode))
      service.session.send(.setLoop(.playlist))
      let texts = ["A1.", "A2.", "A3.", "B1.", "B2.", "B3."]
      for text in texts { service.say(text, SpeakOptions(album: String(text.prefix(1)), paused: true)) }
      service.pass(10)
      service.session.send(.play)
      while service.told.count(where: { $0.hasPrefix("finished") }) < 12, service.hand.milliseconds < 60_000 {
        service.pass(100)
      }
      let told = service.told.filter { $0.hasPrefix("finished") }.map { String($0.dropFirst("finished ".count)) }
      let laps = [Array(told.prefix(6)), Array(told.dropFirst(6).prefix(6))]
      #expect(laps.map(Set.init) == [Set(texts), Set(texts)])
      if mode == .once { #expect(laps[0] == laps[1]) }
      guard mode == .questionChoices else { return }
      // A question stays before its choices, and a group stays together.
      for lap in laps {
        #expect(["A1.", "B1."].contains(lap[0]) && ["A1.", "B1."].contains(lap[3]), "\(lap)")
        #expect(Set(lap[0..<3].map(\.first)).count == 1, "\(lap)")
      }
    }
  }
}
