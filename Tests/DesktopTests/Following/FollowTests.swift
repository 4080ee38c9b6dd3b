import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// `aloud follow` in a terminal: a pseudo terminal whose screen is inspected.
  struct FollowTests {
    private static let words = [
      "apple", "banana", "cherry", "damson", "elder", "fig", "grape", "hazel", "iris", "juniper", "kiwi", "lemon",
    ]
    /// Three sentences in two paragraphs, each word once.
    private static let text = """
      Apple banana cherry damson. Elder fig grape hazel.

      Iris juniper kiwi lemon.
      """
    private static let command = [Project.program("aloud"), "follow"]

    private static func isWord(_ style: String) -> Bool { FollowStyle.isWord(style) }
    private static func isSentence(_ style: String) -> Bool { FollowStyle.isSentence(style) }

    private func inService(
      _ body: @Core (Scene) async throws -> Void
    ) async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let scene = Scene(desktop: desktop, service: service, remote: try Remote(desktop))
        try await body(scene)
      }
    }

    @Core
    private func following(
      _ scene: Scene, text: String = Self.text, columns: Int = 60, rows: Int = 12, environment: [String: String] = [:],
      paused: Bool = true, shows beginning: String = "Apple"
    ) async throws -> TerminalProcess {
      try await scene.remote.speak(text, SpeakOptions(trailingDelay: .seconds(60), title: "Fruit", paused: paused))
      let terminal = try scene.desktop.startInTerminal(
        Self.command, columns: columns, rows: rows, environment: environment)
      try await terminal.wait(forText: beginning)
      return terminal
    }

    @Core
    private func leave(_ terminal: TerminalProcess, by key: String = "q") async throws {
      terminal.type(key)
      #expect(try await terminal.waitForEnd() == .exited(0))
    }

    // MARK: What is lit

    @Test func theWordThatIsHeardIsLitAtItsMoment_S3_11() async throws {
      try await inService { scene in
        let terminal = try await following(scene)
        // The moment at which the bus announced each word.
        let told = Moments(scene.remote)
        try await scene.remote(.subscribe([.word]))
        try await scene.remote(.play)
        try await terminal.wait(for: "the last word") { $0.text(where: Self.isWord) == "lemon" ? () : nil }
        var lit: [(word: String, moment: Int64)] = []
        for look in terminal.looks {
          let word = look.screen.text(where: Self.isWord).lowercased()
          if !word.isEmpty, word != lit.last?.word { lit.append((word, look.moment)) }
        }
        #expect(lit.map(\.word) == Self.words)
        // The terminal may have received the last word first.
        try await eventually("every word was told") { told.all.count >= Self.words.count }
        let delays = zip(lit, told.all).map { abs($0.moment - $1) / milliseconds }
        #expect(told.all.count == 12)
        // Half of the words are highlighted at once; a busy machine delays the others.
        #expect(delays.sorted()[6] < 50 && delays.allSatisfy { $0 < 2000 }, "\(delays) ms")
        print("from the signal to the lit word: \(delays) ms")
        // Only the word's sentence is highlighted around it.
        for look in terminal.looks where look.screen.text(where: Self.isWord).lowercased() == "grape" {
          #expect(look.screen.text(where: Self.isSentence) == "Elder fig grape hazel.")
        }
        try await leave(terminal)
      }
    }

    @Test func aLateDisplayShowsThePlaceOfTheReading_S3_11() async throws {
      try await inService { scene in
        try await scene.remote.speak(Self.text, SpeakOptions(paused: true))
        try await scene.remote(.goToText("/org/aloud/Aloud1/track/1", offset: 30, .scalars))
        let terminal = try scene.desktop.startInTerminal(Self.command)
        try await terminal.wait(for: "the sentence") { screen in
          screen.text(where: Self.isSentence) == "Elder fig grape hazel." ? () : nil
        }
        try await leave(terminal, by: "\u{1B}")
      }
    }

    @Test func withoutColoursTheLightIsNoColour() async throws {
      try await inService { scene in
        let terminal = try await following(scene, environment: ["NO_COLOR": "1"], paused: false)
        try await terminal.wait(for: "a word, reversed") { screen in
          Self.words.contains(screen.text { $0 == "1;7" }.lowercased()) ? () : nil
        }
        try await leave(terminal)
        let colors = terminal.written.matches(of: #/\u{1B}\[([0-9;]+)m/#).flatMap { match in
          match.output.1.split(separator: ";").compactMap { Int($0) }
        }
        #expect(!colors.isEmpty && colors.allSatisfy { $0 < 10 }, "\(colors)")
      }
    }

    // MARK: Pages

    @Test func aSentenceThatIsLongerThanTheWindowGoesUpWithItsWord_S3_19() async throws {
      try await inService { scene in
        let text = Self.words.map(\.capitalized).joined(separator: " ") + "."
        // Two rows of text, with three words each, and one below.
        let terminal = try await following(scene, text: text, columns: 24, rows: 3)
        try await scene.remote(.play)
        try await terminal.wait(for: "the last word") { $0.text(where: Self.isWord) == "Lemon" ? () : nil }
        var lit: [String] = []
        for look in terminal.looks {
          let word = look.screen.text(where: Self.isWord).lowercased()
          if !word.isEmpty, word != lit.last { lit.append(word) }
        }
        #expect(lit == Self.words, "each is on the screen while it is heard")
        #expect(terminal.screen.overflows == 0)
        try await leave(terminal)
      }
    }

    @Test func theSentenceStandsOnTheScreenToItsLastWord_S3_19() async throws {
      try await inService { scene in
        let sentences = (1...20).map { "Number \($0) is said \(Self.words.joined(separator: " ")) \($0)." }
        let terminal = try await following(scene, text: sentences.joined(separator: " "), shows: "Number 1 ")
        for sentence in sentences {
          try await terminal.wait(for: sentence) { $0.text(where: Self.isSentence) == sentence ? () : nil }
          terminal.type("\u{1B}[C")
        }
        try await leave(terminal)
      }
    }

    @Test func theNextTextIsShownWhenItIsRead() async throws {
      try await inService { scene in
        try await scene.remote.set(.rate, .double(3))
        try await scene.remote.speak("One first.", SpeakOptions(title: "First"))
        try await scene.remote.speak(Self.text, SpeakOptions(trailingDelay: .seconds(60), title: "Second"))
        let terminal = try scene.desktop.startInTerminal(Self.command)
        try await terminal.wait(forText: "Second")
        try await terminal.wait(for: "a word of the second text") { screen in
          Self.words.contains(screen.text(where: Self.isWord).lowercased()) ? () : nil
        }
        try await scene.remote(.hush)
        try await terminal.wait(forText: "Nothing is being read.")
        try await leave(terminal)
      }
    }

    @Test(arguments: [(20, 30), (8, 40), (1, 1), (2, 5), (5, 20)])
    func everySizeOfTheWindowIsFilled(rows: Int, columns: Int) async throws {
      try await inService { scene in
        let terminal = try await following(scene)
        let looks = terminal.looks.count
        terminal.resize(columns: columns, rows: rows)
        try await terminal.wait(for: "another layout") { screen in
          let letters = screen.lines.joined().filter(\.isLetter).count
          return terminal.looks.count > looks && !screen.isResized && letters >= min(3, columns) ? () : nil
        }
        #expect(terminal.screen.overflows == 0)
        terminal.resize(columns: 60, rows: 12)
        try await terminal.wait(forText: "Iris juniper kiwi lemon.")
        #expect(terminal.screen.overflows == 0)
        try await leave(terminal)
      }
    }

    @Test func wideCharactersStandInTheirCellsAndRightToLeftTextIsWhole() async throws {
      try await inService { scene in
        let japanese = "東京は春です。「京都」も春です。"
        let hebrew = "שלום עולם"
        let terminal = try await following(scene, text: "\(japanese)\n\n\(hebrew).", columns: 14, rows: 14, shows: "東京")
        try await terminal.wait(forText: ".םלוע םולש")
        let shown = terminal.screen.lines.joined().filter { !$0.isWhitespace }
        #expect(shown.contains(japanese) && terminal.screen.overflows == 0)
        #expect(
          terminal.screen.lines.allSatisfy { line in
            line.drop { $0 == " " }.first.map { !"。」".contains($0) } ?? true
          }, "no row begins with what closes")
        #expect(terminal.screen.lines.contains { $0.hasSuffix("    .םלוע םולש") }, "at the right, its dot at the left")
        // A terminal that can be asked reorders the text itself, and is reset at the end.
        terminal.type("\u{1B}[?2501;2$y")
        try await terminal.wait(forText: "\(hebrew).")
        #expect(terminal.written.contains("\u{1B}[2 k"))
        try await leave(terminal)
      }
    }

    // MARK: Keys

    @Test func keysDriveTheReading_S0_05() async throws {
      try await inService { scene in
        let remote = scene.remote
        let terminal = try await following(scene)
        func sentence(_ text: String) async throws {
          try await terminal.wait(for: text) { $0.text(where: Self.isSentence) == text ? () : nil }
        }
        terminal.type("\u{1B}[C")
        try await sentence("Elder fig grape hazel.")
        terminal.type("\u{1B}[B")
        try await sentence("Iris juniper kiwi lemon.")
        terminal.type("\u{1B}[D")
        try await sentence("Elder fig grape hazel.")
        terminal.type("/JUNI")
        try await terminal.wait(forText: "/JUNI")
        terminal.type("\r")
        try await sentence("Iris juniper kiwi lemon.")
        terminal.type("/melon\r")
        try await terminal.wait(forText: "‘melon’ is not in this text")
        terminal.type("/Cherry\r")
        try await sentence("Apple banana cherry damson.")
        terminal.type("+")
        try await eventually("faster") { try await remote.get(.rate).asDouble == 1.1 }
        terminal.type("--")
        try await eventually("slower") { try await remote.get(.rate).asDouble == 0.9 }
        terminal.type("?")
        try await terminal.wait(forText: "pause, go on")
        terminal.type("\u{1B}")
        try await terminal.wait(forText: "Apple banana")
        _ = try await remote.exactLength()
        terminal.type("5")
        let half = try await remote.length() / 2
        try await eventually("the middle") { abs(try await remote.position() - half) < 100_000 }
        terminal.type(" ")
        try await remote.wait(.playbackStatus, "Playing")
        terminal.type(" ")
        try await remote.wait(.playbackStatus, "Paused")
        try await leave(terminal)
        #expect(try await remote.text(.playbackStatus) == "Paused", "leaving leaves the reading as it is")
      }
    }

    // MARK: The terminal afterwards

    @Test(arguments: [("q", 0, Int32(0)), ("\u{3}", 130, 0), ("", 0, SIGTERM), ("", 0, SIGHUP)])
    func howeverItEndsTheTerminalIsAsItWas(keys: String, code: Int, signal: Int32) async throws {
      try await inService { scene in
        let shell = ["sh", "-c", "printf 'before\\n'; exec \"$@\"", "sh"]
        try await scene.remote.speak(Self.text, SpeakOptions(paused: true))
        let terminal = try scene.desktop.startInTerminal(shell + Self.command)
        try await terminal.wait(forText: "Apple banana")
        #expect(terminal.screen.isAlternate && !terminal.screen.isCursorVisible && !terminal.isInLineMode)
        if signal != 0 { terminal.send(signal: signal) } else { terminal.type(keys) }
        #expect(try await terminal.waitForEnd() == .exited(Int32(code)))
        #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible && terminal.screen.wraps)
        #expect(terminal.screen.lines.first == "before" && terminal.isInLineMode)
      }
    }

    @Test func alsoInTheMiddleOfPaintingATerminalThatTakesNothing() async throws {
      try await inService { scene in
        let text = String(repeating: Self.text.replacing("\n", with: " "), count: 200)
        try await scene.remote.speak(text, SpeakOptions(paused: true))
        let terminal = try scene.desktop.startInTerminal(Self.command, columns: 200, rows: 60)
        try await terminal.wait(forText: "Apple banana")
        terminal.holdOutput()
        var columns = 200
        try await eventually("it waits for room") {
          // Each size is painted, until the output exceeds the buffer of a window that hangs.
          columns = columns == 200 ? 199 : 200
          terminal.resize(columns: columns, rows: 60)
          return terminal.isFull
        }
        terminal.send(signal: SIGINT)
        #expect(try await terminal.waitForEnd() == .exited(130))
        #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible && terminal.screen.wraps)
        #expect(terminal.isInLineMode)
      }
    }

    @Test func aQuitLeavesTheTerminalAsItWas() async throws {
      try await inService { scene in
        // Without a core file.
        let shell = ["sh", "-c", "ulimit -c 0; printf 'before\\n'; exec \"$@\"", "sh"]
        try await scene.remote.speak(Self.text, SpeakOptions(paused: true))
        let terminal = try scene.desktop.startInTerminal(shell + Self.command)
        try await terminal.wait(forText: "Apple banana")
        terminal.type("\u{1C}")
        #expect(try await terminal.waitForEnd() == .signalled(SIGQUIT))
        #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible && terminal.screen.wraps)
        #expect(terminal.screen.lines.first == "before" && terminal.isInLineMode)
      }
    }

    @Test func itCanBeStoppedAndGoesOn() async throws {
      try await inService { scene in
        // In a shell with job control the terminal stops the job; the shell lives on and continues it.
        try await scene.remote.speak(Self.text, SpeakOptions(paused: true))
        let terminal = try scene.desktop.startInTerminal(["bash", "--norc", "-i"], environment: ["PS1": "$ "])
        terminal.type("\(Self.command.joined(separator: " "))\r")
        try await terminal.wait(forText: "Apple banana")
        terminal.type("\u{1A}")
        // Keys typed before the shell has the terminal are lost.
        try await terminal.wait(forText: "Stopped")
        #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
        terminal.type("fg\r")
        try await terminal.wait(for: "the text again") { screen in
          screen.isAlternate && screen.lines.contains { $0.contains("Apple banana") } ? () : nil
        }
        terminal.type("q")
        try await terminal.wait(for: "the shell's prompt") { screen in
          !screen.isAlternate && screen.lines.last { !$0.isEmpty } == "$" ? () : nil
        }
        terminal.type("exit\r")
        _ = try await terminal.waitForEnd()
      }
    }

    // MARK: Lines

    @Test(arguments: [["--plain"], []]) func withoutPaintingEachSentenceIsALine(arguments: [String]) async throws {
      try await inService { scene in
        try await scene.remote.set(.rate, .double(3))
        let lines = ["Apple banana cherry damson.", "Elder fig grape hazel.", "Iris juniper kiwi lemon."]
        try await scene.remote.speak(Self.text, SpeakOptions(paused: true))
        let dumb = arguments.isEmpty ? ["TERM": "dumb"] : [:]
        let terminal = try scene.desktop.startInTerminal(Self.command + arguments, environment: dumb)
        let pipe = try scene.desktop.start(Self.command)
        try await terminal.wait(forText: lines[0])
        try await pipe.waitForOutput(containing: lines[0])
        // One key keeps its function.
        terminal.type(" ")
        try await terminal.wait(forText: lines[2])
        try await pipe.waitForOutput(containing: lines[2])
        #expect(terminal.screen.lines.filter { !$0.isEmpty } == lines)
        #expect(pipe.output == lines.joined(separator: "\n") + "\n")
        #expect(!terminal.written.contains("\u{1B}"))
        pipe.send(signal: SIGINT)
        #expect(try await pipe.waitForEnd().exitCode == 130)
        try await leave(terminal)
        #expect(terminal.isInLineMode)
      }
    }

    @Test func itWaitsForTheServiceAndOutlivesIt() async throws {
      try await Scene.inDesktop { desktop in
        let terminal = try desktop.startInTerminal(Self.command)
        try await terminal.wait(forText: "Nothing is being read.")
        #expect(try await !desktop.isOwned(PrivateDesktop.serviceName), "it starts nothing")
        let service = try await desktop.startService()
        try await Remote(desktop).speak(Self.text, SpeakOptions(paused: true))
        try await terminal.wait(forText: "Apple banana")
        _ = try await service.end()
        try await terminal.wait(forText: "the service does not run")
        try await leave(terminal)
      }
    }
  }
}

/// The styles of the display with 256 colours on a dark background.
enum FollowStyle {
  static func isWord(_ style: String) -> Bool { style.hasSuffix("48;5;231") }
  /// The word and the search matches are inside the sentence.
  static func isSentence(_ style: String) -> Bool { style.hasSuffix("48;5;236") || isWord(style) || isFound(style) }
  static func isFound(_ style: String) -> Bool { style.hasSuffix("48;5;179") }
}

/// The moments at which the words of a text were announced on the bus, in the order of arrival.
@Core
private final class Moments {
  private(set) var all: [Int64] = []
  private var token: MatchToken?

  init(_ remote: Remote) {
    token = remote.bus.subscribe(MatchRule(member: "Word")) { [weak self] _ in self?.all.append(Remote.now) }
  }
}
