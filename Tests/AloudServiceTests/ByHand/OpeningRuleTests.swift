import AloudAPI
import BusValues
import Documents
import EventLoop
import MPRIS
import Playback
import Speech
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Texts on their way into the queue: the order of the answers, and texts that cannot be read.
@Suite(.timeLimit(.minutes(1)))
struct OpeningRuleTests {
  private static let slow = Duration.milliseconds(100)
  private static let paused = SpeakOptions(paused: true)
  private static let damaged = ReadingError(.damaged, "it is damaged")

  private static func slow(_ text: String) -> Script {
    var script = Script(text)
    script.pace = slow
    return script
  }

  // MARK: The order

  @Test func answersAndTextsComeInTheOrderOfTheRequests_S2_30() async {
    await HandHouse.play { house in
      house.files.put(Self.slow("The first."), at: "/a.txt")
      let first = house.read("/a.txt", Self.paused)
      let second = house.say("The second.", Self.paused)
      house.pass(50)
      // It is known to be speakable, and waits for the first one.
      #expect(house.answered.isEmpty && house.titles.isEmpty)
      house.pass(5000)
      #expect(house.answered.map(\.track) == [first.track, second.track] && first.track != nil)
      #expect(house.titles == ["a.txt", "The second."])
    }
  }

  @Test func aSlowWriterHoldsUpNobody() async {
    await HandHouse.play { house in
      var script = Script("From a pipe.")
      script.pace = .seconds(60)
      let pipe = house.pipe(script, Self.paused)
      let text = house.say("A text.", Self.paused)
      house.pass(100)
      #expect(text.track != nil && pipe.result == nil)
      house.pass(600_000)
      #expect(house.titles == ["A text.", "From a pipe."])
    }
  }

  @Test func aTextThatCannotBeReadHoldsUpOnlyUntilThatIsKnown() async {
    await HandHouse.play { house in
      var script = Self.slow("It never comes.")
      script.mishap = (2, .fail(Self.damaged))
      house.files.put(script, at: "/a.txt")
      let first = house.read("/a.txt")
      let second = house.say("The second.", Self.paused)
      house.pass(150)
      #expect(second.result == nil)
      house.pass(1000)
      #expect(first.error == "Damaged" && first.message == "it is damaged")
      #expect(house.answered.map(\.error) == ["Damaged", ""])
      #expect(house.titles == ["The second."])
    }
  }

