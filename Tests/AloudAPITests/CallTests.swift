import AloudAPI
import BusValues
import Study
import Testing
import Vocabulary

@Suite("Calls of org.aloud.Aloud1", .timeLimit(.minutes(3)))
struct CallTests {
  static let calls: [AloudCall] = [
    .speak(text: "héllo", SpeakOptions(rate: 2)), .speakDescriptor(0, SpeakOptions(whenBusy: .drop)),
    .openPlaylist(0, SpeakOptions(paused: true)),
    .speakParts([.clip(0), .text("12 é"), .clip(1), .clip(0)], SpeakOptions(volume: 0.5)),
    .announce([.text("héllo")], AnnounceOptions()), .announce([.text("Tea."), .clip(0)], fullAnnouncement),
    .cancelAnnouncements(7), .cancelAnnouncements(0, all: true), .pauseAnnouncements(true),
    .open(uris: ["file:///a", "file:///b"], SpeakOptions(paused: true)), .play, .pause(.immediate), .pause(.word),
    .pause(.sentence), .toggle, .stop, .hush, .next(.track), .next(.paragraph), .previous(.sentence), .next(nil),
    .previous(.page), .again, .repeat(.ab), .repeat(.off), .sleep(.off, amount: 0, adding: false),
    .sleep(.time, amount: 1_800_000_000, adding: false), .sleep(.time, amount: -5, adding: true),
    .sleep(.chapter, amount: 2, adding: false), .sleepBack,
    .seek(byMicroseconds: .min), .seek(byMicroseconds: .max), .setPosition(microseconds: -1, track: nil),
    .setPosition(microseconds: 5, track: "/org/aloud/Aloud1/track/3"), .setPositionFraction(0),
    .setPositionFraction(1), .goTo("/org/aloud/Aloud1/track/3"), .listTracks, .remove([]),
    .getWait("/org/aloud/Aloud1/track/3"), .setRateOfAll(0.25), .setRateOfAll(6), .forgetRate,
    .remove(["/org/aloud/Aloud1/track/3"]), .move("/org/aloud/Aloud1/track/3", index: .max), .clear,
    .endSeries("/org/aloud/Aloud1/track/3"), .endSeries("/org/aloud/Aloud1/track/3", error: "no network"),
    .listDocuments, .openDocument("0f", SpeakOptions(whenBusy: .now)), .forgetDocument("0f"),
    .addBookmark(note: ""), .addBookmark(note: "nöte"), .listBookmarks(document: ""), .goToBookmark(.max),
    .removeBookmark(-1),
    .listSentences("/", first: 0, count: 10, fromCurrent: true),
    .listSentences("/org/aloud/Aloud1/track/3", first: .max, count: .max, fromCurrent: false),
    .getWaveform("/"), .setPages("/", [], .scalars, layout: 0),
    .setPages(
      "/org/aloud/Aloud1/track/3", [UnitSpan(start: 0, length: 5), UnitSpan(start: 5, length: .max)], .utf16, layout: 7),
    .goToText("/", offset: 9, .utf8), .listVoices(language: ""), .listVoices(language: "de"),
    .getVoice(SpeakOptions()), .getVoice(SpeakOptions(voice: "German", language: "de"), isAnnounced: true),
    .subscribe([.word, .sentence]), .subscribe([.word], withText: true), .unsubscribe, .diagnose,
    .listHistory, .clearHistory, .watchNotifications(true, force: true), .watchNotifications(false),
    .testNotification(application: "Mail", summary: "Hello", body: "World", hints: ["urgency": .byte(2)]),
    .testNotification(application: "", summary: "", body: ""),
    .appearAsPlayer, .quit, .learn("/", LearnOptions()), .learn("/org/aloud/Aloud1/track/3", fullStudy),
    .stopLearning("/"), .lookAt("/", sentence: 7), .editPhrases("/", .restoreAll, phrase: 3, at: 1_500_000),
    .listPhrases("/", first: 0, count: .max),
  ]

