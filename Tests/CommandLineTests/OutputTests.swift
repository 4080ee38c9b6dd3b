import AloudAPI
import AloudClient
import ArgumentParser
import BusValues
import CommandOutput
import Testing
import Vocabulary

@testable import aloud

@Suite(.timeLimit(.minutes(3)))
struct OutputTests {
  private func status(_ change: (inout Status) -> Void = { _ in }) -> Status {
    var status = Status(properties: [
      "Version": .string("1"), "State": .string("speaking"), "PlaybackStatus": .string("Playing"),
      "Position": .int64(83_000_000), "Length": .int64(720_000_000), "LengthExact": .bool(false),
      "Rate": .double(1.25), "Volume": .double(0.8), "LoopStatus": .string("Playlist"), "Shuffle": .string("each-lap"),
      "Track": .objectPath("/org/aloud/Aloud1/track/7"), "QueueLength": .uint32(5),
      "Metadata": .vardict([
        "xesam:title": .string("Faust & Co"), "xesam:artist": .strings(["Goethe", "Eckermann"]),
        "mpris:length": .int64(720_000_000),
      ]),
    ])
    status.number = 2
    change(&status)
    return status
  }

  @Test func theStatusHasTimeLengthAndSymbols_S2_26() {
    #expect(
      status().lines(.unicode, width: 100) == [
        "▶ reading: Faust & Co - Goethe - Eckermann",
        "  1:23 / ≈12:00 (11%), ≈10:37 left   1.25× ≈ 219 wpm   ⟳ ⇄⟳   volume 80%   2 of 5 in the queue",
      ])
    #expect(
      status { $0.isLengthExact = true }.lines(.ascii, width: 20) == [
        "> reading: Faust ...",
        "  1:23 / 12:00", "  (11%), 10:37 left", "  1.25x ~ 219 wpm", "  (@) (%@)", "  volume 80%", "  2 of 5 in the",
        "  queue",
      ])
  }

  @Test func noFactIsBrokenInTheMiddleOnANarrowTerminal() {
    let lines = status().lines(.unicode, width: 40)
    #expect(
      lines.dropFirst() == [
        "  1:23 / ≈12:00 (11%), ≈10:37 left", "  1.25× ≈ 219 wpm   ⟳ ⇄⟳   volume 80%", "  2 of 5 in the queue",
      ])
    #expect(lines.allSatisfy { TextWidth.cells($0) <= 40 })
  }

  @Test(
    arguments: [
      ("one two three", 8, ["one two", "three"]), ("a verylongword", 6, ["a", "verylo", "ngword"]), ("", 5, [""]),
      ("at /usr/share/data/x", 11, ["at", "/usr/share/", "data/x"]),
      ("長い長い", 5, ["長い", "長い"]),
    ] as [(String, Int, [String])])
  func textIsBrokenBetweenWords(text: String, width: Int, rows: [String]) {
    #expect(WrappedText.rows(text, width: width) == rows)
  }

  @Test func aNarrowHelpHasEachTextBelowItsLabel() {
    let help = NarrowHelp.text(columns: 40) { StatusVerb.helpMessage(columns: $0) }
    let rows = help.split(separator: "\n")
    #expect(rows.allSatisfy { TextWidth.cells($0) <= 40 })
    #expect(rows.contains("  -f, --format <format>") && rows.contains("      The format of the output."), "\(help)")
    #expect(NarrowHelp.text(columns: 80) { "\($0)" } == "80" && NarrowHelp.text(columns: 300) { "\($0)" } == "100")
  }

  @Test func aDumbTerminalAndThePlainOptionShowNoSigns() {
    let unicode = { (name: String) in ["LANG": "en_GB.UTF-8", "TERM": "xterm"][name] }
    #expect(Console(environment: unicode).symbols == .unicode)
    #expect(Console(environment: unicode, isPlain: true).symbols == .ascii)
    #expect(Console(environment: { ["LANG": "en_GB.UTF-8", "TERM": "dumb"][$0] }).symbols == .ascii)
  }

  @Test func theOrderIsAFieldWithTheSignsOfTheTerminal_S2_26() throws {
    let template = try Template("{{rate}} {{order}} {{about}}")
    #expect(template.filled(with: status()) == "1.25 ⟳ ⇄⟳ ≈")
    #expect(template.filled(with: status(), symbols: .ascii) == "1.25 (@) (%@) ~")
    let plain = status { ($0.loop, $0.shuffle) = ("None", "off") }
    #expect(try Template("{{default(order, \"as it stands\")}}").filled(with: plain) == "as it stands")
  }

  @Test func aBookTellsChapterAndTimeLeft_S3_22() throws {
    let inBook = status {
      $0.book = DocumentEntry(
        title: "Faust", chapter: 2, chapters: 80, isWhole: true, positionMicroseconds: 3_723_000_000,
        lengthMicroseconds: 33_120_000_000, isLengthExact: false)
    }
    #expect(
      inBook.lines(.unicode, width: 100)[2]
        == "  Faust: chapter 2 of 80   ≈1:02:03 / ≈9:12:00 (11%), ≈8:09:57 left")
    // On a narrow terminal only the title is cut. A book that is not complete has more chapters.
    let narrow = status {
      $0.book = inBook.book
      $0.book?.isWhole = false
    }
    #expect(
      narrow.lines(.ascii, width: 64).last?.hasSuffix("chapter 2 of ~80   ~1:02:03 / ~9:12:00 (11%), ~8:09:57 left")
        == true)
    let template = try Template("{{chapter}}/{{chapters}} {{duration(bookRemaining)}}")
    #expect(template.filled(with: inBook) == "2/80 8:09:57")
  }

  @Test func aPauseTellsItsReason_S0_03() {
    let paused = status {
      $0.state = "paused"
      $0.playback = "Paused"
      $0.reason = "route-lost"
    }
    #expect(paused.lines(.unicode, width: 100)[0].hasPrefix("⏸ paused (the headphones were unplugged): "))
    let held = status {
      $0.state = "interrupted"
      $0.playback = "Paused"
      $0.reason = "call"
      $0.detail = "Zoom"
    }
    #expect(held.lines(.unicode, width: 100)[0].hasPrefix("⏸ interrupted (during a call: Zoom): "))
    #expect(held.json.text.contains(#""reason":"call","detail":"Zoom""#))
  }

  /// MPRIS calls a reading that waits for an announcement `Playing`.
  @Test func aReadingThatWaitsIsNotShownAsPlaying_S0_03() {
    let waiting = status {
      ($0.state, $0.playback) = ("interrupted", "Playing")
      $0.reason = "call"
    }
    #expect(waiting.lines(.unicode, width: 100)[0].hasPrefix("⏸ interrupted (during a call): "))
  }

  @Test func aWrongFieldIsAnsweredWithTheNearest() {
    do throws(Template.Mistake) {
      _ = try Template("{{titel}}")
      Issue.record("not refused")
    } catch {
      #expect(error.message == "there is no field 'titel'; did you mean 'title'?")
    }
    for name in Template.variables { #expect(throws: Never.self) { try Template("{{\(name)}}") } }
  }

  @Test func everyFieldOfTheHelpIsOne() throws {
    let help = StatusVerb.configuration.discussion
    var rest = help[...]
    var count = 0
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      #expect(throws: Never.self) { try Template("{{\(rest[start.upperBound..<end.lowerBound])}}") }
      rest = rest[end.upperBound...]
      count += 1
    }
    #expect(count > 20)
  }

  @Test func anAbsentServiceIsIdle() {
    #expect(Status.idle.lines(.unicode, width: 80) == ["idle: nothing is being read"])
    #expect(Status.idle.json.text.hasPrefix(#"{"version":2,"running":false,"service":null,"state":"idle","#))
  }

  @Test func anUnknownLengthIsLeftOut_S2_12() {
    let unknown = status { $0.length = nil }
    #expect(unknown.time(.unicode) == "1:23")
    #expect(unknown.json.text.contains(#""length":null"#))
    #expect(Status(properties: ["Length": .int64(0)]).length == nil)
  }

  @Test(arguments: [
    ("{{title}}", "Faust & Co"), ("{{ artist }} - {{xesam:title}}", "Goethe, Eckermann - Faust & Co"),
    ("{{duration(position)}}/{{about}}{{duration(length)}}", "1:23/≈12:00"), ("{{uc(status)}}", "PLAYING"),
    ("{{lc(\"ABC\")}}", "abc"), ("{{markup_escape(title)}}", "Faust &amp; Co"),
    ("{{default(album, \"none\")}}", "none"),
    ("{{default(title, \"none\")}}", "Faust & Co"), ("{{trunc(title, 5)}}", "Faust…"), ("{{emoji(status)}}", "▶️"),
    ("{{volume * 100}}%", "80%"), ("{{duration(length - position)}}", "10:37"), ("{{(1 + 2) * 3 - 4 / 2}}", "7"),
    ("{{wpm(rate)}} {{percent(fraction)}}", "219 12"), ("{{album}}|", "|"), ("no braces", "no braces"),
    ("{{number}}/{{queue}}", "2/5"), ("{{emoji(volume)}}", "🔊"), ("{{-3}}", "-3"), ("{{mpris:length}}", "720000000"),
    ("{{1 / 0}}", ""), ("}}", "}}"),
  ])
  func templatesWorkAsPlayerctlsDo(source: String, text: String) throws {
    #expect(try Template(source).filled(with: status()) == text)
  }

  @Test(arguments: [
    "{{", "{{title", "{{title}", "{{}}", "{{f(1)}}", "{{lc()}}", "{{lc(1,2)}}", "{{\"a}}", "{{1 +}}", "{{(1}}",
    "{{1 2}}", "{{1.2.3}}", "{{titel}}", "{{nothing}}",
  ])
  func wrongTemplatesAreRefused(source: String) {
    #expect(throws: Template.Mistake.self) { try Template(source) }
  }

  @Test func deepTemplatesAreRefusedAndDoNotCrash() {
    let deep = "{{" + String(repeating: "(", count: 100_000) + "1" + String(repeating: ")", count: 100_000) + "}}"
    #expect(throws: Template.Mistake.self) { try Template(deep) }
    #expect(throws: Template.Mistake.self) { try Template("{{" + String(repeating: "-", count: 100_000) + "1}}") }
  }

  @Test func eventsAreLinesForPeopleAndForPrograms_S3_04() {
    let range = TextRange(
      scalars: UnitSpan(start: 3, length: 5), utf8: UnitSpan(start: 4, length: 6), utf16: UnitSpan(start: 3, length: 5))
    let word = EventText(
      .word(WordSignal(track: "/org/aloud/Aloud1/track/7", range: range, mediaMicroseconds: 1_234_567)))
    #expect(word.line == "word        track/7 3+5 at 1.234")
    #expect(
      word.json
        == #"{"version":1,"event":"word","track":"/org/aloud/Aloud1/track/7","scalars":{"start":3,"length":5},"#
        + #""utf8":{"start":4,"length":6},"utf16":{"start":3,"length":5},"position":1234567}"#)
    var told = WordSignal(track: "/org/aloud/Aloud1/track/7", range: range, mediaMicroseconds: 1_234_567)
    told.text = "caf\u{1b}é"
    #expect(!EventText(.word(told)).line.contains("\u{1b}"))
    #expect(EventText(.word(told)).line.hasPrefix("word        track/7 3+5 at 1.234  caf"))
    #expect(EventText(.word(told)).json.hasSuffix(#","position":1234567,"text":"caf\u001bé"}"#))
    let announced = AnnouncementWordSignal(id: 9, range: range, mediaMicroseconds: 1_234_567)
    #expect(EventText(.announcementWord(announced)).line == "word        9 3+5 at 1.234")
    #expect(EventText(announced, text: "caf\u{1b}é").line.hasPrefix("word        9 3+5 at 1.234  caf"))
    #expect(
      EventText(announced, text: "café").json.hasPrefix(#"{"version":1,"event":"word","id":9,"scalars":{"start":3"#))
    let state = EventText(.stateChanged(StateChangedSignal(state: "paused", reason: "sleep")))
    #expect(state.line == "state       paused reason=sleep (the machine slept)")
    #expect(state.json == #"{"version":1,"event":"state","state":"paused","reason":"sleep"}"#)
  }

  @Test func eventsSayWhatTheSilenceIsAbout_S0_03() {
    let state = EventText(
      .stateChanged(StateChangedSignal(state: "paused", reason: "route-lost", detail: "Headphones")))
    #expect(state.line == "state       paused reason=route-lost (unplugged: Headphones)")
    #expect(
      state.json
        == #"{"version":1,"event":"state","state":"paused","reason":"route-lost","detail":"Headphones"}"#)
    let utterance = EventText(
      .utterancePaused(UtterancePausedSignal(track: "/org/aloud/Aloud1/track/7", reason: "call", detail: "Zoom")))
    #expect(utterance.line == "paused      track/7 reason=call: Zoom")
  }

  @Test func aRouteIsTold_S0_14() {
    let lost = EventText(
      .routeChanged(RouteChangedSignal(reason: "device-lost", from: "headphones", to: "speakers")))
    #expect(lost.line == "route       device-lost headphones → speakers")
    #expect(
      lost.json == #"{"version":1,"event":"route","reason":"device-lost","from":"headphones","to":"speakers"}"#)
    let none = EventText(.routeChanged(RouteChangedSignal(reason: "no-route", from: "speakers", to: "")))
    #expect(none.line == "route       no-route speakers → nothing")
  }

  @Test func jsonIsValidForEveryText() {
    #expect(JSON.string("a\"\\\n\t\u{1}é\u{2028}").text == #""a\"\\\n\t\u0001é\u2028""#)
    #expect(JSON.array([.double(.nan), .double(1.5), .double(2), .null, .bool(true)]).text == "[null,1.5,2,null,true]")
  }

  @Test func theQueueIsATable() {
    let tracks = [
      TrackEntry(id: "/a/1", title: "One", lengthMicroseconds: 60_000_000, isLengthExact: true, isCurrent: true),
      TrackEntry(id: "/a/2", title: "Two", artists: ["B"], lengthMicroseconds: 600_000_000),
      TrackEntry(id: "/a/3", title: ""),
    ]
    #expect(
      Queue.List.lines(tracks, 0..<3, .unicode, width: 80) == [
        "▶ 1    1:00  One", "  2  ≈10:00  Two - B", "  3          untitled",
      ])
  }

  @Test func cellsOfATerminalAreCountedNotCharacters() {
    #expect(TextWidth.cells("abc") == 3 && TextWidth.cells("日本") == 4 && TextWidth.cells("e\u{301}") == 1)
    // Several letters in one character: Thai with a vowel after its tone, two consonants of Devanagari.
    #expect(TextWidth.cells("น้ำ") == 2 && TextWidth.cells("स्ते") == 2)
    // A syllable of single Korean letters is one character; emoji are wide, alone, joined and by their sign.
    #expect(TextWidth.cells("\u{1112}\u{1161}\u{11AB}") == 2 && TextWidth.cells("👍🏽") == 2)
    #expect(TextWidth.cells("👨‍👩‍👧‍👦") == 2 && TextWidth.cells("❤️") == 2 && TextWidth.cells("🇩🇪") == 2)
    #expect(TextWidth.cells("🈂") == 2 && TextWidth.cells("…“—①") == 4 && TextWidth.cells("\u{200B}") == 0)
    #expect(TextWidth.truncated("日本語", to: 5) == "日本…")
    #expect(TextWidth.truncated("abc", to: 3) == "abc" && TextWidth.truncated("abcd", to: 3) == "ab…")
    #expect(TextWidth.padded("日", to: 4) == "日  ")
  }

  @Test func theLocaleDecidesAboutSymbols() {
    func shows(_ variables: [String: String]) -> Bool { Symbols.showsUnicode { variables[$0] } }
    #expect(shows(["LANG": "de_DE.UTF-8"]) && shows(["LC_ALL": "", "LANG": "C.utf8"]))
    #expect(!shows(["LANG": "de_DE.UTF-8", "LC_ALL": "C"]) && !shows([:]))
  }

  @Test func errorNamesMapToExitCodes_S0_13() {
    func code(_ name: String) -> Outcome { Failure(BusError(name: name, message: "x."), task: "y").status }
    #expect(code("org.freedesktop.DBus.Error.ServiceUnknown") == .noService)
    #expect(code("org.freedesktop.DBus.Error.Spawn.ExecFailed") == .noService)
    #expect(code("org.freedesktop.DBus.Error.InvalidArgs") == .usage)
    #expect(code("org.example.Whatever") == .failed)
    let codes = APIErrorCode.allCases.map { ($0, code($0.busName)) }
    #expect(codes.first { $0.0 == .noAudio }?.1 == .noAudio && codes.first { $0.0 == .noVoice }?.1 == .noVoice)
    #expect(codes.first { $0.0 == .unsupported }?.1 == .unsupported && codes.first { $0.0 == .empty }?.1 == .usage)
    #expect(Failure(BusError(name: "a.b", message: "gone."), task: "read 'x'").message == "cannot read 'x': gone")
  }

  @Test func aFailureOfTheClientGetsTheCommandsCodeAndCure_S0_13() {
    func failure(_ cause: ClientFailure.Cause) -> Failure { Failure(ClientFailure(task: "go there", cause)) }
    let stopped = failure(.silent(SilentOwner(process: 7, program: "aloudd", isStopped: true)))
    #expect(stopped.status == .noService && stopped.cure == "kill -CONT 7")
    #expect(stopped.message == "cannot go there: the service is stopped (process 7)")
    #expect(failure(.silent(SilentOwner(process: 7, program: "cat", isStopped: false))).cure == "ps 7")
    #expect(failure(.noBus("none")).status == .noService && failure(.busOfUser("ann")).cure == "the same without sudo")
    let error = BusError(name: APIErrorCode.noTrack.busName, message: "gone.")
    #expect(failure(.bus(error)) == Failure(error, task: "go there"))
    #expect(failure(.strangeAnswer("tracks")).message == "cannot go there: the service did not answer with tracks")
    // A signal has ended the wait: nothing more is said.
    #expect(failure(.abandoned).message.isEmpty)
  }
}
