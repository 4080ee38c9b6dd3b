import AloudAPI
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// `say -i` of a short text, in the lines of the terminal.
  struct InlineTests {
    private static let aloud = Project.program("aloud")
    /// The word in the terminal's own colours.
    private static func isWord(_ style: String) -> Bool { style.hasSuffix("1;7") }

    @Test func aShortTextIsLitInItsLineAndStays() async throws {
      try await RestartableService.with { fixture in
        let said = ["Apple banana cherry.", "Elder and fig."]
        let terminal = try fixture.desktop.startInTerminal([Self.aloud, "say", "-i"] + said, columns: 30, rows: 12)
        #expect(try await terminal.waitForEnd() == .exited(0))
        let lines = terminal.screen.lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        #expect(lines == ["Apple banana cherry. Elder", "and fig."])
        #expect(!terminal.looks.contains { $0.screen.isAlternate } && terminal.isInLineMode)
        let lit = Set(terminal.looks.map { $0.screen.text(where: Self.isWord) })
        for word in ["banana", "Elder", "fig"] { #expect(lit.contains { $0.hasPrefix(word) }, "\(word): \(lit)") }
        #expect(terminal.screen.text(where: { !$0.isEmpty }).isEmpty, "nothing stays lit")
      }
    }

    @Test func keysControlTheReadingInTheLine() async throws {
      try await RestartableService.with { fixture in
        let said = "Apple banana cherry, elder and fig, grape and hazel, and so on to the very end."
        let terminal = try fixture.desktop.startInTerminal([Self.aloud, "say", "-i", said])
        try await terminal.wait(for: "a word") { $0.text(where: Self.isWord).isEmpty ? nil : () }
        terminal.type(" ")
        try await fixture.remote.wait(.playbackStatus, "Paused")
        terminal.type("q")
        #expect(try await terminal.waitForEnd() == .exited(0))
        #expect(try await fixture.tracks().count == 1, "the text stays in the queue")
        #expect(terminal.screen.lines.filter { $0.contains("Apple") }.count == 1)
      }
    }
  }
}