  private static var fullStudy: LearnOptions {
    var options = LearnOptions()
    (options.gap, options.speeds, options.source) = (.time(2_000_000), [0.7, 1], .text)
    (options.silence, options.threshold, options.lead, options.tail) = (50_000, 6, 0, 5_000_000)
    (options.shortest, options.longest) = (0, 600_000_000)
    return options
  }

  @Test func aStudyOutOfBoundsIsRefused() {
    let wrong: [(String, BusValue)] = [
      ("gap", .int64(600_000_001)), ("gap", .int64(-1)), ("gap-factor", .double(.nan)), ("gap-factor", .double(11)),
      ("speeds", .array(of: .double, [])), ("speeds", .array(of: .double, [.double(.nan)])),
      ("speeds", .array(of: .double, [BusValue](repeating: .double(1), count: 51))), ("by", .string("ear")),
      ("silence", .int64(1)), ("threshold", .double(0)), ("longest", .int64(1)), ("pause", .bool(true)),
    ]
    for (name, value) in wrong {
      let refusal = error("Learn", [.objectPath("/"), .vardict([name: value])])
      #expect(refusal?.name == APIErrorCode.invalidOption.busName && refusal?.message.contains("'\(name)'") == true)
      let inSpeak = error("Speak", [.string("a"), .vardict(["learn": .vardict([name: value])])])
      #expect(inSpeak?.name == APIErrorCode.invalidOption.busName)
    }
  }

  private static var fullAnnouncement: AnnounceOptions {
    var options = AnnounceOptions()
    options.speech = SpeakOptions(voice: "German", language: "de", rate: 2, volume: 0.5)
    (options.priority, options.urgency, options.replaceKey) = (.progress, .critical, "volume")
    (options.limit, options.application, options.keepReady) = (.seconds(30), "Kettle", true)
    options.words = true
    return options
  }

