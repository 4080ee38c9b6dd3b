import AloudAPI
import BusValues
import Testing
import Vocabulary

@Suite("Signals of org.aloud.Aloud1", .timeLimit(.minutes(3)))
struct SignalTests {
  private static let track: ObjectPath = "/org/aloud/Aloud1/track/7"
  private static let range = TextRange(
    scalars: UnitSpan(start: 1, length: 2), utf8: UnitSpan(start: 3, length: 4), utf16: UnitSpan(start: 5, length: .max)
  )

  static let events: [AloudEvent] = [
    .utteranceStarted(UtteranceStartedSignal(track: track)),
    .utteranceFinished(UtteranceFinishedSignal(track: track, details: ["later": .bool(true)])),
    .utteranceCancelled(UtteranceCancelledSignal(track: track, reason: .hushed)),
    .utterancePaused(UtterancePausedSignal(track: track, reason: "user")),
    .utteranceResumed(UtteranceResumedSignal(track: track)),
    .sentence(SentenceSignal(track: track, index: 9, range: range, mediaMicroseconds: 10)),
    .word(WordSignal(track: track, range: range, mediaMicroseconds: .max)),
    .phrase(
      PhraseSignal(
        track: track, index: 2, repetition: 1, mediaMicroseconds: 7,
        details: [PhraseSignal.Key.gap: .int64(5), PhraseSignal.Key.speed: .double(0.7)])),
    .part(PartSignal(track: track, index: 2, part: "text", range: range, mediaMicroseconds: 7)),
    .part(
      PartSignal(
        track: track, index: .max, part: "clip", range: range, mediaMicroseconds: 0, lengthMicroseconds: 240_000)),
    .progress(ProgressSignal(positionMicroseconds: 1, lengthMicroseconds: 2)),
    .stateChanged(StateChangedSignal(state: "paused", reason: "user")),
    .routeChanged(
      RouteChangedSignal(
        reason: "device-lost", from: "Headphones", to: "", details: ["private": .bool(false), "sink": .string("s")])),
    .failed(FailedSignal(track: track, APIError(.notText, "no"))),
    .pageTurn(PageTurnSignal(track: track, page: .max, layout: 3)), .pageTurn(PageTurnSignal(track: track, page: 0)),
    .chapterChanged(ChapterChangedSignal(track: track, title: "Chapter 2")),
    .libraryChanged(LibraryChangedSignal(.documents, document: "")),
    .libraryChanged(LibraryChangedSignal(.bookmarks, document: "0123abcd")),
    .announcement(AnnouncementSignal(event: "started", id: 1, application: "")),
    .announcement(
      AnnouncementSignal(
        event: "summed", id: .max, application: "Mail", priority: .notification, reason: "stale", into: 7)),
    .announcementWord(AnnouncementWordSignal(id: .max, range: range, mediaMicroseconds: 12)),
  ]

  @Test(arguments: events)
  func everySignalIsReadAsItWasWritten(event: AloudEvent) {
    let signal = event.signal
    #expect(AloudEvent(member: type(of: signal).member.text, arguments: signal.arguments) == event)
  }

  @Test(arguments: events)
  func everySignalHasTheTypesThatTheIntrospectionShows(event: AloudEvent) throws {
    let signal = event.signal
    let description = try #require(AloudInterface.description.signal(type(of: signal).member.text))
    #expect(BusValue.conform(signal.arguments, to: description.arguments.map(\.signature)))
    #expect(description.doc.contains("Event: \(type(of: signal).kind.rawValue)."))
  }

  @Test func everyDescribedSignalHasADefinition() {
    let defined = Set(Self.events.map { type(of: $0.signal).member })
    #expect(Set(AloudInterface.description.signals.map(\.name)) == defined)
  }

  @Test func everyEventKindHasASignal() {
    #expect(Set(Self.events.map { type(of: $0.signal).kind }) == Set(EventKind.allCases))
  }

  @Test(arguments: events)
  func aSignalOfAnotherShapeIsRefusedWithoutHarm(event: AloudEvent) {
    let member = type(of: event.signal).member.text
    let arguments = event.signal.arguments
    for index in arguments.indices {
      var wrong = arguments
      wrong[index] = .byte(0)
      #expect(AloudEvent(member: member, arguments: wrong) == nil)
      #expect(AloudEvent(member: member, arguments: Array(arguments[..<index])) == nil)
    }
    #expect(AloudEvent(member: member, arguments: arguments + [.byte(0)]) == nil)
    #expect(AloudEvent(member: "Foreign", arguments: arguments) == nil)
  }

  @Test func wordOffsetsAreThreePairsInTheOrderScalarsUTF8UTF16() {
    #expect(
      WordSignal(track: Self.track, range: Self.range, mediaMicroseconds: 6).arguments == [
        .objectPath(Self.track), .structure([.uint32(1), .uint32(2)]), .structure([.uint32(3), .uint32(4)]),
        .structure([.uint32(5), .uint32(.max)]), .int64(6), .vardict([:]),
      ])
  }

  @Test func aCancelReasonOfALaterVersionIsKept() {
    let arguments: [BusValue] = [.objectPath(Self.track), .string("eclipse"), .vardict([:])]
    #expect(UtteranceCancelledSignal(arguments: arguments)?.reason.rawValue == "eclipse")
  }
}
