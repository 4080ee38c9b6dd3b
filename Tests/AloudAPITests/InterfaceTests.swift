import AloudAPI
import BusValues
import Testing
import Vocabulary

@Suite("The description of org.aloud.Aloud1", .timeLimit(.minutes(3)))
struct InterfaceTests {
  private let interface = AloudInterface.description

  @Test func everythingIsDocumented() {
    #expect(!interface.doc.isEmpty)
    for method in interface.methods {
      #expect(!method.doc.isEmpty, "\(method.name)")
      for argument in method.input + method.output { #expect(!argument.doc.isEmpty, "\(method.name).\(argument.name)") }
    }
    for signal in interface.signals {
      #expect(!signal.doc.isEmpty, "\(signal.name)")
      for argument in signal.arguments { #expect(!argument.doc.isEmpty, "\(signal.name).\(argument.name)") }
    }
    for property in interface.properties { #expect(!property.doc.isEmpty, "\(property.name)") }
  }

  @Test func theIntrospectionShowsEveryOptionWithTypeAndRange() {
    let xml = Introspection.document(interfaces: [interface])
    for option in SpeakOptions.descriptions {
      #expect(xml.contains("- \(option.name) (\(option.signature.text), \(option.range)):"))
    }
    for code in APIErrorCode.allCases { #expect(xml.contains(code.rawValue)) }
    for kind in EventKind.allCases { #expect(xml.contains(kind.rawValue)) }
  }

  @Test func everySignalEndsWithDetails() {
    for signal in interface.signals {
      #expect(signal.arguments.last == signal.arguments.last { $0.signature == .vardict })
    }
  }

  @Test func thePositionIsNeverAnnounced() {
    #expect(interface.property("Position")?.emitsChanged == .false)
  }

  @Test func exactlyTheFourSettingsCanBeWritten() {
    let writable = interface.properties.filter { $0.access != .read }.map(\.name.text)
    #expect(Set(writable) == ["Rate", "Volume", "LoopStatus", "Shuffle"])
  }

  /// Clients of every version compare them.
  @Test func theWordsOfTheBusNeverChange() {
    #expect(PlaybackStatus.words == "Playing, Paused, Stopped")
    #expect(LoopStatus.words == "None, Track, Playlist")
    #expect(ShuffleMode.words == "off, once, each-lap, question-choices")
    #expect(RepeatMode.words == "off, sentence, paragraph, chapter, a, b, ab")
    #expect(RepeatMode.shown.map(\.rawValue) == ["off", "sentence", "paragraph", "chapter", "a", "ab"])
    #expect(SessionState.words == "idle, preparing, delay, speaking, gap, fetching, paused, interrupted, error")
    #expect(
      PauseWord.words == "announcement, mark, user, sleep-timer, muted, route-change, call, no-sink, no-link, "
        + "server-lost, engine-lost, other-player, seat, lock, sleep, route-lost, restart")
    #expect(Unheard.words == "volume, muted, sink-volume, sink-muted")
    #expect(CancelReason.words == "stopped, skipped, removed, failed, hushed, quit")
    #expect(
      RouteReason.choices
        == "new-device, device-lost, user-moved, profile-change, wake, no-route, format-change or unknown")
    #expect(MovingUnit.words == "track, heading, page, paragraph, sentence, bookmark, skip")
    #expect(SleepUnit.words == "off, time, sentence, paragraph, chapter")
    #expect(PausePoint.choices == "immediate, word or sentence")
    #expect(WhenBusy.choices == "in-turn, queue, next, now or drop")
    #expect(SpokenPunctuation.choices == "none, some or all")
    #expect(DocumentFormat.words == "auto, text, epub, html, markdown, subtitles, odt, docx, pdf, recording")
    #expect(
      BlockClass.allCases.map(\.word) == [
        "paragraph", "heading", "list-item", "quote", "table", "code", "footnote", "page-number", "figure",
      ])
  }

  @Test func settingsAreChecked() throws {
    #expect(try AloudSetting(property: "Rate", value: .double(6)) == .rate(6))
    #expect(try AloudSetting(property: "Rate", value: .int32(2)) == .rate(2))
    #expect(try AloudSetting(property: "Volume", value: .double(0)) == .volume(0))
    #expect(try AloudSetting(property: "LoopStatus", value: .string("Track")) == .loopStatus(.track))
    #expect(try AloudSetting(property: "Shuffle", value: .string("each-lap")) == .shuffle(.eachLap))
  }

  @Test(
    arguments: [
      ("Rate", .double(0), APIErrorCode.invalidOption.busName),
      ("Rate", .double(.nan), APIErrorCode.invalidOption.busName),
      ("Rate", .int32(7), APIErrorCode.invalidOption.busName),
      ("Rate", .string("1"), APIErrorCode.invalidOption.busName),
      ("Volume", .double(-0.1), APIErrorCode.invalidOption.busName),
      ("Volume", .double(.infinity), APIErrorCode.invalidOption.busName),
      ("LoopStatus", .string("none"), APIErrorCode.invalidOption.busName),
      ("Shuffle", .bool(true), APIErrorCode.invalidOption.busName),
      ("State", .string("idle"), BusError.Name.propertyReadOnly),
      ("Position", .int64(0), BusError.Name.propertyReadOnly), ("Speed", .double(1), BusError.Name.unknownProperty),
    ] as [(String, BusValue, String)])
  func aWrongSettingHasItsError(property: String, value: BusValue, name: String) {
    do throws(BusError) {
      _ = try AloudSetting(property: property, value: value)
      Issue.record("\(property) = \(value) was accepted")
    } catch {
      #expect(error.name == name)
      #expect(error.message.contains(property))
    }
  }

  @Test func rowsAreReadAsTheyWereWritten() throws {
    let bare = TrackEntry(id: "/org/aloud/Aloud1/track/1", title: "T")
    let full = TrackEntry(
      id: "/org/aloud/Aloud1/track/2", title: "T", artists: ["A"], album: "B", url: "file:///x", lengthMicroseconds: 5,
      isLengthExact: true, positionMicroseconds: 3, state: "speaking", isCurrent: true)
    for entry in [bare, full] { #expect(TrackEntry(entry.table) == entry) }
    #expect(bare.table["length"] == nil)
    #expect(TrackEntry([:]) == nil)
    let voice = VoiceEntry(
      identifier: "gmw/de", name: "German", language: "de", languages: ["de", "de-AT"], gender: "male",
      engine: "espeak-ng")
    var natural = voice
    natural.natural = .init(
      quality: "medium", licence: "CC0", bytes: 63_201_294, highestRate: 2.4, isMeasured: true)
    natural.hasOnePitch = true
    for voice in [voice, natural] { #expect(VoiceEntry(voice.table) == voice) }
    #expect(voice.table.count == 6, "other voices have no more keys than ever")
    #expect(VoiceEntry([:]) == nil)
  }

  @Test func languagesAreSpelledAsBCP47SaysInEveryRow() {
    let voice = VoiceEntry(
      identifier: "roa/pt-BR", name: "P", language: "pt-br", languages: ["pt-br", "pt"], gender: "", engine: "")
    #expect(voice.table["language"] == .string("pt-BR") && voice.table["languages"] == .strings(["pt-BR", "pt"]))
    #expect(TrackEntry(id: "/t/1", title: "T", language: "EN-us").table["language"] == .string("en-US"))
    #expect(LibraryEntry(id: "1", title: "T", language: "zh-hant-hk").table["language"] == .string("zh-Hant-HK"))
    #expect(HistoryEntry(time: 1, text: "T", language: "de-at").table["language"] == .string("de-AT"))
    var answer = NotificationAnswer(.speak, text: "T")
    answer.language = "zh-hk"
    #expect(answer.table["language"] == .string("zh-HK"))
  }

  @Test func listsOfSentencesAreReadAsTheyWereWritten() throws {
    let span = UnitSpan(start: 3, length: 9)
    let range = TextRange(scalars: span, utf8: UnitSpan(start: 4, length: 12), utf16: span)
    let sentence = SentenceEntry(
      index: 7, range: range, text: "Wörter\nhier", block: "list-item", endsBlock: true, ordinal: 12,
      cells: [SentenceEntry.Cell(column: 2, range: range)], voice: "gmw/de",
      parts: [SentenceEntry.Part(range: range, voice: "roa/fr")])
    #expect(SentenceEntry(sentence.value) == sentence)
    #expect(sentence.value.signature == SentenceEntry.signature)
    #expect(SentenceEntry(.structure([.uint32(1)])) == nil)
    for list in [
      SentenceList([], known: 0, isComplete: false, voice: ""),
      SentenceList([sentence], known: 8, isComplete: true, current: 7, word: range, voice: "gmw/en-US"),
    ] {
      #expect(SentenceList(arguments: list.arguments) == list)
      let output = try #require(interface.method("ListSentences")).output.map(\.signature)
      #expect(BusValue.conform(list.arguments, to: output))
    }
    let step = DiagnosisStep(.output, isWell: false, detail: "gone", cure: "log in")
    #expect(DiagnosisStep(step.value) == step && step.part == .output)
    let later = DiagnosisStep(.structure([.string("bus"), .bool(true), .string("fine"), .string("")]))
    #expect(later?.step == "bus" && later?.part == nil, "a later version looks at more")
    #expect(step.value.signature == DiagnosisStep.signature)
    #expect(DiagnosisStep(.structure([.string("bus")])) == nil)
  }
}