  @Test func anAnnouncementThatSaysNothingOrTooMuchIsRefused() {
    #expect(error("Announce", [.string(" \n"), .vardict([:])])?.name == APIErrorCode.empty.busName)
    let long = String(repeating: "x", count: 65_537)
    #expect(error("Announce", [.string(long), .vardict([:])])?.name == APIErrorCode.tooLarge.busName)
    #expect(
      error("Announce", [.string("a"), .vardict(["limit": .int64(0)])])?.name == APIErrorCode.invalidOption.busName)
    let unknown = error("Announce", [.string("a"), .vardict(["priority": .string("loud")])])
    #expect(unknown?.message.contains("important, message, text, notification, progress") == true)
  }

  @Test(arguments: calls)
  func everyCallIsReadAsItWasWritten(call: AloudCall) throws {
    let decoded = try AloudCall.decode(method: call.method.text, arguments: call.arguments)
    #expect(decoded == call)
  }

  @Test(arguments: calls)
  func everyCallHasTheTypesThatTheIntrospectionShows(call: AloudCall) throws {
    let description = try #require(AloudInterface.description.method(call.method.text))
    #expect(BusValue.conform(call.arguments, to: description.input.map(\.signature)))
  }

  @Test func everyDescribedMethodHasACall() {
    #expect(Set(AloudInterface.description.methods.map(\.name)) == Set(Self.calls.map(\.method)).union(["Say"]))
  }

  @Test func sayIsSpeakWithoutOptions() throws {
    #expect(
      try AloudCall.decode(method: "Say", arguments: [.string("héllo")]) == .speak(text: "héllo", SpeakOptions()))
    #expect(error("Say", [.string("a"), .vardict([:])])?.name == BusError.Name.invalidArguments)
    #expect(error("Say", [])?.name == BusError.Name.invalidArguments)
    let long = String(repeating: "x", count: AloudBus.maximumTextBytes + 1)
    #expect(error("Say", [.string(long)])?.name == APIErrorCode.tooLarge.busName)
  }

  @Test(arguments: AloudInterface.description.methods.filter { $0.name != "Say" })
  func everyMethodEndsWithOptions(method: MethodDescription) {
    #expect(method.input.last?.signature == .vardict)
    #expect(method.input.last?.name == "options")
  }

  @Test(arguments: calls)
  func everyMethodRefusesAndNamesAnUnknownOption(call: AloudCall) throws {
    var arguments = call.arguments
    var options = try #require(arguments.removeLast().asVardict)
    options["x-of-the-client"] = .uint64(1)
    #expect(try AloudCall.decode(method: call.method.text, arguments: arguments + [.vardict(options)]) == call)
    options["from-the-future"] = .uint64(1)
    let error = error(call.method.text, arguments + [.vardict(options)])
    #expect(error?.name == APIErrorCode.invalidOption.busName)
    #expect(error?.message.contains("'from-the-future' is not known") == true)
  }

  @Test(
    arguments: [
      ("Speak", "langage", "language"), ("Speak", "leading_delay", "leading-delay"), ("Speak", "Rate", "rate"),
      ("Speak", "when", "when-busy"), ("Pause", "att", "at"), ("Speak", "artists", "artist"),
    ])
  func aMistypedOptionIsToldTheNearestOne(method: String, mistyped: String, nearest: String) {
    let texts: [BusValue] = method == "Speak" ? [.string("a")] : []
    let error = error(method, texts + [.vardict([mistyped: .bool(true)])])
    #expect(error?.message == "option '\(mistyped)' is not known; did you mean '\(nearest)'?")
  }

  @Test func anOptionThatResemblesNoneIsToldWhatThereIs() {
    #expect(
      error("Pause", [.vardict(["banana": .bool(true)])])?.message == "option 'banana' is not known; known are at")
    #expect(
      error("Play", [.vardict(["at": .bool(true)])])?.message == "option 'at' is not known; this method knows none")
    let long = String(repeating: "y", count: 100_000)
    #expect(error("Speak", [.string("a"), .vardict([long: .bool(true)])])?.message.utf8.count ?? .max < 500)
  }

  @Test(arguments: calls)
  func argumentsOfAnotherShapeAreInvalidArgs(call: AloudCall) {
    let arguments = call.arguments
    var shapes = [[], arguments + [.bool(true)], Array(arguments.dropLast())]
    for index in arguments.indices {
      var wrong = arguments
      wrong[index] = .byte(1)
      shapes.append(wrong)
    }
    for shape in shapes {
      #expect(error(call.method.text, shape)?.name == BusError.Name.invalidArguments)
    }
  }

  @Test func anUnknownMethodIsNamed() {
    #expect(error("Sing", [.vardict([:])])?.name == BusError.Name.unknownMethod)
  }

  @Test(
    arguments: [
      ("Next", [.string("pages")], "unit"), ("Repeat", [.string("word")], "what"),
      ("Sleep", [.string("minutes"), .int64(1)], "unit"), ("Sleep", [.string("time"), .int64(0)], "amount"),
      ("Sleep", [.string("time"), .int64(86_400_000_001)], "amount"),
      ("Sleep", [.string("chapter"), .int64(0)], "amount"), ("Previous", [.string("")], "unit"),
      ("SetRateOfAll", [.double(0.2)], "rate"), ("SetRateOfAll", [.double(.nan)], "rate"),
      ("SetPositionFraction", [.double(1.0001)], "fraction"), ("SetPositionFraction", [.double(-0.0001)], "fraction"),
      ("SetPositionFraction", [.double(.nan)], "fraction"), ("Subscribe", [.strings(["words"])], "events"),
      ("AddBookmark", [.string(String(repeating: "x", count: 4097))], "note"),
      ("ForgetDocument", [.string(String(repeating: "x", count: 4097))], "document"),
      ("ListVoices", [.string(String(repeating: "x", count: 5000))], "language"),
      ("SetPages", [.objectPath("/"), pages([(5, 5), (0, 5)])], "pages"),
      ("SetPages", [.objectPath("/"), pages([(0, 5), (4, 5)])], "pages"),
      ("SetPages", [.objectPath("/"), pages([(0, 0)])], "pages"),
      ("SetPages", [.objectPath("/"), pages([(.max, .max), (.max, 1)])], "pages"),
    ] as [(String, [BusValue], String)])
  func aWrongArgumentIsNamed(method: String, arguments: [BusValue], name: String) {
    let error = error(method, arguments + [.vardict([:])])
    #expect(error?.name == APIErrorCode.invalidOption.busName)
    #expect(error?.message.contains("'\(name)'") == true)
  }

  @Test(
    arguments: [
      ("Pause", [], ["at": .string("page")]), ("Pause", [], ["at": .bool(true)]),
      ("SetPosition", [.int64(0)], ["track": .string("/")]),
      ("GoToText", [.objectPath("/"), .uint32(0)], ["unit": .string("bytes")]),
      ("ListSentences", [.objectPath("/"), .uint32(0), .uint32(0)], ["from-current": .string("yes")]),
      ("SetPages", [.objectPath("/"), pages([(0, 1)])], ["layout": .int32(1)]),
    ] as [(String, [BusValue], [String: BusValue])])
  func aWrongOptionOfATransportMethodIsNamed(method: String, arguments: [BusValue], options: [String: BusValue]) throws
  {
    let error = error(method, arguments + [.vardict(options)])
    #expect(error?.name == APIErrorCode.invalidOption.busName)
    #expect(error?.message.contains("'\(try #require(options.keys.first))'") == true)
  }

  /// `a(uu)`
  private static func pages(_ spans: [(UInt32, UInt32)]) -> BusValue {
    .array(of: "(uu)", spans.map { .structure([.uint32($0.0), .uint32($0.1)]) })
  }

  @Test func limitsAreTooLargeAndTheEdgeIsNot() {
    let pages = (0...UInt32(AloudBus.maximumPages)).map { ($0, UInt32(1)) }
    #expect(
      error("SetPages", [.objectPath("/"), Self.pages(pages), .vardict([:])])?.name == APIErrorCode.tooLarge.busName)
    #expect(error("SetPages", [.objectPath("/"), Self.pages(pages.dropLast()), .vardict([:])]) == nil)
    let edge = String(repeating: "x", count: AloudBus.maximumTextBytes)
    #expect(error("Speak", [.string(edge), .vardict([:])]) == nil)
    #expect(error("Speak", [.string(edge + "x"), .vardict([:])])?.name == APIErrorCode.tooLarge.busName)
    let uri = String(repeating: "u", count: AloudBus.maximumURIBytes)
    #expect(error("Open", [.strings([uri]), .vardict([:])]) == nil)
    #expect(error("Open", [.strings(["a", uri + "u"]), .vardict([:])])?.name == APIErrorCode.tooLarge.busName)
    let many = Array(repeating: ObjectPath("/a"), count: AloudBus.maximumListCount + 1)
    #expect(error("Remove", [.objectPaths(many), .vardict([:])])?.name == APIErrorCode.tooLarge.busName)
  }

  @Test func subscribingToNothingInParticularMeansEverything() throws {
    let decoded = try AloudCall.decode(method: "Subscribe", arguments: [.strings([]), .vardict([:])])
    #expect(decoded == .subscribe(Set(EventKind.allCases)))
  }

  @Test func delaysBeyondWhatTheWireHoldsSaturate() {
    #expect(Microseconds(Duration.seconds(Int64.max)) == .max)
    #expect(Microseconds(Duration.seconds(Int64.min)) == .min)
    #expect(Microseconds(Duration.nanoseconds(1999)) == 1)
  }

  private func error(_ method: String, _ arguments: [BusValue]) -> BusError? {
    do throws(BusError) {
      _ = try AloudCall.decode(method: method, arguments: arguments)
      return nil
    } catch {
      return error
    }
  }
}
