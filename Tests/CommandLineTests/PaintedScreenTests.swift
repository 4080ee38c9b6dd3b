import Testing

@testable import aloud

/// The codes that change a terminal's screen.
@Suite struct PaintedScreenTests {
  @Test func onlyChangedRowsAreWritten() {
    var screen = PaintedScreen()
    #expect(screen.change(to: ["a", "b"], cursor: nil) == "\u{1B}[1;1Ha\u{1B}[K\u{1B}[2;1Hb\u{1B}[K")
    #expect(screen.change(to: ["a", "b"], cursor: nil) == "")
    #expect(screen.change(to: ["a", "c", "d"], cursor: nil) == "\u{1B}[2;1Hc\u{1B}[K\u{1B}[3;1Hd\u{1B}[K")
  }

  @Test func anErasedScreenIsWrittenAnew() {
    var screen = PaintedScreen()
    _ = screen.change(to: ["a"], cursor: nil)
    #expect(screen.erase() == "\u{1B}[2J")
    #expect(screen.change(to: ["a"], cursor: nil) == "\u{1B}[1;1Ha\u{1B}[K")
  }

  @Test func theCursorIsShownWhileTheUserTypes() {
    var screen = PaintedScreen()
    _ = screen.change(to: ["/"], cursor: nil)
    #expect(screen.change(to: ["/"], cursor: (row: 0, column: 1)) == "\u{1B}[1;2H\u{1B}[?25h")
    #expect(screen.change(to: ["/"], cursor: (row: 0, column: 1)) == "\u{1B}[1;2H\u{1B}[?25h", "it is kept there")
    #expect(screen.change(to: ["/"], cursor: nil) == "\u{1B}[?25l")
    #expect(screen.change(to: ["/"], cursor: nil) == "")
  }
}
