import AloudAPI
import CommandOutput
import Configuration
import Testing

@testable import Pager

@Suite(.timeLimit(.minutes(1)))
struct PageViewTests {
  private func rows(
    _ source: String, columns: Int = 20, rows: Int = 5, light: PageView.Light, paint: Paint = Paint(colors: .none),
    directions: Directions = .own
  ) -> [String] {
    let view = PageView(columns: columns, rows: rows, paint: paint, directions: directions)
    let layout = TextLayout(sentences(source), width: view.textWidth)
    let footer = ["bar", "status"].suffix(view.footerRows)
    return view.screen(header: "Title", layout: layout, top: 0, light: light, footer: Array(footer))
  }

  @Test func theSentenceAndTheWordAreLitAndNothingElse_S3_11() {
    let rows = rows("One. |Two three. |Four.", light: PageView.Light(sentence: 5..<15, word: 9..<14))
    #expect(rows[0] == " One. \u{1B}[1mTwo \u{1B}[m\u{1B}[1;7mthree\u{1B}[m\u{1B}[1m.\u{1B}[m")
    #expect(rows[1] == " Four.")
    #expect(rows.last == " status" && rows.count == 5)
  }

  @Test func theLightSkipsTheWhiteSpaceAroundASentence_S3_12() {
    // The sentence follows two spaces, which belong to no sentence.
    let rows = rows("  One two.", light: PageView.Light(sentence: 2..<10, word: 2..<5))
    #expect(rows[0] == " \u{1B}[1;7mOne\u{1B}[m\u{1B}[1m two.\u{1B}[m")
  }

  @Test func aWordOverTwoRowsIsLitInBoth() {
    let rows = rows("abcdefghij", columns: 5, light: PageView.Light(sentence: 0..<10, word: 0..<10))
    #expect(rows[0] == "\u{1B}[1;7mabcde\u{1B}[m" && rows[1] == "\u{1B}[1;7mfghij\u{1B}[m")
  }

  @Test func everyPlaceThatWasFoundIsLit() {
    let light = PageView.Light(sentence: 0..<8, word: 0..<3, found: [4..<7, 14..<17])
    let rows = rows("One two. |Three four.", columns: 40, light: light)
    #expect(rows[0].matches(of: #/\u{1B}\[4m/#).count == 2)
  }

  @Test func theColumnStandsInTheMiddleAndKeepsItsMargin() {
    let wide = rows("One two three.", columns: 220, rows: 60, light: PageView.Light())
    #expect(wide[2] == String(repeating: " ", count: 76) + "One two three.")
    let narrow = rows(String(repeating: "word ", count: 40), columns: 60, rows: 20, light: PageView.Light())
    #expect(narrow[2...5].allSatisfy { $0.hasPrefix("  word") && $0.count <= 58 })
  }

  @Test func rightToLeftTextStandsAtTheRightItsLastDotAtTheLeft() {
    let right = String(repeating: " ", count: 33)
    let own = rows("שלום.\nHello שלום.", columns: 40, rows: 12, light: PageView.Light())
    #expect(own[2] == right + ".םולש" && own[4] == "  Hello םולש.")
    let item = rows("* שלום.", columns: 40, rows: 12, light: PageView.Light())
    #expect(item[2] == String(right.dropLast(2)) + ".םולש •")
    let numbered = rows("+7 שלום.", columns: 40, rows: 12, light: PageView.Light())
    #expect(numbered[2] == String(right.dropLast(3)) + ".םולש .7")
    // A terminal that reorders text gets it in logical order, and its direction if it accepts one.
    let alone = rows("שלום.", columns: 40, rows: 12, light: PageView.Light(), directions: .terminal)
    #expect(alone[2] == right + "שלום.")
    let told = rows("שלום.\nHello.", columns: 40, rows: 12, light: PageView.Light(), directions: .toldTerminal)
    #expect(told[0] == "\u{1B}[1 k  Title" && told[2] == "\u{1B}[2 k  שלום." && told[4] == "\u{1B}[1 k  Hello.")
  }

  @Test func theLightFollowsTheWordToItsCells() {
    // The first of two words is on the right.
    let rows = rows("שלום עולם.", columns: 40, rows: 12, light: PageView.Light(sentence: 0..<18, word: 0..<8))
    #expect(rows[2].hasSuffix("\u{1B}[1m.םלוע \u{1B}[m\u{1B}[1;7mםולש\u{1B}[m"))
  }

