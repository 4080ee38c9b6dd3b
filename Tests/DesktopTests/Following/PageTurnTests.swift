import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Page turns for programs that show a text on pages.
  struct PageTurnTests {
    /// The signals from the bus, in the order of arrival.
    @Core
    private final class Log {
      private(set) var events: [AloudEvent] = []
      private var token: MatchToken?

      init(_ remote: Remote) {
        token = remote.bus.subscribe(MatchRule(interface: AloudBus.interface)) { [weak self] signal in
          if let event = AloudEvent(member: signal.member.text, arguments: signal.arguments) {
            self?.events.append(event)
          }
        }
      }

      func count(_ member: MemberName) -> Int { events.count { type(of: $0.signal).member == member } }

      /// `w7` for a word at 7, `p1` for a page, `c2` for a chapter, followed by the track's number; `end`.
      var story: [String] {
        events.compactMap { event in
          switch event {
          case .word(let word): "w\(word.range.scalars.start)"
          case .pageTurn(let turn): "p\(turn.page)"
          case .chapterChanged(let change): "c\(change.track.text.suffix(1))"
          case .utteranceFinished: "end"
          default: nil
          }
        }
      }
    }

    private func inService(_ body: @Core (Remote, Log) async throws -> Void) async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        let log = Log(remote)
        try await remote(.subscribe([.word, .page, .utterance]))
        try await remote.set(.rate, .double(2))
        try await body(remote, log)
        withExtendedLifetime(service) {}
      }
    }

    private static func pages(_ lengths: UInt32...) -> [UnitSpan] {
      var start: UInt32 = 0
      return lengths.map { length in
        defer { start += length }
        return UnitSpan(start: start, length: length)
      }
    }

    /// Words at 0, 4, 8, 14, 19, 25, 30: one paragraph of two sentences.
    private static let text = "One two three four five. Fish swim."

    @Test func thePageTurnsWhenItsLastWordBeginsAlsoInsideASentence_S3_19() async throws {
      try await inService { remote, log in
        let track = try await remote.speak(Self.text, SpeakOptions(paused: true))
        try await remote(.setPages(track, Self.pages(8, 17, 20), .scalars, layout: 3))
        try await remote(.play)
        try await eventually("it is over") { log.count("UtteranceFinished") == 1 }
        #expect(log.story == ["c1", "w0", "w4", "p1", "w8", "w14", "w19", "p2", "w25", "w30", "end"], "\(log.story)")
        for case .pageTurn(let turn) in log.events { #expect(turn.track == track && turn.layout == 3) }
      }
    }

    @Test func atTheEndOfAChapterItIsTheChapterThatChanges_S3_20() async throws {
      try await inService { remote, log in
        let tracks = [
          try await remote.speak(Self.text, SpeakOptions(title: "One", paused: true)),
          try await remote.speak("Second chapter.", SpeakOptions(title: "Two", paused: true)),
        ]
        for track in tracks { try await remote(.setPages(track, Self.pages(7, 100), .utf8, layout: 0)) }
        try await remote(.play)
        try await eventually("both are over") { log.count("UtteranceFinished") == 2 }
        #expect(
          log.story == [
            "c1", "w0", "w4", "p1", "w8", "w14", "w19", "w25", "w30", "end", "c2", "w0", "p1", "w7", "end",
          ], "\(log.story)")
        for case .chapterChanged(let change) in log.events { #expect(["One", "Two"].contains(change.title)) }
      }
    }

    @Test func aJumpTurnsToThePageThatIsHeard_S3_19() async throws {
      try await inService { remote, log in
        let track = try await remote.speak(Self.text, SpeakOptions(trailingDelay: .seconds(60), paused: true))
        try await remote(.setPages(track, Self.pages(8, 17, 20), .utf16, layout: 0))
        try await remote(.goToText(track, offset: 25, .scalars))
        try await remote(.play)
        try await eventually("the last word") { log.story.last == "w30" }
        #expect(log.story == ["c1", "w25", "p2", "w30"], "\(log.story)")
        try await remote(.goToText(track, offset: 0, .scalars))
        try await eventually("the first words again") { log.story.contains("w14") }
        #expect(log.story.dropFirst(4).prefix(6) == ["w0", "p0", "w4", "p1", "w8", "w14"], "\(log.story)")
      }
    }

    @Test func pagesAreOneClientsOwnAndGoWithItsSubscription() async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let (first, second) = (try Remote(desktop), try Remote(desktop))
        let (logs, others) = (Log(first), Log(second))
        let track = try await first.speak(Self.text, SpeakOptions(paused: true))
        let call = AloudCall.setPages(track, Self.pages(8, 100), .scalars, layout: 0)
        #expect(await first.failure(of: call) == "InvalidOption", "only a subscriber of page turns may set pages")
        for remote in [first, second] { try await remote(.subscribe([.page, .utterance])) }
        try await first(call)
        try await first(.play)
        try await eventually("it turns for the first") { logs.story.contains("p1") }
        try await eventually("it is over") { others.count("UtteranceFinished") == 1 }
        #expect(others.count("PageTurn") == 0)
        // Another subscription without pages, then one with them: the pages are gone.
        try await first(.subscribe([.utterance]))
        try await first(.subscribe([.page, .utterance]))
        try await first.speak(Self.text)
        try await eventually("that is over, too") { logs.count("UtteranceFinished") == 2 }
        #expect(logs.count("PageTurn") == 1)
        withExtendedLifetime(service) {}
      }
    }
  }
}
