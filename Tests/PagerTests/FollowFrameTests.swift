import AloudAPI
import BusValues
import CommandOutput
import Testing
import Vocabulary

@testable import Pager

@Suite(.timeLimit(.minutes(1)))
struct FollowFrameTests {
  private func status(_ more: [String: BusValue] = [:], book: DocumentEntry? = nil) -> Status {
    var status = Status(
      properties: [
        "Track": .objectPath("/org/aloud/Aloud1/track/1"), "PlaybackStatus": .string("Playing"),
        "Position": .int64(8_000_000), "Length": .int64(729_000_000), "LengthExact": .bool(true),
        "Metadata": .vardict(["xesam:title": .string("Handling bugs"), "xesam:artist": .strings(["Ann"])]),
      ].merging(more) { $1 })
    status.book = book
    return status
  }

  private let book = DocumentEntry(
    title: "developers-reference", chapter: 74, chapters: 225, isWhole: true, positionMicroseconds: 7_245_000_000,
    lengthMicroseconds: 19_065_000_000, isLengthExact: true)

  private func frame(_ width: Int, _ symbols: Symbols = .unicode) -> FollowFrame {
    FollowFrame(symbols: symbols, paint: Paint(colors: .none), width: width)
  }

  private func plain(_ text: String) -> String { text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }

  @Test func theBarTellsChapterBookAndTimeLeft() {
    let row = frame(76).footer(status(book: book), count: 2)[0]
    #expect(row.hasPrefix("▶  0:08 ●──") && row.hasSuffix("─ 12:09   ch. 74/225 · 38 % · 3 h 17 min left"))
    #expect(TextWidth.cells(row) == 76)
    // At twice the speed, half the time is left.
    #expect(frame(76).footer(status(["Rate": .double(2)], book: book), count: 2)[0].contains("1 h 39 min left"))
    #expect(frame(76).footer(status(), count: 2)[0].hasSuffix("12:09   1 % · 12 min left"))
    var half = status()
    half.position = 364_500_000
    #expect(frame(40).footer(half, count: 2)[0].contains("━━●──"))
    #expect(frame(76, .ascii).footer(status(book: book), count: 2)[0].allSatisfy { $0.isASCII })
  }

  @Test func theSecondRowTellsWhatIsOn() {
    func row(_ more: [String: BusValue]) -> String { frame(76).footer(status(more), count: 2)[1] }
    #expect(row([:]).hasPrefix("1×     ") && row([:]).hasSuffix("   ? keys"))
    let modes = row([
      "Rate": .double(1.8), "Volume": .double(0.5), "SleepTimer": .string("time"),
      "SleepRemaining": .int64(1_799_000_000), "Repeat": .string("paragraph"),
    ])
    #expect(modes.hasPrefix("1.8×  volume 50%  ☾ 29:59  ↻ paragraph "), "\(modes)")
    #expect(row(["SleepTimer": .string("chapter"), "SleepChapters": .uint32(2)]).contains("☾ 2 chapters"))
  }

  @Test func theOrderStandsBesideTheSpeedAsSigns_S2_26() {
    func row(_ loop: String, _ shuffle: String, _ symbols: Symbols = .unicode, count: Int = 2) -> String {
      let status = status(["LoopStatus": .string(loop), "Shuffle": .string(shuffle), "Volume": .double(0.5)])
      return frame(76, symbols).footer(status, count: count)[count - 1]
    }
    #expect(row("Track", "off").hasPrefix("1×  ⟳¹  volume 50% "))
    #expect(row("Playlist", "once").hasPrefix("1×  ⟳ ⇄  volume 50% "))
    #expect(row("None", "question-choices").hasPrefix("1×  ⇄?  volume 50% "))
    #expect(row("None", "off").hasPrefix("1×  volume 50% "))
    #expect(row("Track", "question-choices", .ascii).hasPrefix("1x  (1) (%?)  volume 50% "))
    // A window with one row below the text has room for them, too.
    #expect(row("Playlist", "each-lap", count: 1).hasPrefix("▶ 0:08 / 12:09   1 %   1×  ⟳ ⇄⟳ "))
  }

  @Test(arguments: 1...100) func noRowIsTooWide(width: Int) {
    for symbols in [Symbols.unicode, .ascii] {
      for status in [
        status(), status(book: book), Status.idle,
        status(["LoopStatus": .string("Playlist"), "Shuffle": .string("each-lap")], book: book),
        status(["PauseReason": .string("no-sink"), "State": .string("interrupted")], book: book),
      ] {
        let frame = frame(width, symbols)
        for row in [frame.header(status)] + frame.footer(status, count: 2) + frame.footer(status, count: 1) {
          #expect(TextWidth.cells(plain(row)) <= width, "\(row)")
        }
      }
    }
  }

  @Test func theHeaderNamesTheBookAndTheChapter() {
    #expect(plain(frame(76).header(status(book: book))) == "developers-reference › Handling bugs")
    #expect(frame(76).header(status(book: book)).hasSuffix("\u{1B}[1mHandling bugs\u{1B}[m"))
    #expect(plain(frame(30).header(status(book: book))) == "developers-re… › Handling bugs")
    #expect(plain(frame(14).header(status(book: book))) == "Handling bugs")
    #expect(plain(frame(8).header(status(book: book))) == "Handlin…")
    #expect(plain(frame(76).header(status())) == "Ann › Handling bugs")
    #expect(plain(frame(76).header(.idle)) == "aloud")
  }

  @Test func timeIsToldInTheUnitsOfAListener() {
    let texts = [0, 12, 59, 60, 90, 3599, 3600, 11_820].map { FollowFrame.left(Double($0) * 1_000_000) }
    #expect(texts == ["0 s", "12 s", "59 s", "1 min", "2 min", "1 h 0 min", "1 h 0 min", "3 h 17 min"])
  }
}
