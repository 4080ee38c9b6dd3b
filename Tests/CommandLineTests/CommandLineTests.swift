import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import Configuration
import Foundation
import Testing
import Vocabulary

@testable import aloud

@Suite(.timeLimit(.minutes(3)))
struct CommandLineTests {
  private func prepared(_ arguments: String...) throws(Failure) -> [String] {
    try CommandLineReader.prepared(arguments)
  }

  @Test func theShortestUniqueBeginningOfAVerbIsEnough() throws {
    #expect(try prepared("sta") == ["status"])
    #expect(try prepared("vol") == ["volume"])
    #expect(try prepared("voi") == ["voices"])
    #expect(try prepared("pla") == ["play"])
    #expect(try prepared("STATUS") == ["status"])
  }

  @Test func anAmbiguousBeginningNamesTheVerbs() {
    #expect {
      try prepared("p")
    } throws: { error in
      let failure = error as? Failure
      return failure?.status == .usage && failure?.message.contains("play, pause, prev, position") == true
    }
  }

  @Test func otherPlayersWordsAreUnderstood() throws {
    #expect(try prepared("play-pause") == ["toggle"])
    #expect(try prepared("previous", "sentence") == ["prev", "sentence"])
    #expect(try prepared("random", "on") == ["shuffle", "on"])
    #expect(try prepared("single", "on") == ["loop", "track"])
    #expect(try prepared("del", "3") == ["queue", "del", "3"])
    #expect(try prepared("current") == ["metadata", "title"])
  }

  @Test func anUnknownVerbIsAnsweredWithTheNearest() {
    func cure(_ word: String) -> String? {
      do throws(Failure) {
        _ = try prepared(word)
        return nil
      } catch {
        return error.status == .usage ? error.cure : nil
      }
    }
    #expect(cure("stauts") == "aloud status")
    #expect(cure("puase") == "aloud pause")
    #expect(cure("xyzzy") == "aloud help, or aloud say xyzzy")
  }

  @Test func wordsOfOtherPlayersDoWhatTheySay() throws {
    #expect(try prepared("version") == ["--version"])
    #expect(try prepared("-V") == ["--version"])
    #expect(try prepared("mute") == ["volume", "0"])
    #expect(try prepared("louder") == ["volume", "+10"])
    let faster = try #require(try Aloud.parseAsRoot(try prepared("faster")) as? Rate)
    let slower = try #require(try Aloud.parseAsRoot(try prepared("slower")) as? Rate)
    #expect(RateArgument(slower.rate ?? "")?.applied(to: 1) == 0.9)
    #expect(RateArgument(faster.rate ?? "")?.applied(to: 1) == 1.1)
    #expect(RateArgument(slower.rate ?? "")?.applied(to: 1.1) == 1, "one takes the other back")
    #expect(try prepared("forward", "10") == ["seek", "+10"])
    #expect(try prepared("back", "1m30s", "--json") == ["seek", "1m30s-", "--json"])
    #expect(PositionArgument("1m30s-") == .relative(-90_000_000))
    #expect(try prepared("forward") == ["next"])
    #expect(try prepared("back", "sentence") == ["prev", "sentence"])
  }

  @Test(arguments: ["off", "quit", "Exit", "unmute"])
  func wordsOfSeveralMeaningsAreNotGuessed(word: String) {
    do throws(Failure) {
      Issue.record("\(try prepared(word)) is done")
    } catch {
      #expect(error.cure?.contains("aloud ") == true && error.cure?.contains("help") == false)
    }
  }

  @Test func aPathIsRead() throws {
    #expect(try prepared("./play") == ["read", "./play"])
    #expect(try prepared("/etc/hostname", "--again") == ["read", "/etc/hostname", "--again"])
    // A file in the current folder, by its name alone: tests run in a folder that is not empty.
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: ".").first { $0.contains(".") })
    #expect(try prepared(name) == ["read", name])
    #expect(try prepared("play") == ["play"])
    #expect(throws: Failure.self) { try prepared("nothing-is-here.epub") }
  }

  @Test func withoutAVerbTheStatusIsShown() throws {
    #expect(try CommandLineReader.prepared([]) == ["status", "--or-help"])
    #expect(try prepared("--json") == ["status", "--json"])
    #expect(try prepared("--version") == ["--version"])
    #expect(try prepared("help", "vol") == ["help", "volume"])
  }

  @Test func aClickOnTheMediaCardChangesNothing() throws {
    #expect(try prepared("open") == ["status"])
    #expect(try prepared("open", "a.txt") == ["read", "a.txt"])
    #expect(try prepared("open", "--show") == ["status", "--or-help"], "there is no display here")
    #expect(try prepared("open", "--show", "file:///a.txt") == ["read", "--interactive", "file:///a.txt"])
    #expect(Launch.from(["open", "--show", "file:///a.txt"], hasTerminal: false)?.uris == ["file:///a.txt"])
    #expect(Launch.from(["open", "--show"], hasTerminal: false) == nil)
    #expect(try prepared("read") == ["read"])
  }

  @Test func negativeNumbersAreNoOptions_S2_02() throws {
    #expect(try prepared("seek", "-10") == ["seek", "--", "-10"])
    #expect(try prepared("volume", "-5", "--json") == ["volume", "--json", "--", "-5"])
    #expect(try prepared("rate", "-10%") == ["rate", "--", "-10%"])
    let seek = try #require(try Aloud.parseAsRoot(try prepared("seek", "-1:30")) as? Seek)
    #expect(seek.place == "-1:30")
  }

  /// A word that is no verb suggests none by which the queue is lost, unless it is that verb but for one letter.
  @Test func noGuessLosesTheQueue() {
    #expect(VerbNames.match("cleer") == .unknown(nearest: "clear"))
    #expect(VerbNames.match("huhs") == .unknown(nearest: "hush"))
    for word in ["leans", "clara", "clean", "hash", "cleanse", "canal", "sillence", "dell", "crops"] {
      guard case .unknown(let nearest?) = VerbNames.match(word) else { continue }
      let verb = (VerbNames.synonyms[nearest] ?? [nearest]).joined(separator: " ")
      let isOneLetter = Suggestion.nearest(to: word, among: [nearest], atMost: 1) != nil
      #expect(isOneLetter || !["clear", "hush", "queue del", "queue crop"].contains(verb), "\(word): \(nearest)")
    }
    // It was the suggestion for "learn" before there was such a verb.
    #expect(Suggestion.nearest(to: "learn", among: ["clear"]) == "clear")
    #expect(VerbNames.match("leamn") == .unknown(nearest: "learn"))
    #expect(VerbNames.match("claern") != .unknown(nearest: "clear"))
  }

  @Test func everyVerbOfTheTableIsAVerbOfTheParser() throws {
    for verb in VerbNames.all where verb != "help" {
      let arguments = ["seek": ["+"], "export": ["a.txt", "-o", "a.wav"], "goto": ["1"]][verb] ?? []
      #expect(throws: Never.self) { try Aloud.parseAsRoot([verb] + arguments) }
    }
    for (synonym, words) in VerbNames.synonyms {
      #expect(VerbNames.all.contains(words[0]) || words == ["--version"], "\(synonym)")
      #expect(!VerbNames.all.contains(synonym), "\(synonym)")
    }
  }

  @Test func sayTakesTheOptionsOfOtherSpeakers_S0_09() throws {
    let arguments = [
      "say", "-v", "en-us", "-r", "-10%", "--delay", "5s", "--trailing-delay", "300ms", "--pitch", "+10%", "--volume",
      "50", "--punctuation", "some", "-n", "--artist", "A", "--artist", "B", "--", "-x", "hello",
    ]
    let say = try #require(try Aloud.parseAsRoot(arguments) as? Say)
    #expect(say.text == ["-x", "hello"])
    let options = try say.speech.options(.say, task: "say it")
    #expect(options.voice == "en-us" && options.rate == 0.9 && options.volume == 0.5)
    #expect(options.leadingDelay == .seconds(5) && options.trailingDelay == .milliseconds(300))
    #expect(options.request == .say)
    #expect(options.whenBusy == .next && options.artists == ["A", "B"] && options.punctuation == .some)
  }

  @Test(arguments: [
    (["--rate", "9"], "'9' is not a rate"), (["--pitch", "9"], "'9' is not a pitch"),
    (["--delay", "2h"], "'2h' is not a delay"),
    (["--when-busy", "later"], "'later' is not a policy"), (["--now", "--next"], "contradict"),
    (["--queue", "--now"], "contradict"),
    (["--volume", "loud"], "that is not a volume"), (["--volume", "150"], "from 0 to 100"),
    (["--punctuation", "most"], "punctuation"),
  ])
  func wrongOptionsAreNamedWithACure(arguments: [String], reason: String) throws {
    let say = try #require(try Aloud.parseAsRoot(["say"] + arguments + ["x"]) as? Say)
    do throws(Failure) {
      _ = try say.speech.options(.say, task: "say it")
      Issue.record("not refused")
    } catch {
      #expect(error.status == .usage && error.message.hasPrefix("cannot say it") && error.message.contains(reason))
      #expect(error.cure?.contains("--") == true)
    }
  }

  @Test func theParsersComplaintsBecomeTwoLines() {
    func failure(_ arguments: [String]) -> Failure? {
      do throws(Failure) {
        _ = try CommandLineReader.command(arguments, Console.standard)
        return nil
      } catch {
        return error
      }
    }
    let unknown = failure(["status", "--jsno"])
    #expect(unknown?.status == .usage)
    #expect(unknown?.message == "cannot understand the command line: unknown option '--jsno'")
    #expect(unknown?.cure == "aloud status --json")
    let said = failure(["say", "--voice", "odd", "--queu"])
    #expect(said?.message.hasSuffix("unknown option '--queu'") == true && said?.cure == "aloud say --queue")
    let strange = failure(["say", "--xyzzyplugh=1", "text"])
    #expect(strange?.message.hasSuffix("unknown option '--xyzzyplugh'") == true && strange?.cure == "aloud help say")
    let minus = failure(["say", "-5 degrees"])
    #expect(minus?.cure == "aloud say -- '-5 degrees'", "\(String(describing: minus))")
    for typed in [["-v"], ["-p", "x"]] {
      #expect(failure(typed)?.cure == "aloud help, or aloud --version", "\(typed)")
    }
    #expect(failure(["--jsno"])?.cure == "aloud --json")
    let missing = failure(["seek"])
    #expect(missing?.message.contains("place") == true && missing?.message.contains("\n") == false)
    #expect(missing?.cure == "aloud help seek")
  }

  private func verb(_ arguments: String...) throws -> (any Verb)? {
    try CommandLineReader.command(arguments, Console.standard)
  }

  @Test func theWordsOfNotifyCountOnlyAtItsBeginning_S1_03() throws {
    #expect(try verb("notify", "on") is Notify.On)
    #expect(try verb("notify", "test", "--app", "Mail", "Hello") is Notify.Test)
    for arguments in [["notify", "--", "on"], ["notify", "-u", "low", "on"], ["notify", "Turn", "on"]] {
      #expect(try CommandLineReader.command(arguments, Console.standard) is Notify.Show, "\(arguments)")
    }
    let shown = try #require(
      try verb(
        "notify", "-u", "critical", "-t", "100", "-a", "Mail", "-i", "mail", "-c", "email", "-h", "int:value:5", "-p",
        "-r", "7", "-w", "-e", "-A", "open=Open", "Hello", "World") as? Notify.Show)
    #expect(shown.urgency == "critical" && shown.expireTime == 100 && shown.app == "Mail" && shown.icon == "mail")
    #expect(shown.category == "email" && shown.hints == ["int:value:5"] && shown.printID && shown.replaceID == 7)
    #expect(shown.wait && shown.transient && shown.actions == ["open=Open"])
    #expect(shown.summary == "Hello" && shown.body == "World")
  }

  @Test func hintsAreReadAsNotifySendReadsThem_S1_12() {
    #expect(HintArgument("boolean:x-aloud-speak:false")?.value == .bool(false))
    #expect(HintArgument("STRING:name:a:b")?.value == .string("a:b"))
    #expect(HintArgument("int:n:-3")?.value == .int32(-3))
    #expect(HintArgument("byte:urgency:2")?.name == "urgency")
    for wrong in ["", "int:n", "int::3", "int:n:x", "byte:n:256", "what:n:1"] { #expect(HintArgument(wrong) == nil) }
    #expect(ActionArgument("Open", index: 2).name == "2")
    #expect(ActionArgument("open=Open it", index: 0).label == "Open it")
  }
}