  @Test func aListIsReadInItsOrderAfterTheTextThatItBeginsWith_S2_30() async {
    await HandHouse.play { house in
      house.say("A long text that is being read. It has two sentences.")
      house.pass(300)
      for path in ["/a.txt", "/b.txt", "/c.txt"] { house.files.put(Script("A file."), at: path) }
      var last: ObjectPath?
      for path in ["/a.txt", "/b.txt", "/c.txt"] {
        var options = SpeakOptions()
        options.after = last
        let answer = house.read(path, options)
        house.pass(10)
        last = answer.track?.objectPath
      }
      house.passAll()
      #expect(
        house.told.filter { $0.hasPrefix("finished") } == [
          "finished a.txt", "finished b.txt", "finished c.txt",
          "finished A long text that is being read. It has two sentences.",
        ])
    }
  }

  // MARK: As it comes

  @Test func aTextIsHeardBeforeAllOfItWasRead() async {
    await HandHouse.play { house in
      house.files.put(Self.slow("One. Two. Three. Four."), at: "/a.txt")
      house.read("/a.txt")
      house.pass(450)
      #expect(house.told == ["started a.txt"])
      #expect(!house.reader.isIdle && house.player.length(of: TrackID(1)) == nil, "its length is not told yet")
      house.passAll()
      #expect(house.words.map(\.word) == ["One.", "Two.", "Three.", "Four."])
      #expect(house.told.last == "finished a.txt")
    }
  }

  @Test func aRemovedTextIsNotReadAnyMore() async {
    await HandHouse.play { house in
      house.files.put(Self.slow("One. Two. Three. Four."), at: "/a.txt")
      let answer = house.read("/a.txt", Self.paused)
      house.pass(450)
      #expect(!house.reader.isIdle)
      house.session.send(.remove([answer.track].compactMap { $0 }))
      #expect(house.reader.isIdle && house.titles.isEmpty)
      house.pass(5000)
      #expect(house.titles.isEmpty)
    }
  }

  @Test func aBookIsReadOnAsLongAsOneOfItsChaptersIsInTheQueue() async {
    await HandHouse.play { house in
      var script = Script(title: "Emma", (1...6).map { "Chapter \($0) begins." })
      script.pace = Self.slow
      house.files.put(script, at: "/emma.epub")
      house.read("/emma.epub", Self.paused)
      house.pass(1050)
      #expect(house.titles.count == 3)
      for id in house.player.ids.dropLast() { house.session.send(.remove([id])) }
      #expect(!house.reader.isIdle)
      house.pass(300)
      #expect(house.titles == ["Chapter 3", "Chapter 4"])
      house.session.send(.clear(.removed))
      #expect(house.reader.isIdle)
    }
  }

  @Test func chaptersThatComeTogetherAreOneChangeOfTheQueue() async {
    await HandHouse.play { house in
      house.files.put(Script(title: "Emma", (1...200).map { "Chapter \($0) begins." }), at: "/emma.epub")
      house.read("/emma.epub", Self.paused)
      house.pass(100)
      #expect(house.titles.count == 200)
      // The first one, all the others, and their lengths.
      #expect(house.player.entries.allSatisfy { $0.metadata.album == "Emma" })
      #expect(house.player.entries.map(\.metadata.trackNumber) == (1...200).map { $0 })
    }
  }

  // MARK: What cannot be read

  @Test func aTextWithoutASentenceIsRefusedAndChangesNothing() async {
    await HandHouse.play { house in
      house.say("Something is paused.", Self.paused)
      house.pass(10)
      house.forget()
      house.files.strings["---"] = Script("")
      let answer = house.say("---")
      house.pass(100)
      #expect(answer.error == "Empty" && answer.message == "there is nothing in the text that could be spoken")
      #expect(house.titles == ["Something is paused."] && house.told.isEmpty)
      #expect(house.session.snapshot.status == .paused)
    }
  }

  @Test func aFileThatIsNotThereIsNamedAndChangesNothing_S3_17() async {
    await HandHouse.play { house in
      let answer = house.read("/nowhere.txt")
      house.pass(10)
      #expect(answer.error == "NoSuchFile" && answer.message == "there is no file '/nowhere.txt'")
      #expect(house.openings.isIdle && house.titles.isEmpty)
    }
  }

  @Test(arguments: [
    (ReadingError.Kind.notText, "NotText"), (.wrongEncoding, "WrongEncoding"), (.empty, "Empty"),
    (.tooLarge, "TooLarge"), (.unsupported, "Unsupported"), (.locked, "Locked"), (.damaged, "Damaged"),
    (.notReadable, "NotReadable"), (.notAnswering, "NotAnswering"), (.engine, "Engine"),
  ])
  func everyReasonOfAReaderHasItsNameForClients(kind: ReadingError.Kind, name: String) async {
    await HandHouse.play { house in
      var script = Script("It never comes.")
      script.mishap = (0, .fail(ReadingError(kind, "the reason")))
      house.files.put(script, at: "/a.txt")
      let answer = house.read("/a.txt")
      house.pass(10)
      #expect(answer.error == name && answer.message == "the reason")
      #expect(house.titles.isEmpty && house.reader.isIdle)
    }
  }

  @Test func aTruncatedTextIsNamedAndHeardAsFarAsItGoes_S3_17() async {
    await HandHouse.play { house in
      var script = Self.slow("One. Two. Three. Four.")
      script.mishap = (5, .fail(ReadingError(.notReadable, "the file changed while it was being read; open it again")))
      house.files.put(script, at: "/a.txt")
      house.read("/a.txt")
      house.say("The text after it.", SpeakOptions(whenBusy: .queue))
      house.pass(700)
      #expect(
        house.failures == ["'a.txt' ends early: the file changed while it was being read; open it again"])
      #expect(house.session.lastError == house.failures.first)
      house.passAll()
      #expect(house.words.map(\.word) == ["One.", "Two.", "The", "text", "after", "it."])
      #expect(house.told.filter { $0.hasPrefix("finished") } == ["finished a.txt", "finished The text after it."])
    }
  }

  @Test func aReaderThatHangsKeepsWhatItHasTold() async {
    await HandHouse.play { house in
      var script = Self.slow("One. Two. Three.")
      script.mishap = (4, .hang)
      house.files.put(script, at: "/a.txt")
      house.read("/a.txt")
      house.pass(60_000)
      #expect(house.words.map(\.word) == ["One."])
      // More may come: it is not over.
      #expect(house.session.snapshot.status == .playing && house.titles == ["a.txt"])
    }
  }

  // MARK: Voices

  @Test func aVoiceOrLanguageThatNobodyHasIsRefused() async {
    await HandHouse.play { house in
      let voice = house.say("A text.", SpeakOptions(voice: "Bob"))
      let language = house.say("A text.", SpeakOptions(language: "tlh"))
      house.pass(10)
      #expect(voice.error == "NoVoice" && voice.message == "there is no voice 'Bob'")
      #expect(language.error == "NoVoice" && language.message == "no voice reads the language 'tlh'")
      #expect(house.titles.isEmpty)
    }
  }

  @Test func theLanguageOfAChapterChoosesItsVoice_S3_22() async {
    await HandHouse.play { house in
      var script = Script(title: "Songs", ["Guten Morgen.", "Good morning.", "Bonjour."], language: "en")
      script.chapters[0].language = "de"
      script.chapters[2].language = "fr"
      house.files.put(script, at: "/songs.epub")
      house.read("/songs.epub", Self.paused)
      house.pass(100)
      let tracks = house.player.ids.compactMap { house.session.track($0) }
      #expect(tracks.map { $0.voice(of: 0).voice } == ["zählend", "counting", "comptant"])
    }
  }

  @Test func aVoiceThatIsAskedForReadsEverything_S3_22() async {
    await HandHouse.play { house in
      var script = Script(title: "Songs", ["Guten Morgen.", "Good morning."], language: "en")
      script.chapters[0].language = "de"
      house.files.put(script, at: "/songs.epub")
      house.read("/songs.epub", SpeakOptions(voice: "comptant", paused: true))
      house.pass(100)
      let tracks = house.player.ids.compactMap { house.session.track($0) }
      #expect(tracks.map { $0.voice(of: 0).voice } == ["comptant", "comptant"])
    }
  }
}
