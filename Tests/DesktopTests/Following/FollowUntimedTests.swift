import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// A text beside a recording that tells no times.
  struct FollowUntimedTests {
    private static let command = [Project.program("aloud"), "follow"]

    private static func text(_ word: String) -> [UInt8] {
      Array((1...120).map { "This is \(word) number \($0).\n\n" }.joined().utf8)
    }

    /// Opens `aloud follow`, performs `body` and leaves it.
    @Core
    private func follow(
      _ desktop: PrivateDesktop, _ body: @Core (TerminalProcess) async throws -> Void
    ) async throws {
      let terminal = try desktop.startInTerminal(Self.command, columns: 80, rows: 24)
      try await body(terminal)
      terminal.type("q")
      #expect(try await terminal.waitForEnd() == .exited(0))
    }

    @Test func itOpensWhereTheListenerLastLooked_S2_38() async throws {
      try await RestartableService.with { fixture in
        let (remote, desktop) = (fixture.remote, fixture.desktop)
        let a = try fixture.file("a.wav", RecordingTests.wave(seconds: 600))
        let b = try fixture.file("b.wav", RecordingTests.wave(seconds: 590))
        _ = try fixture.file("a.txt", Self.text("apple"))
        _ = try fixture.file("b.txt", Self.text("pear"))
        func open(_ path: String) async throws {
          try await remote(.clear)
          try await remote(.open(uris: ["file://" + path], SpeakOptions()))
          try await remote.wait(.playbackStatus, "Playing")
        }
        try await open(a)
        try await follow(desktop) { terminal in
          try await terminal.wait(forText: "apple number 1.")
          terminal.type("\u{1B}[6~\u{1B}[6~\u{1B}[6~")
          try await terminal.wait(forText: "apple number 25.")
          #expect(!terminal.screen.lines.contains { $0.contains("apple number 1.") })
        }
        try await open(b)
        try await follow(desktop) { terminal in
          try await terminal.wait(forText: "pear number 1.")
          terminal.type("\u{1B}[6~")
          try await terminal.wait(forText: "pear number 11.")
        }
        try await open(a)
        try await follow(desktop) { try await $0.wait(forText: "apple number 25.") }
        // While it is studied, too: the text has no phrases.
        try await remote(.learn("/", LearnOptions()))
        try await ListeningTests.StudyTests.awaitPhrases(remote)
        try await follow(desktop) { terminal in
          try await terminal.wait(forText: "phrase ")
          #expect(!terminal.screen.lines.contains { $0.contains("apple number") })
          terminal.type("t")
          try await terminal.wait(forText: "apple number 25.")
        }
        try await remote(.stopLearning("/"))
        try await fixture.endAndBegin(SIGTERM)
        try await remote(.play)
        try await remote.wait(.playbackStatus, "Playing")
        try await follow(desktop) { try await $0.wait(forText: "apple number 25.") }
        try await open(b)
        try await follow(desktop) { try await $0.wait(forText: "pear number 11.") }
        #expect(await remote.failure(of: .lookAt("/", sentence: 120)) == "OutOfRange")
        try await remote(.speak(text: "A text.", SpeakOptions(whenBusy: .now)))
        #expect(await remote.failure(of: .lookAt("/", sentence: 0)) == "Unsupported")
      }
    }
  }
}