  @Test func theTerminalIsKnownByWhatItSets() {
    func directions(_ environment: [String: String], _ setting: Settings.Bidi = .auto) -> Directions {
      Directions(setting) { environment[$0] }
    }
    for own in [["TERM": "xterm"], ["TERM": "linux"], ["TERM": "xterm-kitty"], ["VTE_VERSION": "5202"]] {
      #expect(directions(own) == .own && directions(own, .terminal) == .terminal)
    }
    for known in [
      ["VTE_VERSION": "6800", "TERM": "tmux-256color"], ["KONSOLE_VERSION": "220401"], ["TERM": "mlterm"],
      ["TERM_PROGRAM": "Apple_Terminal"],
    ] {
      #expect(directions(known) == .terminal && directions(known, .own) == .own)
    }
  }

  @Test func aLongLineIsBrokenAtItsSpaces() {
    func wrapped(_ line: String, columns: Int, _ indentation: Int = 2) -> [String] {
      PageView(columns: columns, rows: 20, paint: Paint(colors: .none)).wrapped(line, indentation: indentation)
    }
    #expect(wrapped("short", columns: 80) == ["short"])
    let rows = wrapped("  name  one two three four five six seven eight nine ten eleven twelve", columns: 44)
    #expect(rows.count > 1 && rows.allSatisfy { TextWidth.cells($0) <= 44 })
    #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("  ") && !$0.hasPrefix("   ") })
    #expect(rows.joined(separator: " ").split(separator: " ").count == 13)
    let signs = wrapped(String(repeating: "語", count: 100), columns: 44)
    #expect(signs.allSatisfy { TextWidth.cells($0) <= 44 } && signs.joined().count { $0 == "語" } == 100)
  }

