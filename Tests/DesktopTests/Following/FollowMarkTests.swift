import AloudAPI
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// Bookmarks set in `aloud follow`.
  struct FollowMarkTests {
    private static let command = [Project.program("aloud"), "follow"]

    @Test func aKeyMarksTheSentenceAndSaysSoForAMoment() async throws {
      try await RestartableService.with { fixture in
        let path = try fixture.file("emma.epub", SampleBook.book("Emma", chapters: 1))
        try await fixture.open(path, tracks: 1)
        let terminal = try fixture.desktop.startInTerminal(Self.command)
        try await terminal.wait(forText: "Sentence 1 of paragraph 1")
        terminal.type("\u{1B}[C")
        try await terminal.wait(for: "the second sentence is lit") { screen in
          screen.text(where: FollowStyle.isSentence).hasPrefix("Sentence 2") ? () : nil
        }
        terminal.type("m")
        try await terminal.wait(forText: "marked as 1: Sentence 2 of")
        let marks = try await fixture.bookmarks()
        #expect(marks.map(\.sentence) == ["Sentence 2 of paragraph 1 in chapter 1 of Emma."])
        #expect(terminal.screen.overflows == 0)
        // Afterwards the place of the reading is shown again, without a key press.
        try await terminal.wait(forText: "? keys")
        // The help has a second part if the window is too small for all of it.
        terminal.type("?")
        try await terminal.wait(forText: "? more")
        terminal.type("?")
        try await terminal.wait(forText: "mark the sentence")
        terminal.type("??")
        try await terminal.wait(forText: "leave; the reading goes on")
        terminal.type("?")
        try await terminal.wait(forText: "Sentence 1 of paragraph 1")
        terminal.type("q")
        #expect(try await terminal.waitForEnd() == .exited(0))
      }
    }

    @Test(arguments: [[], ["--plain"]]) func aTextWithoutAFileCannotBeMarkedAndThatIsTold(arguments: [String])
      async throws
    {
      try await RestartableService.with { fixture in
        try await fixture.remote.speak("Nobody could find this again.", SpeakOptions(paused: true))
        let terminal = try fixture.desktop.startInTerminal(Self.command + arguments, columns: 48)
        try await terminal.wait(forText: "Nobody")
        terminal.type("m")
        try await terminal.wait(forText: "only documents with a file can be marked")
        #expect(try await fixture.bookmarks().isEmpty)
        terminal.type("q")
        #expect(try await terminal.waitForEnd() == .exited(0))
      }
    }
  }
}
