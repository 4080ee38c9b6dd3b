import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// Pipes that are heard while they are written.
  struct StreamTests {
    private static let aloud = Project.program("aloud")

    @Test func aWrittenTextIsHeardAtOnceAndItsLengthIsKnownAtTheEnd() async throws {
      try await Scene.with { scene in
        let (desktop, remote, recorder) = (scene.desktop, scene.remote, scene.recorder)
        let start = Remote.now
        let saying = try desktop.start([Self.aloud, "say", "-w", "--tee"], input: "one two", keepsInputOpen: true)
        // The writer is idle, and has not ended the line.
        let track = try await recorder.wait(for: "Word", count: 2, since: start).words[0]
        #expect(try await remote.player(get: "Metadata").asVardict?["mpris:length"] == nil)
        #expect(try await remote.tracks().map(\.lengthMicroseconds) == [nil])
        #expect(saying.isRunning)
        saying.write(" \u{1B}[1mthree\u{1B}[0m\n\nN\u{8}Nine", thenClose: true)
        try await recorder.wait(for: "UtteranceFinished", since: start)
        let words = recorder.all("Word", since: start)
        #expect(words.allSatisfy { $0.words[0] == track })
        #expect(words.compactMap { $0.ranges?.utf8 } == [0..<3, 4..<7, 8..<13, 15..<19])
        let result = try await saying.waitForEnd()
        #expect(result.exitCode == 0 && result.output == "one two \u{1B}[1mthree\u{1B}[0m\n\nN\u{8}Nine", "\(result)")
      }
    }

    @Test func aFileIsHeardAndShownAsItWouldBeThroughAPipe() async throws {
      try await Scene.with { scene in
        let printed = "One \u{1B}[1mtwo\u{1B}[0m.\n\nN\u{8}NA\u{8}A five.\n"
        let file = scene.desktop.directory + "/printed.txt"
        try Data(printed.utf8).write(to: URL(fileURLWithPath: file))
        let start = Remote.now
        let said = try await scene.desktop.run(Self.aloud, "say", "-w", "-f", file)
        #expect(said.succeeded, "\(said)")
        let words = scene.recorder.all("Word", since: start)
        #expect(words.compactMap { $0.ranges?.utf8 } == [0..<3, 4..<7, 10..<12, 13..<17], "\(words)")
        let terminal = try scene.desktop.startInTerminal([Self.aloud, "say", "-i", "-f", file])
        try await terminal.wait(forText: "NA five.")
        #expect(try await terminal.waitForEnd() == .exited(0))
      }
    }

    @Test func aPipeIsShownWhileItIsWritten() async throws {
      try await Scene.with { scene in
        let pipe = "\(scene.desktop.directory)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let script = ["sh", "-c", "exec \"$0\" say -i <\"$1\"", Self.aloud, pipe]
        let terminal = try scene.desktop.startInTerminal(script)
        let writer = try #require(FileHandle(forWritingAtPath: pipe))
        try writer.write(contentsOf: Data("The first words.\n\n".utf8))
        try await terminal.wait(forText: "The first words.")
        try writer.write(contentsOf: Data("And the last ones.\n".utf8))
        try await terminal.wait(forText: "And the last ones.")
        try writer.close()
        #expect(try await terminal.waitForEnd() == .exited(0))
        #expect(terminal.isInLineMode && !terminal.screen.isAlternate)
      }
    }

    @Test func aSilentPipeLetsTheReadingGoOnAndTakesItsTurnAgain() async throws {
      try await Scene.with { scene in
        let (desktop, remote, recorder) = (scene.desktop, scene.remote, scene.recorder)
        let book = try await remote.open(try scene.file("long.txt", String(repeating: "All of it. ", count: 500).utf8))
        let start = Remote.now
        try await recorder.wait(for: "Word", count: 3)
        let saying = try desktop.start([Self.aloud, "say", "-p"], input: "First.\n", keepsInputOpen: true)
        let line = try await saying.waitForOutput("the track") { @Sendable output in
          output.hasSuffix("\n") ? output.trimmingCharacters(in: .whitespacesAndNewlines) : nil
        }
        func isCurrent(_ track: String) async throws -> Bool {
          try await remote.get(.track).asObjectPath?.text == track
        }
        func heard(_ track: String) -> [Heard] { recorder.all("Word", since: start).filter { $0.words[0] == track } }
        try await eventually("the book goes on") {
          guard let said = heard(line).first else { return false }
          let isBack = try await isCurrent(book.text)
          return isBack && heard(book.text).contains { $0.moment > said.moment }
        }
        let before = try #require(recorder.all("Word").last { $0.words[0] == book.text })
        saying.write("Second.\n")
        try await eventually("it is heard again") { heard(line).count == 2 }
        #expect(heard(line).map { $0.ranges?.utf8 } == [0..<5, 7..<13])
        saying.write("Third.\n", thenClose: true)
        try await eventually("it ends") {
          recorder.all("UtteranceFinished", since: start).contains { $0.words[0] == line }
        }
        #expect(heard(line).count == 3)
        try await eventually("the book goes on where it was") {
          let last = try #require(heard(line).last)
          return heard(book.text).contains { $0.moment > last.moment }
        }
        let after = try #require(heard(book.text).first { $0.moment > before.moment })
        #expect(after.media >= before.media)
        #expect(try await saying.waitForEnd().exitCode == 0)
      }
    }

    /// Endless writers: with lines, without lines, and without the end of a word.
    @Test(arguments: ["yes 'It is so.'", "yes 'It is so.' | tr '\\n' ' '", "yes | tr -d '\\n'"])
    func aPipeOfTenGigabytesIsOneErrorAndTakesNoMemory(source: String) async throws {
      try await PrivateDesktop.with { desktop in
        let service = try await desktop.startService("--text-limit=1")
        let pipe = try desktop.start(["sh", "-c", "\(source) | head -c 10G | \(Self.aloud) say"])
        let result = try await pipe.waitForEnd(within: .seconds(120))
        #expect(result.exitCode == 6 && result.output == "", "\(result)")
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("the queue holds no more text"), "\(result)")
        #expect(lines.last == "try: aloud clear, then less at a time", "\(result)")
        let status = try String(contentsOfFile: "/proc/\(service.pid)/status", encoding: .utf8)
        let peak = status.firstMatch(of: #/VmHWM:\s+(\d+) kB/#).flatMap { Int($0.output.1) }
        #expect(try #require(peak) < 150_000, "\(status)")
        // The text before the limit is read.
        #expect(try await desktop.run(Self.aloud, "status", "-f", "{{state}}").answer != "idle")
        #expect(try await desktop.run(Self.aloud, "clear").succeeded)
        #expect(try await desktop.run(Self.aloud, "say", "There is room again.").succeeded)
      }
    }

    /// Like Ctrl-C for a waiting text.
    @Test func anInterruptedCommandTakesItsTextAway() async throws {
      try await Scene.with { scene in
        let start = Remote.now
        let saying = try scene.desktop.start([Self.aloud, "read", "-"], input: "One.\n", keepsInputOpen: true)
        try await scene.recorder.wait(for: "Word", since: start)
        saying.send(signal: SIGINT)
        #expect(try await saying.waitForEnd().exitCode == 130)
        try await eventually("it is gone") { try await scene.remote.tracks().isEmpty }
      }
    }

    @Test func aTextThatIsTakenAwayEndsTheCommand() async throws {
      try await Scene.with { scene in
        let start = Remote.now
        let saying = try scene.desktop.start([Self.aloud, "say"], input: "One.\n", keepsInputOpen: true)
        try await scene.recorder.wait(for: "Word", since: start)
        try await scene.remote(.clear)
        #expect(try await saying.waitForEnd().exitCode == 7)
      }
    }
  }
}
