import AloudAPI
import BusValues
import Testing

@testable import aloud

@Suite(.timeLimit(.minutes(1)))
struct PageViewTests {
  private func rows(
    _ source: String, columns: Int = 20, rows: Int = 5, light: PageView.Light, colors: Paint.Colors = .none
  ) -> [String] {
    let view = PageView(columns: columns, rows: rows, paint: Paint(colors: colors))
    let layout = PageLayout(sentences(source), width: view.textWidth, height: view.textHeight)
    return view.screen(title: "Title", page: layout.pages.first, of: layout, light: light, status: "status")
  }

  @Test func theSentenceAndTheWordAreLitAndNothingElse_S3_11() {
    let rows = rows("One. |Two three. |Four.", light: PageView.Light(sentence: 5..<15, word: 9..<14))
    #expect(rows[0] == " One. \u{1B}[4mTwo \u{1B}[m\u{1B}[4;7mthree\u{1B}[m\u{1B}[4m.\u{1B}[m")
    #expect(rows[1] == " Four.")
    #expect(rows.last == "status" && rows.count == 5)
  }

  @Test func theLightSkipsTheWhiteSpaceAroundASentence_S3_12() {
    // The sentence stands behind two spaces, which belong to no sentence.
    let rows = rows("  One two.", light: PageView.Light(sentence: 2..<10, word: 2..<5))
    #expect(rows[0] == " \u{1B}[4;7mOne\u{1B}[m\u{1B}[4m two.\u{1B}[m")
  }

  @Test func aWordOverTwoRowsIsLitInBoth() {
    let rows = rows("abcdefghij", columns: 5, light: PageView.Light(sentence: 0..<10, word: 0..<10))
    #expect(rows[0] == "\u{1B}[4;7mabcde\u{1B}[m" && rows[1] == "\u{1B}[4;7mfghij\u{1B}[m")
  }

  @Test func withoutColoursThereIsNone() {
    for style in [Paint.Style.plain, .heading, .sentence, .word, .title, .note] {
      let codes = Paint(colors: .none).codes(style).split(separator: ";").compactMap { Int($0) }
      #expect(codes.allSatisfy { $0 < 10 }, "\(style)")
      #expect(Paint(colors: .many).codes(style) != Paint(colors: .many).codes(.word) || style == .word)
    }
    let environment = ["TERM": "xterm-256color"]
    #expect(Paint.colors(isPainted: true) { environment[$0] } == .many)
    #expect(Paint.colors(isPainted: true) { ["TERM": "linux"][$0] } == .eight)
    #expect(Paint.colors(isPainted: true) { ["TERM": "vt220"][$0] } == .none)
    #expect(Paint.colors(isPainted: false) { environment[$0] } == .none)
  }

  @Test func aNarrowRowLeavesOutWhatIsWantedLeast() {
    var status = Status(properties: [
      "Track": .objectPath("/org/aloud/Aloud1/track/1"), "PlaybackStatus": .string("Playing"),
      "Length": .int64(366_000_000), "LengthExact": .bool(true),
    ])
    func line(_ columns: Int) -> String { FollowLine.status(status, page: (3, 20), .unicode, columns: columns) }
    #expect(line(80) == "▶ 0:00 / 6:06   -6:06   1× ≈ 175 wpm   page 3 of 20   ? keys")
    #expect(line(48) == "▶ 0:00 / 6:06   -6:06   page 3 of 20   ? keys")
    #expect(line(40) == "▶ 0:00 / 6:06   -6:06   ? keys")
    status.rate = 1.5
    #expect(line(60).contains("1.5×") && !line(60).contains("page"))
  }

  @Test func aTextCannotCommandTheTerminal() {
    let rows = rows("A\u{1B}[2Jb \u{202E}c\u{7}d", light: PageView.Light())
    #expect(rows[0] == " A[2Jb cd")
    #expect(PageView.clean("a\u{1B}\n b\u{9B}") == "a b")
  }

  @Test(arguments: 1...9)
  func everySizeHasItsRows(height: Int) {
    for columns in [1, 2, 5, 200] {
      let rows = rows("# One\nTwo three four.", columns: columns, rows: height, light: PageView.Light())
      #expect(rows.count == height)
      for row in rows {
        let text = row.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        #expect(TextWidth.cells(text) <= max(columns, 2))
      }
    }
  }

  @Test(
    arguments: [
      ("q", [Key.character("q")]), ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}", [.escape]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("é東", [.character("é"), .character("東")]),
      ("\u{7F}\r", [.backspace, .enter]), ("\u{1B}[1;5C", [.right]), ("\u{1B}[200~", [.other]), ("\u{1}", [.other]),
    ] as [(String, [Key])])
  func bytesBecomeKeys(text: String, keys: [Key]) {
    var reader = KeyReader()
    #expect(reader.keys(text.utf8) == keys)
  }

  @Test func aCharacterMayComeInPieces() {
    var reader = KeyReader()
    #expect(Array("東".utf8).flatMap { reader.keys([$0]) } == [.character("東")])
  }

  @Test func everyKeyOfTheHelpDoesSomething() {
    #expect(KeyCommand(.character(" ")) == .toggle && KeyCommand(.left) == .sentence(-1))
    #expect((0...9).map { KeyCommand(.character(Character("\($0)"))) } == (0...9).map { .tenth($0) })
    for character in "<>+-/nN?q" { #expect(KeyCommand(.character(character)) != nil, "\(character)") }
    #expect(KeyCommand(.character("x")) == nil && KeyCommand(.character("٣")) == nil)
  }

  @Test func wordsAreFoundWhateverTheirCaseAndAcrossSentences() throws {
    let text = sentences("It was a Dark night. |Stormy,\\too. |It rained. |It was dark.")
    func first(_ words: String) -> UInt32? { TextSearch(words)?.first(in: text)?.index }
    #expect(first("dark") == 0 && first("NIGHT. stormy") == 0 && first("stormy, too") == 1 && first("rained") == 2)
    #expect(first("snow") == nil && TextSearch(" \n") == nil)
    #expect(TextSearch("dark")?.first(in: text, last: true)?.index == 3)
  }

  @Test(arguments: [
    (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], ["wl-paste", "xclip", "xsel"]),
    (["DISPLAY": ":0"], ["xclip", "xsel"]), (["WAYLAND_DISPLAY": "wayland-0"], ["wl-paste"]),
  ])
  func theDesktopDecidesByWhatACopyIsFetched(environment: [String: String], names: [String]) throws {
    let tools = try Clipboard.clipboard.tools { environment[$0] }
    #expect(tools.map(\.name) == names)
    #expect(Clipboard.clipboard.missing(tools).message.contains(names[0]))
    let marked = try Clipboard.selection.tools { environment[$0] }
    #expect(marked.allSatisfy { $0.arguments.contains { $0.hasSuffix("primary") } })
  }

  @Test func withoutADesktopThereIsNoClipboard() {
    #expect(throws: Failure.self) { try Clipboard.clipboard.tools { _ in nil } }
  }
}
