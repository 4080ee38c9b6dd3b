import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// The one display of `follow`, `read -i`, `say -i`, and of `aloud` alone.
  struct DisplayTests {
    private static let aloud = Project.program("aloud")

    @Core
    private func leave(_ terminal: TerminalProcess) async throws {
      terminal.type("q")
      #expect(try await terminal.waitForEnd() == .exited(0))
    }

    // MARK: One display

    @Test func aBookIsShownWhileItIsReadAndTheDisplayEndsWithIt() async throws {
      try await RestartableService.with { fixture in
        try await fixture.remote.set(.rate, .double(6))
        let path = try fixture.file("emma.epub", SampleBook.book("Emma", chapters: 2))
        let terminal = try fixture.desktop.startInTerminal([Self.aloud, "read", "-i", path], columns: 80, rows: 24)
        try await terminal.wait(forText: "Emma › ")
        try await terminal.wait(for: "a word of the second chapter") { screen in
          screen.text(where: FollowStyle.isSentence).contains("in chapter 2 of Emma")
            && !screen.text(where: FollowStyle.isWord).isEmpty ? () : nil
        }
        #expect(try await terminal.waitForEnd() == .exited(0))
        #expect(!terminal.screen.isAlternate && terminal.isInLineMode && terminal.screen.overflows == 0)
      }
    }

    @Test func intoAPipeEachSentenceOfWhatIsReadIsALine() async throws {
      try await RestartableService.with { fixture in
        try await fixture.remote.set(.rate, .double(6))
        let page = "<html><body><article><h1>Ants</h1><p>One &amp; two. Three.</p></article></body></html>"
        let path = try fixture.file("page.html", Array(page.utf8))
        let read = try await fixture.desktop.run(Self.aloud, "read", "-i", path)
        #expect(read.exitCode == 0 && read.output == "Ants\nOne & two.\nThree.\n", "\(read)")
      }
    }

    @Test func controlCTakesBackWhatWasToBeHeardAndQLeavesIt() async throws {
      try await RestartableService.with { fixture in
        let text = String(repeating: "Many words. ", count: 200)
        let stopped = try fixture.desktop.startInTerminal([Self.aloud, "say", "-i", text])
        try await stopped.wait(for: "a word") { $0.text(where: FollowStyle.isWord).isEmpty ? nil : () }
        stopped.type("\u{3}")
        #expect(try await stopped.waitForEnd() == .exited(130))
        try await eventually("it is taken back") { try await fixture.tracks().isEmpty }
        let left = try fixture.desktop.startInTerminal([Self.aloud, "say", "-i", text])
        try await left.wait(for: "a word") { $0.text(where: FollowStyle.isWord).isEmpty ? nil : () }
        try await leave(left)
        #expect(try await fixture.tracks().count == 1)
      }
    }

    // MARK: The start

    @Test func aloudAloneOffersTheLibraryAndGoesOn() async throws {
      try await RestartableService.with { fixture in
        let path = try fixture.file("emma.epub", SampleBook.book("Emma", chapters: 1))
        try await fixture.open(path, tracks: 1)
        _ = try await fixture.hear(1)
        try await fixture.remote(.hush)
        let terminal = try fixture.desktop.startInTerminal([Self.aloud], columns: 80, rows: 24)
        try await terminal.wait(forText: "Nothing is being read.")
        try await terminal.wait(forText: "1  Emma - Ann Author")
        terminal.type("1")
        try await terminal.wait(forText: "Sentence 1 of paragraph 1")
        try await leave(terminal)
        // In a pipe it is the status, as before.
        let status = try await fixture.desktop.run(Self.aloud)
        #expect(status.exitCode == 0 && status.output.contains("Emma"))
      }
    }

    @Test func alsoWhileNoServiceRunsAndNoneIsStartedForIt() async throws {
      try await RestartableService.with { fixture in
        let path = try fixture.file("emma.epub", SampleBook.book("Emma", chapters: 1))
        try await fixture.open(path, tracks: 1)
        _ = try await fixture.hear(1)
        try await fixture.remote(.hush)
        try await fixture.end(SIGTERM)
        let terminal = try fixture.desktop.startInTerminal([Self.aloud], columns: 80, rows: 24)
        try await terminal.wait(forText: "1  Emma - Ann Author")
        #expect(try await !fixture.desktop.isOwned(PrivateDesktop.serviceName))
        try await leave(terminal)
      }
    }

    // MARK: Finding and choosing

    @Test func wordsAreFoundInTheWholeBookLitAndCounted() async throws {
      try await RestartableService.with { fixture in
        let path = try fixture.file("emma.epub", SampleBook.book("Emma", chapters: 3))
        let tracks = try await fixture.open(path, tracks: 3)
        let terminal = try fixture.desktop.startInTerminal([Self.aloud, "follow"], columns: 80, rows: 24)
        try await terminal.wait(forText: "Sentence 1 of paragraph 1")
        terminal.type("/Sentence 1 of paragraph 1 in chapter x")
        try await terminal.wait(for: "the cursor in the query") { screen in
          screen.isCursorVisible && screen.lines.last?.contains("chapter x") == true ? () : nil
        }
        // A typing error, corrected.
        terminal.type("\u{7F}\r")
        try await terminal.wait(forText: "2 of 3")
        try await terminal.wait(for: "it is lit") { screen in
          screen.text(where: FollowStyle.isFound).contains("1 of paragraph 1 in chapter") ? () : nil
        }
        try await terminal.wait(forText: "in chapter 2 of Emma")
        terminal.type("n")
        try await terminal.wait(forText: "3 of 3")
        terminal.type("n")
        try await terminal.wait(forText: "1 of 3, from the beginning again")
        try await terminal.wait(forText: "in chapter 1 of Emma")
        terminal.type("N")
        try await terminal.wait(forText: "3 of 3, from the end again")
        terminal.type("/melon\r")
        try await terminal.wait(forText: "‘melon’ is not in this book")
        try await leave(terminal)
        _ = tracks
      }
    }

    @Test func aChapterIsChosenFromAList() async throws {
      try await RestartableService.with { fixture in
        let path = try fixture.file("emma.epub", SampleBook.book("Emma", chapters: 3))
        try await fixture.open(path, tracks: 3)
        let terminal = try fixture.desktop.startInTerminal([Self.aloud, "follow"], columns: 80, rows: 24)
        try await terminal.wait(forText: "Sentence 1 of paragraph 1")
        terminal.type("c")
        try await terminal.wait(forText: "3  Chapter 3")
        terminal.type("\u{1B}[B\r")
        try await terminal.wait(forText: "in chapter 2 of Emma")
        terminal.type("s")
        try await terminal.wait(forText: "at the end of the chapter")
        terminal.type("4\r")
        try await terminal.wait(forText: "☾ end of chapter")
        terminal.type("r")
        try await terminal.wait(forText: "the paragraph")
        terminal.type("3")
        try await terminal.wait(forText: "↻ paragraph")
        try await leave(terminal)
      }
    }

    // MARK: Colours

    @Test func theGroundOfTheTerminalDecidesAboutTheColours() async throws {
      try await RestartableService.with { fixture in
        try await fixture.remote.speak("Apple banana. Cherry.", SpeakOptions(paused: true))
        let terminal = try fixture.desktop.startInTerminal([Self.aloud, "follow"])
        try await terminal.wait(for: "the sentence on a dark ground") { screen in
          screen.text { $0.hasSuffix("48;5;236") }.hasSuffix("banana.") ? () : nil
        }
        #expect(terminal.written.contains("\u{1B}]11;?\u{1B}\\"), "it asks")
        // The answer of a terminal with a light background.
        terminal.type("\u{1B}]11;rgb:ffff/ffff/eeee\u{1B}\\")
        try await terminal.wait(for: "the sentence on a light ground") { screen in
          screen.text { $0.hasSuffix("48;5;254") }.hasSuffix("banana.") ? () : nil
        }
        terminal.type("TTT")
        try await terminal.wait(for: "no colours") { $0.text { $0 == "1" }.contains("banana.") ? () : nil }
        try await leave(terminal)
      }
    }

    @Test func widthAndSpacingAreSetAndChanged() async throws {
      try await RestartableService.with(configuration: "[follow]\nwidth = 24\nspacing = 2\ntheme = \"light\"\n") {
        fixture in
        try await fixture.remote.speak(
          "Apple banana cherry damson elder fig grape.", SpeakOptions(paused: true))
        let terminal = try fixture.desktop.startInTerminal([Self.aloud, "follow"], columns: 80, rows: 24)
        try await terminal.wait(forText: "Apple banana cherry")
        let left = String(repeating: " ", count: 28)
        #expect(terminal.screen.lines[2...4] == [left + "Apple banana cherry", "", left + "damson elder fig grape."])
        #expect(terminal.screen.text { $0.hasSuffix("48;5;254") }.contains("banana cherry"))
        terminal.type("]L")
        try await terminal.wait(for: "another layout") { screen in
          screen.lines[2].hasSuffix("  Apple banana cherry damson") && screen.lines[5].contains("elder") ? () : nil
        }
        try await leave(terminal)
      }
    }

    // MARK: Tables, lists and directions

    @Test func tablesListsAndTextFromRightToLeftStandAsInTheBook() async throws {
      try await RestartableService.with { fixture in
        let body = """
          <ol start="9"><li>Nine.</li><li>Ten.</li></ol>
          <table><tr><th>Fruit</th><th>Price</th></tr><tr><td>Pear</td><td>2</td></tr>
          <tr><td><p>Fig</p></td><td><p>3</p></td></tr></table><p lang="he">שלום עולם.</p>
          """
        let path = try fixture.file("fruit.epub", Book([.init("a.xhtml", body: body)]).bytes)
        try await fixture.open(path, tracks: 1)
        try await fixture.remote(.pause(.immediate))
        let terminal = try fixture.desktop.startInTerminal([Self.aloud, "follow"], columns: 60, rows: 24)
        try await terminal.wait(forText: "Fruit │ Price")
        let lines = terminal.screen.lines.map { $0.drop { $0 == " " } }
        #expect(lines.contains("9. Nine.") && lines.contains("10. Ten.") && lines.contains("Pear  │ 2"))
        #expect(lines.contains("Fig   │ 3") && lines.contains(".םלוע םולש"))
        // The cells are highlighted one by one; the pauses spoken between them are not shown.
        let answer = try await fixture.remote(.listSentences("/", first: 0, count: 10, fromCurrent: false))
        let sentences = try #require(SentenceList(arguments: answer)).sentences
        let row = try #require(sentences.first { $0.text == "Fruit, Price" })
        #expect(row.cells.map(\.column) == [0, 1] && row.cells.map(\.range.utf16.length) == [5, 5])
        let track = try #require(try await fixture.tracks().first?.id)
        try await fixture.remote(.goToText(track, offset: row.range.utf8.start, .utf8))
        try await terminal.wait(for: "the row") { screen in
          screen.text(where: FollowStyle.isSentence) == "FruitPrice" ? () : nil
        }
        terminal.type("F")
        try await terminal.wait(for: "the rest is faded") { screen in
          screen.text { $0 == "38;5;239" }.contains("Nine.") ? () : nil
        }
        #expect(terminal.screen.overflows == 0)
        try await leave(terminal)
      }
    }

    // MARK: Bounds

    @Test(arguments: ["say", "read"])
    func aTextIsShownInAWindowOfOneCellToItsEnd(verb: String) async throws {
      try await RestartableService.with { fixture in
        let file = fixture.desktop.directory + "/fruit.txt"
        try Data("Apple banana.".utf8).write(to: URL(fileURLWithPath: file))
        let command = [Self.aloud, verb, "-i"] + (verb == "say" ? ["-f", file] : [file])
        let terminal = try fixture.desktop.startInTerminal(command, columns: 1, rows: 1)
        #expect(try await terminal.waitForEnd() == .exited(0))
        let shown = terminal.looks.filter { $0.screen.isAlternate }
        #expect(!shown.isEmpty && shown.allSatisfy { $0.screen.overflows == 0 })
        #expect(terminal.isInLineMode && !terminal.screen.isAlternate)
      }
    }

    @Test func aWindowOfOneCellNeitherCrashesNorLoops() async throws {
      try await RestartableService.with { fixture in
        try await fixture.remote.speak("Apple banana.", SpeakOptions(paused: true))
        let terminal = try fixture.desktop.startInTerminal([Self.aloud, "follow"], columns: 1, rows: 1)
        try await terminal.wait(forText: "A")
        for keys in ["?", "\u{1B}", "c", "\u{1B}", "/x", "\r", "[", "]", "L", "s", "\u{1B}[B", "\u{1B}"] {
          terminal.type(keys)
        }
        try await terminal.wait(forText: "A")
        #expect(terminal.screen.overflows == 0)
        try await leave(terminal)
      }
    }
  }
}
