package import AloudAPI
package import CommandOutput
import Vocabulary

/// The rows above and below the text: title, progress and modes. Pure.
package struct FollowFrame {
  /// The symbols that the terminal shows.
  package let symbols: Symbols
  /// The colours of the rows.
  package let paint: Paint
  /// The cells of each row.
  package let width: Int
  /// The cells of the title's row.
  package var headerWidth: Int
  /// The side that orders right-to-left titles and messages.
  package let directions: Directions

  /// - Parameter headerWidth: the cells of the title's row; `nil` for those of all rows.
  package init(symbols: Symbols, paint: Paint, width: Int, headerWidth: Int? = nil, directions: Directions = .terminal)
  {
    (self.symbols, self.paint, self.width) = (symbols, paint, width)
    self.headerWidth = headerWidth ?? width
    self.directions = directions
  }

  // MARK: Above

  /// Returns `The Book › Chapter`, with the book dim and the chapter bold.
  package func header(_ status: Status) -> String {
    guard !status.isIdle else { return paint.painted(fitted("aloud"), .title) }
    let chapter = PageView.clean(status.title.isEmpty ? "untitled" : status.title)
    var whole = PageView.clean(status.book?.title ?? status.album)
    if whole.isEmpty { whole = PageView.clean(status.album) }
    if whole.isEmpty || whole == chapter { whole = PageView.clean(status.artists.joined(separator: ", ")) }
    let separator = " \(symbols.within) "
    let title = TextWidth.truncated(chapter, to: headerWidth, ellipsis: symbols.ellipsis)
    // The chapter has precedence; the book gets the remaining room, if that is enough to be useful.
    let room = headerWidth - TextWidth.cells(title) - TextWidth.cells(separator)
    guard !whole.isEmpty, whole != chapter, room >= min(8, TextWidth.cells(whole)) else {
      return paint.painted(directions.line(title), .title)
    }
    let book = TextWidth.truncated(whole, to: room, ellipsis: symbols.ellipsis)
    return paint.painted(directions.line(book) + separator, .book) + paint.painted(directions.line(title), .title)
  }

  // MARK: Below

  /// - Parameter count: the number of rows, 1 or 2.
  package func footer(_ status: Status, count: Int) -> [String] {
    guard count > 0 else { return [] }
    guard !status.isIdle else {
      return Array([String](repeating: "", count: count - 1) + [spread("", "? keys   q leave")])
    }
    if count == 1 {
      let share = (status.bookFraction ?? status.fraction).map { "\(Int($0 * 100)) %" } ?? ""
      // A narrow row drops the least important facts.
      let now = "\(status.mark(symbols)) \(TimeText.clock(status.position))"
      let whole = ["\(status.mark(symbols)) \(status.time(symbols))", study(status) ?? share, speedAndOrder(status)]
      let forms = [whole, Array(whole.prefix(2)) + [speed(status)], Array(whole.prefix(2)), [now, share], [now]].map {
        $0.filter { !$0.isEmpty }.joined(separator: "   ")
      }
      let room = width - TextWidth.cells("? keys") - 2
      return [spread(forms.first { TextWidth.cells($0) <= room } ?? now, "? keys")]
    }
    return [progress(status), spread(modes(status), "? keys")]
  }

  /// Returns `▶  0:08 ━━●────── 12:09   ch. 74/225 · 38 % · 3 h 17 min left`.
  private func progress(_ status: Status) -> String {
    let now = "\(status.mark(symbols))  \(TimeText.clock(status.position))"
    let end = status.length.map { (status.isLengthExact ? "" : symbols.about) + TimeText.clock($0) }
    // A narrow row drops the least important facts.
    var facts = facts(status)
    while true {
      let right = facts.isEmpty ? "" : "   " + facts.joined(separator: " \(symbols.point) ")
      let bar = width - TextWidth.cells(now) - (end.map { TextWidth.cells($0) + 2 } ?? 1) - TextWidth.cells(right)
      if bar >= Self.shortestBar || facts.isEmpty {
        guard let end, let fraction = status.fraction, bar >= Self.shortestBar else {
          return spread(now + (end.map { " / \($0)" } ?? ""), facts.joined(separator: " \(symbols.point) "))
        }
        return now + " " + self.bar(fraction, cells: bar) + " " + end + paint.painted(right, .note)
      }
      facts.removeFirst()
    }
  }

  private static let shortestBar = 8

  private func bar(_ fraction: Double, cells: Int) -> String {
    let done = min(Int(fraction * Double(cells)), cells - 1)
    return String(repeating: symbols.barDone, count: done) + symbols.barHere
      + paint.painted(String(repeating: symbols.barRest, count: cells - done - 1), .note)
  }

  private func facts(_ status: Status) -> [String] {
    var facts: [String] = []
    var left: Microseconds?
    if let book = status.book {
      facts.append("ch. \(book.chapter)/\(book.isWhole ? "" : symbols.about)\(book.chapters)")
      left = book.lengthMicroseconds - book.positionMicroseconds
    } else {
      left = status.length.map { $0 - status.position }
    }
    if let share = status.bookFraction ?? status.fraction { facts.append("\(Int(share * 100)) %") }
    if let left { facts.append(Self.left(Double(max(0, left)) / max(status.rate, 0.1)) + " left") }
    return facts
  }

  /// Returns `3 h 17 min`, `12 min` or `40 s`: the time for the listener, at the present speed.
  package static func left(_ microseconds: Double) -> String {
    let seconds = Int((microseconds / 1_000_000).rounded(.up))
    if seconds < 60 { return "\(seconds) s" }
    let minutes = (seconds + 30) / 60
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private func speed(_ status: Status) -> String { "\(shortNumber(status.rate))\(symbols.times)" }

  /// Returns `1.8×  ⟳ ⇄`: the order stands beside the speed as signs, since words would draw the eye from the text.
  private func speedAndOrder(_ status: Status) -> String {
    [speed(status), status.order(symbols)].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// Returns `1.8×  ⟳  ☾ 29:59  ↻ paragraph`: the speed, and the modes that are on.
  private func modes(_ status: Status) -> String {
    var modes = [study(status), speedAndOrder(status)].compactMap(\.self)
    if status.volume != 1 { modes.append("volume \(percent(status.volume))") }
    switch SleepUnit(rawValue: status.sleepTimer) {
    case .time: modes.append("\(symbols.sleeping) \(TimeText.clock(status.sleepRemaining ?? 0))")
    case .chapter where status.sleepChapters > 1: modes.append("\(symbols.sleeping) \(status.sleepChapters) chapters")
    case .chapter, .paragraph, .sentence: modes.append("\(symbols.sleeping) end of \(status.sleepTimer)")
    case .off, nil: break
    }
    switch RepeatMode(rawValue: status.repeated) {
    case .sentence, .paragraph: modes.append("\(symbols.repeating) \(status.repeated)")
    case .a: modes.append("\(symbols.repeating) a to …")
    case .ab: modes.append("\(symbols.repeating) a to b")
    case .off, .chapter, .b, nil: break
    }
    if let explanation = status.explanation { modes.append(PageView.clean(explanation)) }
    return modes.joined(separator: "  ")
  }

  /// Returns `phrase 3/42 · 2/3`, and in its gap the time to speak: `phrase 3/42 · 2/3 · your turn 2.3 s`.
  private func study(_ status: Status) -> String? {
    guard let study = status.studied else { return nil }
    guard let phrase = study.phrase else { return "\(study.phrases) phrases" }
    var facts = ["phrase \(phrase + 1)/\(study.phrases)"]
    if study.repetitions > 1 { facts.append("\(study.repetition + 1)/\(study.repetitions)") }
    if study.isInGap {
      let seconds = study.remaining.map { " \(shortNumber(Double($0.count) / 1_000_000 / max(status.rate, 0.1))) s" }
      facts.append("your turn" + (seconds ?? ""))
    }
    return facts.joined(separator: " \(symbols.point) ")
  }

  /// Returns a message for the last row.
  package func message(_ text: String) -> String { directions.line(fitted(PageView.clean(text))) }

  // MARK: Room

  private func fitted(_ text: String) -> String { TextWidth.truncated(text, to: width, ellipsis: symbols.ellipsis) }

  /// Returns one text at the left and one at the right; the left one is truncated if there is no room for both.
  private func spread(_ left: String, _ right: String) -> String {
    let room = width - TextWidth.cells(right) - 2
    guard room > 0 else { return paint.painted(fitted(left.isEmpty ? right : left), .note) }
    let start = TextWidth.truncated(left, to: room, ellipsis: symbols.ellipsis)
    return start + paint.painted(TextWidth.padded("", to: room + 2 - TextWidth.cells(start)) + right, .note)
  }
}