  @Test func theColumnsOfATableStandBelowOneAnother() {
    func shown(_ table: [[String]], width: Int, _ light: PageView.Light = PageView.Light()) -> [String] {
      var view = PageView(columns: width + 4, rows: 20, paint: Paint(colors: .none))
      view.width = width
      let layout = TextLayout(tableSentences(table), width: view.textWidth)
      return view.screen(header: "", layout: layout, top: 0, light: light, footer: ["", ""]).dropFirst(2)
        .prefix { !$0.isEmpty }.map { String($0.dropFirst(2)) }
    }
    let fruit = [["Fruit", "Price", "Remark"], ["東京", "", "x"], ["Pear", "2"]]
    #expect(shown(fruit, width: 30) == ["Fruit │ Price │ Remark", "東京  │       │ x     ", "Pear  │ 2     │       "])
    // The word is lit in its cell; the separators are not lit.
    let lit = shown(fruit, width: 30, PageView.Light(sentence: 0..<20, word: 7..<12))
    #expect(lit[0] == "\u{1B}[1mFruit\u{1B}[m │ \u{1B}[1;7mPrice\u{1B}[m │ \u{1B}[1mRemark\u{1B}[m")
    // A cell without room takes several lines, and a rule separates the rows.
    #expect(
      shown([["Apple", "Sold by the kilogram"], ["Pear", "2"]], width: 20) == [
        "Apple │ Sold by the ", "      │ kilogram    ",
        String(repeating: "─", count: 6) + "┼" + String(repeating: "─", count: 13),
        "Pear  │ 2           ",
      ])
    // A row of one cell takes the whole width, as a heading of those below it.
    #expect(
      shown([["All of the fruit of the year"], ["Pear", "2"]], width: 30) == [
        "All of the fruit of the year", "Pear │ 2",
      ])
    // Without room for columns, the cells are shown as they are spoken.
    #expect(shown([["Pear", "2", "3"]], width: 12) == ["Pear, 2, 3"])
    #expect(
      shown([["שלום", "עולם"], ["א", "ב"]], width: 30).map { $0.drop { $0 == " " } } == ["םלוע │ םולש", "ב │    א"])
  }

  @Test func onlyTheParagraphThatIsHeardIsBright() {
    var light = PageView.Light(sentence: 6..<10, word: nil)
    light.focus = 6..<10
    let rows = rows("One.\nTwo.\nSix.", columns: 40, rows: 14, light: light, paint: Paint(colors: .many))
    let faded = Paint(colors: .many).codes(.faded)
    #expect(
      rows[2].contains("\u{1B}[\(faded)mOne.") && rows[6].contains("\u{1B}[\(faded)mSix.") && !rows[4].contains(faded))
  }

  @Test func withoutColoursThereIsNone() {
    let styles: [Paint.Style] = [
      .plain, .faded, .heading, .sentence, .headedSentence, .word, .found, .title, .book, .note, .chosen,
    ]
    for style in styles {
      let codes = Paint(colors: .none).codes(style).split(separator: ";").compactMap { Int($0) }
      #expect(codes.allSatisfy { $0 < 10 }, "\(style)")
      for colors in [Paint.Colors.none, .sixteen, .many, .full] {
        for ground in [Ground.dark, .light] {
          let paint = Paint(colors: colors, ground: ground)
          #expect(paint.codes(style) != paint.codes(.word) || style == .word || style == .chosen, "\(style)")
        }
      }
    }
    func colors(_ environment: [String: String]) -> Paint.Colors { Paint.colors(isPainted: true) { environment[$0] } }
    #expect(colors(["TERM": "xterm-256color"]) == .many && colors(["TERM": "linux"]) == .sixteen)
    #expect(colors(["TERM": "xterm", "COLORTERM": "truecolor"]) == .full && colors(["TERM": "vt220"]) == .none)
    #expect(Paint.colors(isPainted: false) { _ in "xterm-256color" } == .none)
  }

  /// The relative luminance of WCAG 2.1.
  private func luminance(_ color: Color) -> Double {
    func part(_ value: Int) -> Double {
      let share = Double(value) / 255
      // pow, by its logarithm's series, is not needed: the square is near enough for a bound.
      return share * share
    }
    return 0.2126 * part(color.red) + 0.7152 * part(color.green) + 0.0722 * part(color.blue)
  }

  @Test(arguments: [Ground.dark, .light, Ground(color: Color(0, 43, 54)), Ground(color: Color(253, 246, 227))])
  func theWordHasTheStrongestContrastAndTheTintIsFaint(ground: Ground) throws {
    let paint = Paint(colors: .full, ground: ground)
    func color(_ style: Paint.Style, _ kind: String) -> Color {
      let codes = paint.codes(style).split(separator: ";").map(String.init)
      guard let at = codes.indices.first(where: { codes[$0] == kind && codes[$0 + 1] == "2" }) else {
        return ground.color
      }
      return Color(Int(codes[at + 2])!, Int(codes[at + 3])!, Int(codes[at + 4])!)
    }
    func contrast(_ a: Color, _ b: Color) -> Double {
      let both = [luminance(a), luminance(b)].sorted()
      return (both[1] + 0.05) / (both[0] + 0.05)
    }
    let tint = contrast(color(.sentence, "48"), ground.color)
    let word = contrast(color(.word, "48"), ground.color)
    #expect(tint < 2 && tint > 1.02 && word > 10, "\(tint), \(word)")
    #expect(contrast(color(.sentence, "38"), color(.sentence, "48")) > contrast(color(.plain, "38"), ground.color))
    #expect(contrast(color(.plain, "38"), ground.color) > 4.5)
  }

  @Test func theTerminalSaysWhatItsGroundIs() {
    var reader = KeyReader()
    #expect(reader.keys("\u{1B}]11;rgb:ffff/ffff/dddd\u{1B}\\".utf8) == [.ground(Ground(color: Color(255, 255, 221)))])
    // The answer arrives in pieces, and with different terminators.
    #expect(reader.keys("\u{1B}]11;rgb:00/2b".utf8).isEmpty)
    #expect(reader.keys("/36\u{7}q".utf8) == [.ground(Ground(color: Color(0, 43, 54))), .character("q")])
    #expect(reader.keys("\u{1B}]11;rgb:x/y/z\u{7}\u{1B}[?62;c".utf8) == [.other, .other])
    #expect(reader.keys("\u{1B}[?2501;1$y".utf8) == [.knowsDirections])
    #expect(reader.keys("\u{1B}[?2501;0$y".utf8) == [.other])
    // A sequence that never ends is dropped.
    #expect(reader.keys("\u{1B}]11;\(String(repeating: "x", count: 100))".utf8).isEmpty)
    #expect(reader.keys("q".utf8) == [.character("q")])
    #expect(Ground(colorFGBG: "15;0")?.isLight == false && Ground(colorFGBG: "0;default;15")?.isLight == true)
    #expect(Ground(colorFGBG: "12") == .light && Ground(colorFGBG: "x") == nil && Ground(colorFGBG: "") == nil)
  }

  @Test func theThemeIsTheTerminalsUntilItIsChosen() {
    var theme = DisplayTheme(Paint(colors: .many), .auto, ground: nil)
    #expect(theme.asksForGround && theme.paint.ground == .dark)
    theme.ground = .light
    #expect(theme.paint.ground == .light)
    theme.change()
    #expect(theme.setting == .dark && theme.paint.ground == .dark && !theme.asksForGround)
    theme.change()
    #expect(theme.paint.ground == .light)
    theme.change()
    #expect(theme.paint.colors == .none)
    theme.change()
    #expect(theme.setting == .auto)
    #expect(!DisplayTheme(Paint(colors: .sixteen), .auto, ground: nil).asksForGround)
  }

  @Test func aTextCannotCommandTheTerminal() {
    let rows = rows("A\u{1B}[2Jb \u{202E}c\u{7}d", light: PageView.Light())
    #expect(rows[0] == " A[2Jb cd")
    #expect(PageView.clean("a\u{1B}\n b\u{9B}") == "a b")
  }

  @Test(arguments: 1...12)
  func everySizeHasItsRows(height: Int) {
    for columns in [1, 2, 5, 200] {
      let rows = rows("# One\n* Two three four.", columns: columns, rows: height, light: PageView.Light())
      #expect(rows.count == height)
      for row in rows.dropFirst(height >= 8 ? 1 : 0).dropLast(height >= 7 ? 2 : height >= 3 ? 1 : 0) {
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

  @Test func everyKeyDoesSomethingAndStandsInTheHelp() {
    #expect(KeyCommand(.character(" ")) == .toggle && KeyCommand(.left) == .sentence(-1))
    #expect((0...9).map { KeyCommand(.character(Character("\($0)"))) } == (0...9).map { .tenth($0) })
    #expect(KeyCommand(.character("٣")) == nil)
    let named = Set(KeyHelp.entries.flatMap { $0.keys.split(separator: " ").map(String.init) })
    for code in UInt8(0x21)..<0x7F {
      let character = Character(UnicodeScalar(code))
      let isNamed = named.contains(String(character)) || character == "=" || character.isNumber
      #expect((KeyCommand(.character(character)) != nil) == isNamed, "\(character)")
    }
    for (key, name) in [(Key.home, "Home"), (.end, "End"), (.pageUp, "PgUp"), (.backspace, "Backspace"), (.up, "↑")] {
      #expect(KeyCommand(key) != nil && named.contains(name))
    }
  }

  @Test(arguments: [true, false]) func theEffectsInTheHelpStandBelowOneAnother(isPlain: Bool) {
    let rows = KeyHelp.rows(isPlain: isPlain)
    let columns = zip(rows, KeyHelp.entries.filter { !isPlain || !$0.needsScreen }).map { row, entry in
      TextWidth.cells(row) - TextWidth.cells(entry.effect)
    }
    #expect(Set(columns).count == 1 && rows.allSatisfy { TextWidth.cells($0) <= 76 })
    if isPlain { #expect(rows.joined().allSatisfy { $0.isASCII }) }
  }

  @Test func aQueryIsTypedWithACursor() {
    var line = QueryLine()
    for key in [
      Key.character("b"), .character("東"), .home, .character("a"), .right, .right, .backspace, .character("c"),
    ] {
      #expect(line.press(key) == .typing)
    }
    #expect(line.text == "abc" && line.cellsBefore == 3)
    _ = [Key.left, .left, .delete].map { line.press($0) }
    #expect(line.text == "ac" && line.cellsBefore == 1)
    #expect(line.press(.enter) == .entered && line.press(.escape) == .left)
    #expect(line.press(.eraseLine) == .typing && line.text.isEmpty && line.press(.backspace) == .left)
  }

  @Test func aListIsMovedThroughAndTakenFrom() {
    var list = ChoiceList(
      title: "Chapters", entries: (1...30).map { ChoiceList.Entry(label: "Chapter \($0)") }, selected: 4)
    #expect(list.press(.down, height: 10) == .looking && list.selected == 5)
    #expect(list.press(.end, height: 10) == .looking && list.selected == 29)
    #expect(list.press(.down, height: 10) == .looking && list.selected == 29)
    #expect(list.press(.pageUp, height: 10) == .looking && list.selected == 20)
    // A number may have two digits.
    #expect(list.press(.character("1"), height: 10) == .looking && list.press(.character("2"), height: 10) == .looking)
    #expect(list.press(.enter, height: 10) == .taken(11))
    #expect(list.press(.escape, height: 10) == .left && list.press(.character("x"), height: 10) == .unknown)
    let rows = list.rows(width: 20, height: 10, ellipsis: "…")
    #expect(rows.count == 10 && rows.contains { $0.isSelected && $0.text.hasPrefix("12  Chapter 12") })
    #expect(rows.allSatisfy { TextWidth.cells($0.text) <= 20 })
    var short = ChoiceList(
      title: "", entries: [ChoiceList.Entry(label: "a", detail: "b"), ChoiceList.Entry(label: "c")])
    #expect(short.press(.character("2"), height: 1) == .taken(1) && short.press(.character("3"), height: 1) == .looking)
    for width in 0...30 {
      #expect(short.rows(width: width, height: 2, ellipsis: "…").allSatisfy { $0.text.count <= width })
    }
    var empty = ChoiceList(title: "", entries: [])
    #expect(empty.press(.enter, height: 3) == .left && empty.press(.up, height: 3) == .looking)
  }
}
