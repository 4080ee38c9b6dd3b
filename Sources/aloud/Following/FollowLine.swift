/// The rows above and below the text.
enum FollowLine {
  /// Title, authors and book.
  static func title(_ status: Status) -> String {
    let parts = [status.title.isEmpty ? "untitled" : status.title] + status.artists + [status.album]
    return parts.filter { !$0.isEmpty }.joined(separator: " - ")
  }

  /// `▶ 1:23 / ≈12:00  -10:37  1.25×  page 3 of 20  ? keys`
  ///
  /// Where that is wider than `columns`, what is wanted least is left out: the usual speed, then the page.
  static func status(
    _ status: Status, page: (number: Int, count: Int?)?, _ symbols: Symbols, columns: Int = .max
  ) -> String {
    guard !status.isIdle else { return "? keys   q leave" }
    var parts = ["\(status.mark(symbols)) \(status.time(symbols))"]
    if let length = status.length {
      parts.append("-\(status.isLengthExact ? "" : symbols.about)\(TimeText.clock(max(0, length - status.position)))")
    }
    if let explanation = status.explanation { parts.append(explanation) }
    var rest = [RateArgument.shown(status.rate, symbols: symbols)]
    if let page { rest.append("page \(page.number)" + (page.count.map { " of \($0)" } ?? "")) }
    while true {
      let line = (parts + rest + ["? keys"]).joined(separator: "   ")
      if TextWidth.cells(line) <= columns || rest.isEmpty { return line }
      // Another speed than the usual one tells more than the page does.
      rest.remove(at: status.rate == 1 || rest.count == 1 ? 0 : rest.count - 1)
    }
  }
}
