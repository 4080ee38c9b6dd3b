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
    _ settings: Settings = Settings(), _ body: @Core (HandHouse) throws -> Void
  ) async rethrows {
    try await HandHouse.play(settings) { house in
      house.files.put(Script(Self.letter), at: "/letter.txt")
      house.read("/letter.txt")
      house.pass(700)
      house.forget()
      try body(house)
    }
  }

  @Test func aTextSaidBesideABookIsHeardAndTheBookGoesOnAtItsWord_X1_S0_10() async {
    await besideALetter { house in
      for text in ["One.", "Two."] { house.say(text) }
      house.pass(2500)
      #expect(
        house.told == [
          "paused letter.txt", "started One.", "finished One.", "started Two.", "finished Two.", "resumed letter.txt",
        ])
      house.passAll()
      let words = house.words.filter { $0.title == "letter.txt" }.map(\.scalar)
      #expect(words == words.sorted() && Set(words).count == words.count, "no word is said twice: \(words)")
      #expect(house.words.last?.word == "it.")
    }
  }

  @Test func aTextSaidBesideAPausedBookLeavesItPausedAtItsPlace_X1() async {
    await besideALetter { house in
      house.session.send(.pause(.user))
      let place = house.session.position
      house.say("Three.")
      house.pass(200)
      #expect(house.current == "Three." && house.player.putOff?.track == house.player.ids.last)
      house.pass(5000)
      #expect(house.told.suffix(2) == ["started Three.", "finished Three."])
      #expect(house.current == "letter.txt" && house.session.snapshot.status == .paused)
      // At the beginning of its word.
      #expect(house.session.position <= place && house.session.position > place - 700_000)
    }
  }

  @Test func anAnnouncementThatIsTakenAwayLeavesThePausedBookPaused_X1() async {
    await besideALetter { house in
      house.session.send(.pause(.user))
      let said = house.say("A long announcement that nobody wants to hear to its end.")
      house.pass(500)
      #expect(house.player.putOff?.resumes == false)
      house.session.send(.remove([said.track].compactMap { $0 }))
      house.pass(1000)
      #expect(house.titles == ["letter.txt"] && house.session.snapshot.status == .paused)
      #expect(house.player.putOff == nil)
    }
  }

  @Test func anOpenedFileBeginsAndThePausedOneIsCurrentAfterIt_S4_08() async {
    await besideALetter { house in
      house.session.send(.pause(.user))
      house.files.put(Script("One."), at: "/a.txt")
      house.read("/a.txt")
      house.pass(3000)
      #expect(house.told.suffix(2) == ["started a.txt", "finished a.txt"])
      #expect(house.current == "letter.txt" && house.session.snapshot.status == .paused)
    }
  }

  @Test func aTextForTheQueueComesToItsEnd() async {
    await besideALetter { house in
      for text in ["One.", "Two."] { house.say(text, SpeakOptions(whenBusy: .queue)) }
      house.pass(10)
      #expect(house.titles == ["letter.txt", "One.", "Two."] && house.current == "letter.txt")
      #expect(house.told.isEmpty)
    }
  }

  @Test func nextComesAfterTheCurrentTextAndTheNewestFirst() async {
    await besideALetter { house in
      house.say("Last.", SpeakOptions(whenBusy: .queue))
      for text in ["One.", "Two."] { house.say(text, SpeakOptions(whenBusy: .next)) }
      house.pass(10)
      #expect(house.titles == ["letter.txt", "Two.", "One.", "Last."] && house.told.isEmpty)
    }
  }

  @Test func nowPutsTheCurrentTextOff() async {
    await besideALetter { house in
      for text in ["One.", "Two."] { house.say(text, SpeakOptions(whenBusy: .now)) }
      house.pass(10)
      // Each before the one that it interrupts.
      #expect(house.titles == ["Two.", "One.", "letter.txt"] && house.current == "Two.")
      house.pass(3000)
      #expect(house.told.filter { $0.hasPrefix("finished") } == ["finished Two.", "finished One."])
      #expect(house.current == "letter.txt" && house.session.snapshot.status == .playing)
    }
  }

  @Test func dropIsRefusedBesideAReadingAndChangesNothing() async {
    await besideALetter { house in
      let answer = house.say("Dropped.", SpeakOptions(whenBusy: .drop))
      house.pass(10)
      #expect(answer.error == "Busy" && answer.message == "something else is being read")
      #expect(house.titles == ["letter.txt"] && house.told.isEmpty && house.shares.room == 9999)
      house.session.send(.clear(.removed))
      house.pass(20)
      house.say("Not dropped.", SpeakOptions(whenBusy: .drop))
      house.pass(500)
      #expect(house.told.last == "started Not dropped.")
    }
  }

  @Test func aTextOnItsWayIsAReadingForDropToo() async {
    await HandHouse.play { house in
      var slow = Script("A slow file.")
      slow.pace = .seconds(1)
      house.files.put(slow, at: "/a.txt")
      house.read("/a.txt")
      house.pass(10)
      let answer = house.say("Dropped.", SpeakOptions(whenBusy: .drop))
      house.pass(10_000)
      #expect(answer.error == "Busy")
    }
  }

  @Test func whenBusyDecidesWhereATextGoes() async {
    await besideALetter { house in
      house.say("Last.", SpeakOptions(whenBusy: .queue))
      house.say("Next.", SpeakOptions(whenBusy: .next))
      house.say("Now.", SpeakOptions(whenBusy: .now))
      house.passAll()
      #expect(
        house.told.filter { $0.hasPrefix("finished") } == [
          "finished Now.", "finished letter.txt", "finished Next.", "finished Last.",
        ])
      let words = house.words.filter { $0.title == "letter.txt" }.map(\.scalar)
      #expect(words == words.sorted() && Set(words).count == words.count, "\(words)")
    }
  }

  @Test(arguments: [WhenBusy.queue, .next, .now])
  func theOldSettingRulesWhatIsSaidAndWhatIsRead(policy: WhenBusy) async {
    var settings = Settings()
    settings.player.whenBusy = policy
    await besideALetter(settings) { house in
      house.files.put(Script("One."), at: "/a.txt")
      house.say("Last.", SpeakOptions(whenBusy: .queue))
      house.read("/a.txt")
      house.say("Two.")
      house.pass(10)
      switch policy {
      case .queue: #expect(house.titles == ["letter.txt", "Last.", "a.txt", "Two."])
      case .next: #expect(house.titles == ["letter.txt", "Two.", "a.txt", "Last."])
      default: #expect(house.titles == ["Two.", "a.txt", "letter.txt", "Last."])
      }
    }
  }

  @Test func saidAndReadTextsHaveSettingsOfTheirOwn() async {
    var settings = Settings()
    settings.player.sayWhenBusy = .drop
    settings.player.readWhenBusy = .queue
    await besideALetter(settings) { house in
      house.files.put(Script("One."), at: "/a.txt")
      let said = house.say("Dropped.")
      house.read("/a.txt")
      house.pass(10)
      #expect(said.error == "Busy" && house.titles == ["letter.txt", "a.txt"])
      // The request says what it is.
      let letter = house.say("A letter.", SpeakOptions(request: .read))
      house.pass(10)
      #expect(letter.track != nil && house.titles.last == "A letter.")
    }
  }

  @Test func aTextThatWaitsForPlayGoesToTheEnd() async {
    await besideALetter { house in
      house.say("Last.", SpeakOptions(whenBusy: .queue))
      house.say("Paused.", Self.paused)
      house.pass(10)
      #expect(house.titles == ["letter.txt", "Last.", "Paused."] && house.told.isEmpty)
    }
  }

  @Test func inAnEmptyQueueAPausedTextIsPausedAtItsBeginning() async {
    await HandHouse.play { house in
      house.say("Paused.", Self.paused)
      house.pass(5000)
      #expect(house.session.snapshot.status == .paused && house.session.position == 0)
      #expect(house.told.isEmpty && house.hand.output.taken.isEmpty)
      house.session.send(.play)
      house.pass(5000)
      #expect(house.told == ["started Paused.", "finished Paused."])
    }
  }

  @Test func threeTextsAreReadInOrderEachStartedAndFinished_S0_10_S3_04() async {
    await HandHouse.play { house in
      for text in ["One.", "Two.", "Three."] { house.say(text) }
      house.pass(10)
      house.passAll()
      #expect(
        house.told == [
          "started One.", "finished One.", "started Two.", "finished Two.", "started Three.", "finished Three.",
        ])
      #expect(house.words.map(\.word) == ["One.", "Two.", "Three."])
      #expect(house.titles.isEmpty && house.session.state == .idle)
    }
  }

  @Test func aTrackOrTheWholeQueueIsRepeated_S3_25() async {
    await HandHouse.play { house in
      house.session.send(.setLoop(.track))
      for text in ["I.", "Oh."] { house.say(text, Self.paused) }
      house.pass(10)
      house.session.send(.play)
      house.pass(700)
      #expect(house.told.filter { $0.hasPrefix("finished") } == ["finished I.", "finished I.", "finished I."])
      house.session.send(.setLoop(.playlist))
      house.forget()
      house.pass(1500)
      let told = house.told.filter { $0.hasPrefix("finished") }
      #expect(told.prefix(4) == ["finished I.", "finished Oh.", "finished I.", "finished Oh."])
      house.session.send(.setLoop(.none))
      house.pass(5000)
      #expect(house.session.state == .idle)
    }
  }

  @Test(arguments: [ShuffleMode.once, .eachLap, .questionChoices])
  func everyShuffleModeReadsEachTextOnceALap_S2_22_S2_23_S2_24(mode: ShuffleMode) async {
    await HandHouse.play { house in
      house.session.send(.setShuffle(mode))
      house.session.send(.setLoop(.playlist))
      let texts = ["A1.", "A2.", "A3.", "B1.", "B2.", "B3."]
      for text in texts { house.say(text, SpeakOptions(album: String(text.prefix(1)), paused: true)) }
      house.pass(10)
      house.session.send(.play)
      while house.told.count(where: { $0.hasPrefix("finished") }) < 12, house.hand.milliseconds < 60_000 {
        house.pass(100)
      }
      let told = house.told.filter { $0.hasPrefix("finished") }.map { String($0.dropFirst("finished ".count)) }
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
