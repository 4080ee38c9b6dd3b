import DesktopSupport
import Foundation
import Testing

/// The output of a running export.
@Suite(.timeLimit(.minutes(3)))
struct ExportProgressTests {
  @Test(arguments: [80, 40, 16]) func aTerminalShowsABarInOneRowAndHowLongStill(columns: Int) async throws {
    // The time that is left is told after a second, also by a fast machine that does nothing else.
    try await Exports.with(paragraphs: 450) { exports in
      let terminal = try exports.startInTerminal("book.flac", columns: columns)
      #expect(try await terminal.waitForEnd(within: .seconds(90)) == .exited(0))
      let rows = terminal.looks.flatMap { $0.screen.lines.filter { !$0.isEmpty } }
      let bars = rows.filter { $0.contains(/\d+%/) && !$0.contains("writing") }
      #expect(bars.count > 3, "\(rows.suffix(5))")
      if columns >= 40 {
        #expect(bars.contains { $0.contains(/^\[#+-+\] \d+%  \d:\d\d left/) }, "\(bars.suffix(3))")
      }
      if columns == 80 { #expect(bars.contains { $0.hasSuffix("chapter 2 of 2") }, "\(bars.suffix(3))") }
      // There is only one bar: none was wide enough to continue in the next row.
      for look in terminal.looks where look.screen.lines.contains(where: { $0.contains("%") }) {
        #expect(look.screen.overflows == 0 && look.screen.lines.count { $0.contains("%") } == 1)
      }
      // At the end the bar is gone, and one line reports the result.
      let last = terminal.screen.lines.filter { !$0.isEmpty }
      #expect(!last.joined().contains("%") && last.joined().contains("of sound"), "\(last)")
    }
  }

  @Test func aWindowOfOneCellStopsNoExport() async throws {
    try await Exports.with(paragraphs: 30) { exports in
      let terminal = try exports.startInTerminal("book.flac", columns: 1, rows: 1)
      #expect(try await terminal.waitForEnd(within: .seconds(90)) == .exited(0))
      #expect(exports.exists("book.flac") && terminal.isInLineMode)
    }
  }

  @Test func aPipeGetsALineForEachChapterAndNoneOfTheBar() async throws {
    try await Exports.with(paragraphs: 30) { exports in
      let result = try await exports.run("book.flac")
      #expect(result.succeeded && result.output == "")
      // A line for each tenth, since the encoding takes longer.
      let lines = result.errors.split(separator: "\n").filter { !$0.hasPrefix("writing, ") }
      #expect(lines.count == 3 && lines[0].hasPrefix("chapter 1 of 2, ") && lines[1].hasPrefix("chapter 2 of 2, 83%"))
      #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("\r") && !result.errors.contains("["))
      #expect(try await exports.run("quiet.flac", "-q").errors == "")
    }
  }
}
