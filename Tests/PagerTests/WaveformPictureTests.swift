import AloudAPI
import CommandOutput
import Testing
import Vocabulary

@testable import Pager

/// The picture of a recording as rows.
@Suite(.timeLimit(.minutes(1)))
struct WaveformPictureTests {
  /// Peaks of a second each, all of them made unless told otherwise.
  private func wave(_ peaks: [UInt8], _ change: (inout WaveformEntry) -> Void = { _ in }) -> WaveformEntry {
    var wave = WaveformEntry(
      peaks: peaks, step: 1_000_000, covered: Microseconds(Int64(peaks.count) * 1_000_000), isComplete: true)
    change(&wave)
    return wave
  }

  private func rows(
    _ wave: WaveformEntry, at seconds: Int64 = 0, length: Int64? = nil, width: Int, height: Int,
    _ symbols: Symbols = .unicode, _ colors: Paint.Colors = .none
  ) -> [String] {
    WaveformPicture(
      wave, length: length.map { Microseconds($0 * 1_000_000) }, symbols: symbols, paint: Paint(colors: colors)
    ).rows(position: Microseconds(seconds * 1_000_000), width: width, height: height)
  }

  private func plain(_ text: String) -> String { text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }

  @Test func oneRowHasEightHeights() {
    let stairs = wave([0, 32, 64, 96, 128, 160, 192, 255])
    #expect(rows(stairs, width: 8, height: 1).map(plain) == ["▁▂▃▄▅▆▇█"])
    #expect(rows(stairs, width: 8, height: 1, .ascii).map(plain) == ["_.-:=+*#"])
    // The loudest sound of a recording fills the height, unless it is mere noise.
    #expect(rows(wave([20, 80]), width: 2, height: 1).map(plain) == ["▃█"])
    #expect(rows(wave([1, 1]), width: 2, height: 1).map(plain) == ["▁▁"])
  }

  @Test func aCellHasTheLoudestOfItsTimeAtEachWidth() {
    var peaks = [UInt8](repeating: 0, count: 100)
    peaks[37] = 255
    for width in 1...250 {
      let row = plain(rows(wave(peaks), width: width, height: 1)[0])
      #expect(row.count == width && row.contains("█"), "\(width)")
      let place = row.distance(from: row.startIndex, to: row.firstIndex(of: "█")!)
      #expect(place == 37 * width / 100, "\(width)")
    }
  }

  @Test func aTallPictureGrowsFromTheMiddle() {
    let picture = wave([255, 255, 128, 128, 0, 0])
    #expect(rows(picture, at: 5, width: 3, height: 3).map(plain) == ["⣿⣤⣀", "⣿⠛⠉", "  ▲"])
    #expect(rows(picture, at: 5, width: 6, height: 3, .ascii).map(plain) == ["::....", "::''''", "     ^"])
    #expect(rows(picture, at: 5, width: 3, height: 5).map(plain) == ["⣿  ", "⣿⣿⣀", "⣿⣿⠉", "⣿  ", "  ▲"])
  }

  @Test func thePlaceThatIsHeardIsSeenWithoutColours() {
    let row = rows(wave([255, 255, 255, 255]), at: 2, width: 4, height: 1)[0]
    #expect(row == "██\u{1B}[7m█\u{1B}[m█")
    let colored = rows(wave([255, 255, 255, 255]), at: 2, width: 4, height: 1, .unicode, .sixteen)[0]
    #expect(colored == "██\u{1B}[7m█\u{1B}[m\u{1B}[2m█\u{1B}[m")
  }

  @Test func itGrowsWhileItIsMade() {
    let half = wave([255, 255]) { $0.isComplete = false }
    #expect(rows(half, length: 4, width: 4, height: 1).map(plain) == ["██··"])
    #expect(rows(half, length: 4, width: 4, height: 1, .ascii).map(plain) == ["##.."])
    #expect(rows(half, length: 4, width: 4, height: 3).map(plain) == ["⣿⣿  ", "⣿⣿··", "▲"])
    // Nothing is there at first; a file that broke off has silence behind its end.
    #expect(rows(WaveformEntry(), length: 4, width: 4, height: 2).map(plain) == ["····", "▲"])
    #expect(rows(wave([255, 255]), length: 4, width: 4, height: 1).map(plain) == ["██▁▁"])
    // A length that is estimated too short cuts nothing off.
    #expect(rows(wave([255, 0, 255, 0]), length: 2, width: 4, height: 1).map(plain) == ["█▁█▁"])
  }

