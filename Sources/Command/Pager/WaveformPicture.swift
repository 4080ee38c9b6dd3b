package import AloudAPI
package import CommandOutput
package import Vocabulary

/// A recording's picture on a terminal: its loudness over its time, the marks in it, and the place that is heard. Pure.
///
/// A tall picture is symmetric and drawn with Braille patterns, which have two columns and four rows of dots in a cell;
/// a picture of one row is drawn with blocks of eight heights. Without Unicode both are made of ASCII.
package struct WaveformPicture {
  /// The picture and its marks, as the service tells them.
  package let wave: WaveformEntry
  /// The media time that the width stands for: the length of the track.
  private let length: Double
  /// The phrases of a recording that is studied.
  private let phrases: [Range<Microseconds>]
  private let signs: Signs
  private let paint: Paint

  /// The characters of a picture.
  private struct Signs {
    /// From silence to the loudest.
    var levels: [Character]
    /// The columns and rows of dots in a cell of a tall picture.
    var dots: (columns: Int, rows: Int)
    /// The character with these dots, of which bit `row * columns + column` stands for each.
    var cell: @Sendable (Int) -> Character
    /// A part that is not made yet.
    var missing: Character
    var chapter, bookmark, here: Character
    /// A part with one phrase or a part of one, a part with the border of two, and the phrase that is heard.
    var phrase, border, heard: Character

    static let unicode = Signs(
      levels: Array("▁▂▃▄▅▆▇█"), dots: (2, 4),
      cell: { bits in
        // The numbers of Braille dots go down the first column, then the second, and the lowest row comes last.
        let numbers = [0, 3, 1, 4, 2, 5, 6, 7]
        let pattern = (0..<8).reduce(UInt32(0)) { bits >> $1 & 1 == 1 ? $0 | 1 << UInt32(numbers[$1]) : $0 }
        return pattern == 0 ? " " : Character(Unicode.Scalar(0x2800 + pattern)!)
      }, missing: "·", chapter: "╵", bookmark: "◆", here: "▲", phrase: "╌", border: "┊", heard: "━")

    static let ascii = Signs(
      levels: Array("_.-:=+*#"), dots: (1, 2), cell: { Array(" '.:")[$0] }, missing: ".", chapter: "'", bookmark: "*",
      here: "^", phrase: "-", border: "!", heard: "=")
  }

  /// - Parameters:
  ///   - length: the length of the track; `nil` if it is unknown.
  ///   - phrases: those of a recording that is studied, in order.
  ///   - symbols: those of the terminal.
  package init(
    _ wave: WaveformEntry, length: Microseconds?, phrases: [Range<Microseconds>] = [], symbols: Symbols, paint: Paint
  ) {
    self.wave = wave
    self.phrases = phrases
    // An estimated length may be too short for what is there already.
    self.length = max(1, Double(length?.count ?? 0), Double(wave.covered.count))
    signs = symbols == .ascii ? .ascii : .unicode
    self.paint = paint
  }

  /// The picture in so many cells, painted. Its last row has the marks, unless it is the only one.
  ///
  /// - Parameters:
  ///   - position: the media time that is heard.
  ///   - width: cells, 1 or more.
  ///   - height: rows, 0 or more.
  package func rows(position: Microseconds, width: Int, height: Int) -> [String] {
    guard height > 0, width > 0 else { return [] }
    let here = cell(of: position, width)
    let cells = height > 2 ? tall(width, height - 1) : [low(width)]
    return cells.map { painted($0, here) } + (height > 1 ? [marks(position, width)] : [])
  }

  /// The most rows that a picture needs.
  package static let tallest = 17

  // MARK: Time and loudness

  private func cell(of time: Microseconds, _ width: Int) -> Int {
    min(max(Int(Double(time.count) / length * Double(width)), 0), width - 1)
  }

  /// The loudness of each of so many equal parts of the time, 0…1 of the loudest; `nil` where it is not made yet.
  private func loudness(_ count: Int) -> [Double?] {
    // The noise of a recording without a sound stays small.
    let loudest = Double(max(wave.peaks.max() ?? 0, 16))
    return (0..<count).map { part in
      let (from, to) = (time(part, of: count), time(part + 1, of: count))
      guard to > 0 else { return 0 }
      guard wave.step > 0, from < Double(wave.covered - wave.start) else { return wave.isComplete ? 0 : nil }
      let first = min(max(0, Int(from / wave.step)), wave.peaks.count)
      let last = min(max(first + 1, Int((to / wave.step).rounded(.up))), wave.peaks.count)
      return Double(wave.peaks[first..<max(first, last)].max() ?? 0) / loudest
    }
  }

  /// The time from the first peak to the beginning of a part, in microseconds.
  private func time(_ part: Int, of count: Int) -> Double {
    length * Double(part) / Double(count) - Double(wave.start.count)
  }

  // MARK: Drawing

  private func low(_ width: Int) -> [Character] {
    loudness(width).map { loud in
      loud.map { signs.levels[min(Int($0 * Double(signs.levels.count)), signs.levels.count - 1)] } ?? signs.missing
    }
  }

  /// A picture that grows from the middle up and down.
  private func tall(_ width: Int, _ height: Int) -> [[Character]] {
    let (columns, rows) = signs.dots
    let half = Double(height * rows) / 2
    let loud = loudness(width * columns)
    return (0..<height).map { row in
      (0..<width).map { cell in
        let parts = loud[cell * columns..<(cell + 1) * columns]
        guard parts.contains(where: { $0 != nil }) else { return row == height / 2 ? signs.missing : " " }
        var bits = 0
        for (column, part) in parts.enumerated() {
          // Silence is a line.
          let reach = max(0.5, (part ?? 0) * half)
          for dot in 0..<rows where abs(Double(row * rows + dot) + 0.5 - half) <= reach {
            bits |= 1 << (dot * columns + column)
          }
        }
        return signs.cell(bits)
      }
    }
  }

  /// The row under the picture. A sign that is more important covers another one.
  private func marks(_ position: Microseconds, _ width: Int) -> String {
    var row = [Character](repeating: " ", count: width)
    func put(_ sign: Character, _ times: [Microseconds]) { for time in times { row[cell(of: time, width)] = sign } }
    var last = -1
    for phrase in phrases {
      let first = cell(of: phrase.lowerBound, width)
      let cells = first...max(first, cell(of: phrase.upperBound - 1, width))
      let sign = phrase.contains(position) ? signs.heard : signs.phrase
      for cell in cells { row[cell] = cell == last && sign != signs.heard ? signs.border : sign }
      last = cells.upperBound
    }
    put(signs.chapter, wave.chapters)
    put(signs.bookmark, wave.bookmarks)
    put("A", [wave.a].compactMap(\.self))
    put("B", [wave.b].compactMap(\.self))
    put(signs.here, [position])
    while row.last == " " { row.removeLast() }
    return String(row)
  }

  /// The part that was heard as it is, the cell that is heard reversed, and the rest dim.
  private func painted(_ row: [Character], _ here: Int) -> String {
    String(row[..<here]) + paint.painted(String(row[here]), .chosen) + paint.painted(String(row[(here + 1)...]), .faded)
  }
}
