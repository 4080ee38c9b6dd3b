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
  private static let damaged = Trouble(.damaged)

  private static func slow(_ text: String) -> Script {
    var script = Script(text)
    script.pace = slow
    return script
  }

  // MARK: The order

  @Test func answersAndTextsComeInTheOrderOfTheRequests_S2_30() async {
    await ManualService.play { service in
      service.files.put(Self.slow("The first."), at: "/a.txt")
      let first = service.read("/a.txt", Self.paused)
      let second = service.say("The second.", Self.paused)
      service.pass(50)
      // It is known to be speakable, and waits for the first one.
      #expect(service.answered.isEmpty && service.titles.isEmpty)
      service.pass(5000)
      #expect(service.answered.map(\.track) == [first.track, second.track] && first.track != nil)
      #expect(service.titles == ["a", "The second."])
    }
  }

  @Test func aSlowWriterHoldsUpNobody() async {
    await ManualService.play { service in
      var script = Script("From a pipe.")
      script.pace = .seconds(60)
      let pipe = service.pipe(script, Self.paused)
      let text = service.say("A text.", Self.paused)
      service.pass(100)
      #expect(text.track != nil && pipe.result == nil)
      service.pass(600_000)
      #expect(service.titles == ["A text.", "From a pipe."])
    }
  }

  @Test func aTextThatCannotBeReadHoldsUpOnlyUntilThatIsKnown() async {
    await ManualService.play { service in
      var script = Self.slow("It never comes.")
      script.mishap = (2, .fail(Self.damaged))
      service.files.put(script, at: "/a.txt")
      let first = service.read("/a.txt")
      let second = service.say("The second.", Self.paused)
      service.pass(150)
      #expect(second.result == nil)
      service.pass(1000)
      #expect(first.error == "Damaged" && first.message == "it is damaged")
      #expect(service.answered.map(\.error) == ["Damaged", ""])
      #expect(service.titles == ["The second."])
    }
  }

  @Test func aListIsReadInItsOrderAfterTheTextThatItBeginsWith_S2_30() async {
    await ManualService.play { service in
      service.say("A long text that is being read. It has two sentences.")
      service.pass(300)
      for path in ["/a.txt", "/b.txt", "/c.txt"] { service.files.put(Script("A file."), at: path) }
      var last: ObjectPath?
      for path in ["/a.txt", "/b.txt", "/c.txt"] {
        var options = SpeakOptions()
        options.after = last
        let answer = service.read(path, options)
        service.pass(10)
        last = answer.track?.objectPath
      }
      service.passAll()
      #expect(
        service.told.filter { $0.hasPrefix("finished") } == [
          "finished a", "finished b", "finished c",
          "finished A long text that is being read. It has two sentences.",
        ])
    }
  }

  // MARK: As it comes

  @Test func aTextIsHeardBeforeAllOfItWasRead() async {
    await ManualService.play { service in
      service.files.put(Self.slow("One. Two. Three. Four."), at: "/a.txt")
      service.read("/a.txt")
      service.pass(450)
      #expect(service.told == ["started a"])
      #expect(!service.reader.isIdle && service.player.length(of: TrackID(1)) == nil, "its length is not told yet")
      service.passAll()
      #expect(service.words.map(\.word) == ["One.", "Two.", "Three.", "Four."])
      #expect(service.told.last == "finished a")
    }
  }

  @Test func aRemovedTextIsNotReadAnyMore() async {
    await ManualService.play { service in
      service.files.put(Self.slow("One. Two. Three. Four."), at: "/a.txt")
      let answer = service.read("/a.txt", Self.paused)
      service.pass(450)
      #expect(!service.reader.isIdle)
      service.session.send(.remove([answer.track].compactMap { $0 }))
      #expect(service.reader.isIdle && service.titles.isEmpty)
      service.pass(5000)
      #expect(service.titles.isEmpty)
    }
  }

  @Test func aBookIsReadOnAsLongAsOneOfItsChaptersIsInTheQueue() async {
    await ManualService.play { service in
      var script = Script(title: "Emma", (1...6).map { "Chapter \($0) begins." })
      script.pace = Self.slow
      service.files.put(script, at: "/emma.epub")
      service.read("/emma.epub", Self.paused)
      service.pass(1050)
      #expect(service.titles.count == 3)
      for id in service.player.ids.dropLast() { service.session.send(.remove([id])) }
      #expect(!service.reader.isIdle)
      service.pass(300)
      #expect(service.titles == ["Chapter 3", "Chapter 4"])
      service.session.send(.clear(.removed))
      #expect(service.reader.isIdle)
    }
  }

  @Test func chaptersThatComeTogetherAreOneChangeOfTheQueue() async {
    await ManualService.play { service in
      service.files.put(Script(title: "Emma", (1...200).map { "Chapter \($0) begins." }), at: "/emma.epub")
      service.read("/emma.epub", Self.paused)
      service.pass(100)
      #expect(service.titles.count == 200)
      // The first one, all the others, and their lengths.
      #expect(service.player.entries.allSatisfy { $0.metadata.album == "Emma" })
      #expect(service.player.entries.map(\.metadata.trackNumber) == (1...200).map { $0 })
    }
  }

  // MARK: What cannot be read

  @Test func aTextWithoutASentenceIsRefusedAndChangesNothing() async {
    await ManualService.play { service in
      service.say("Something is paused.", Self.paused)
      service.pass(10)
      service.forget()
      service.files.strings["---"] = Script("")
      let answer = service.say("---")
      service.pass(100)
      #expect(answer.error == "Empty" && answer.message == "there is nothing in the text that could be spoken")
      #expect(service.titles == ["Something is paused."] && service.told.isEmpty)
      #expect(service.session.snapshot.status == .paused)
    }
  }

  @Test func aFileThatIsNotThereIsNamedAndChangesNothing_S3_17() async {
    await ManualService.play { service in
      let answer = service.read("/nowhere.txt")
      service.pass(10)
      #expect(answer.error == "NoSuchFile" && answer.message == "there is no file '/nowhere.txt'")
      #expect(service.openings.isIdle && service.titles.isEmpty)
    }
  }

  @Test(arguments: [
    (TroubleCode.notText, "NotText"), (.wrongEncoding, "WrongEncoding"), (.empty, "Empty"),
    (.tooLarge, "TooLarge"), (.unknownFormat, "Unsupported"), (.encrypted, "Locked"), (.damaged, "Damaged"),
    (.harmful, "Damaged"), (.unreadable, "NotReadable"), (.changed, "NotReadable"), (.engine, "Engine"),
    (.died, "Engine"), (.spawnFailed, "Engine"),
  ])
  func everyReasonOfAReaderHasItsNameForClients(code: TroubleCode, name: String) async {
    await ManualService.play { service in
      var script = Script("It never comes.")
      script.mishap = (0, .fail(Trouble(code, "the reason")))
      service.files.put(script, at: "/a.txt")
      let answer = service.read("/a.txt")
      service.pass(10)
      #expect(answer.error == name && answer.message == "\(code.sentence) (the reason)")
      #expect(service.titles.isEmpty && service.reader.isIdle)
    }
  }

  @Test func aTruncatedTextIsNamedAndHeardAsFarAsItGoes_S3_17() async {
    await ManualService.play { service in
      var script = Self.slow("One. Two. Three. Four.")
      script.mishap = (5, .fail(Trouble(.changed)))
      service.files.put(script, at: "/a.txt")
      service.read("/a.txt")
      service.say("The text after it.", SpeakOptions(whenBusy: .queue))
      service.pass(700)
      #expect(
        service.failures == ["'a.txt' ends early: the file changed while it was being read; open it again"])
      #expect(service.session.lastError == service.failures.first)
      service.passAll()
      #expect(service.words.map(\.word) == ["One.", "Two.", "The", "text", "after", "it."])
      #expect(service.told.filter { $0.hasPrefix("finished") } == ["finished a", "finished The text after it."])
    }
  }

  @Test func aReaderThatHangsKeepsWhatItHasTold() async {
    await ManualService.play { service in
      var script = Self.slow("One. Two. Three.")
      script.mishap = (4, .hang)
      service.files.put(script, at: "/a.txt")
      service.read("/a.txt")
      service.pass(60_000)
      #expect(service.words.map(\.word) == ["One."])
      // More may come: it is not over.
      #expect(service.session.snapshot.status == .playing && service.titles == ["a"])
    }
  }

  // MARK: Voices

  @Test func aVoiceOrLanguageThatNobodyHasIsRefused() async {
    await ManualService.play { service in
      let voice = service.say("A text.", SpeakOptions(voice: "Bob"))
      let language = service.say("A text.", SpeakOptions(language: "tlh"))
      service.pass(10)
      #expect(voice.error == "NoVoice" && voice.message == "there is no voice 'Bob'")
      #expect(language.error == "NoVoice" && language.message == "no voice reads the language 'tlh'")
      #expect(service.titles.isEmpty)
    }
  }

  @Test func theLanguageOfAChapterChoosesItsVoice_S3_06() async {
    await ManualService.play { service in
      var script = Script(title: "Songs", ["Guten Morgen.", "Good morning.", "Bonjour."], language: "en")
      script.chapters[0].language = "de"
      script.chapters[2].language = "fr"
      service.files.put(script, at: "/songs.epub")
      service.read("/songs.epub", Self.paused)
      service.pass(100)
      let tracks = service.player.ids.compactMap { service.session.track($0) }
      #expect(tracks.map { $0.voice(of: 0).voice } == ["zählend", "counting", "comptant"])
    }
  }

  /// The voices of three chapters: in German, in the book's English, and in Klingon, which no voice speaks.
  private func expect(_ voices: [String], with options: SpeakOptions = SpeakOptions()) async {
    await ManualService.play { service in
      var script = Script(title: "Songs", ["Guten Morgen.", "Good morning.", "nuqneH."], language: "en")
      script.chapters[0].language = "de"
      script.chapters[2].language = "tlh"
      service.files.put(script, at: "/songs.epub")
      var options = options
      options.paused = true
      service.read("/songs.epub", options)
      service.pass(100)
      let found = service.player.ids.compactMap { service.session.track($0)?.voice(of: 0).voice.text }
      #expect(found == voices, "\(options)")
    }
  }

  @Test func aVoiceThatIsAskedForReadsItsLanguageAndWhatNobodyReads_S3_06() async {
    await expect(["zählend", "counting", "counting"], with: SpeakOptions())
    await expect(["zählend", "counting", "comptant"], with: SpeakOptions(voice: "comptant"))
    await expect(["zählend", "counting", "zählend"], with: SpeakOptions(voice: "zählend"))
    await expect(["zählend", "counting", "comptant"], with: SpeakOptions(language: "fr"))
  }

  @Test func everythingIsReadInOneLanguageIfThatIsAskedFor_S3_06() async {
    await expect(["comptant", "comptant", "comptant"], with: SpeakOptions(allIn: "fr"))
    await expect(["zählend", "zählend", "zählend"], with: SpeakOptions(voice: "zählend", allIn: "fr"))
    await expect(["comptant", "comptant", "comptant"], with: SpeakOptions(language: "de", allIn: "fr"))
  }
}