  @Test func marksStandBelowTheirPlaces() {
    let marked = wave([UInt8](repeating: 9, count: 10)) {
      $0.chapters = [0, 5_000_000]
      $0.bookmarks = [2_000_000, 9_999_999]
      ($0.a, $0.b) = (3_000_000, 8_000_000)
    }
    #expect(rows(marked, at: 6, width: 10, height: 2)[1] == "╵ ◆A ╵▲ B◆")
    #expect(rows(marked, at: 6, width: 10, height: 2, .ascii)[1] == "' *A '^ B*")
    // The place that is heard covers a mark, and one behind the end stands at the end.
    #expect(rows(marked, at: 3, width: 10, height: 2)[1] == "╵ ◆▲ ╵  B◆")
    #expect(rows(marked, at: 30, width: 10, height: 2)[1] == "╵ ◆A ╵  B▲")
  }

  @Test func phrasesStandBelowTheirSound() {
    func time(_ tenths: Int64) -> Microseconds { Microseconds(tenths * 100_000) }
    let phrases = [time(0)..<time(20), time(40)..<time(65), time(66)..<time(90)]
    func marks(_ seconds: Int64, _ symbols: Symbols = .unicode) -> String? {
      WaveformPicture(
        wave([UInt8](repeating: 9, count: 10)), length: nil, phrases: phrases, symbols: symbols,
        paint: Paint(colors: .none)
      ).rows(position: Microseconds(seconds * 1_000_000), width: 10, height: 3).last
    }
    // Two phrases share a cell; the one that is heard is heavy, and its place is marked.
    #expect(marks(0) == "▲━  ╌╌┊╌╌")
    #expect(marks(4) == "╌╌  ▲━┊╌╌", "\(marks(4) ?? "")")
    #expect(marks(3) == "╌╌ ▲╌╌┊╌╌")
    #expect(marks(7, .ascii) == "--  --=^=")
  }

  @Test func aDelayBeforeTheSoundIsSilence() {
    let late = wave([255, 255]) { ($0.start, $0.covered) = (2_000_000, 4_000_000) }
    #expect(rows(late, length: 4, width: 4, height: 1).map(plain) == ["▁▁██"])
  }

  @Test(arguments: [Symbols.unicode, .ascii]) func noRowIsTooWideOrTooMany(symbols: Symbols) {
    let picture = wave((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7919) }) { $0.chapters = [0, 4_000_000_000] }
    for width in [1, 2, 3, 20, 79, 300] {
      for height in 0...WaveformPicture.tallest {
        let rows = rows(picture, at: 2000, width: width, height: height, symbols)
        #expect(rows.count == (height > 2 ? height : min(height, 2)))
        #expect(rows.allSatisfy { TextWidth.cells(plain($0)) <= width })
        if symbols == .ascii { #expect(rows.allSatisfy { plain($0).allSatisfy(\.isASCII) }) }
      }
    }
  }

  @Test func itStandsInTheMiddleOrBelowTheText() {
    var view = PageView(columns: 40, rows: 20, paint: Paint(colors: .none))
    let middle = view.screen(header: "T", picture: ["a", "b"], footer: ["1", "2"])
    #expect(middle.count == 20 && middle[8].hasSuffix("a") && middle[9].hasSuffix("b") && middle[19].hasSuffix("2"))
    let height = view.textHeight
    view.pictureRows = view.roomForPicture
    #expect(view.textHeight == height - 2)
    let below = view.screen(
      header: "T", layout: nil, top: 0, light: PageView.Light(), footer: ["1", "2"], picture: ["a", "b"])
    #expect(below.count == 20 && below[16...].map { String($0.last!) } == ["a", "b", "1", "2"])
    // A list in its place has the whole window.
    #expect(view.screen(header: "T", lines: [("x", .plain)], footer: ["1", "2"]).count == 20)
    view = PageView(columns: 40, rows: 10, paint: Paint(colors: .none))
    #expect(view.roomForPicture == 0)
  }
}
