/// The rows above and below the text.
enum FollowLine {
  /// Title, authors and book.
  static func title(_ status: Status) -> String {
    let parts = [status.title.isEmpty ? "untitled" : status.title] + status.artists + [status.album]
    return parts.filter { !$0.isEmpty }.joined(separator: " - ")
  }

  /// `▶ 1:23 / ≈12:00  -10:37  1.25×  page 3 of 20  ? keys`
  static func status(_ status: Status, page: (number: Int, count: Int?)?, _ symbols: Symbols) -> String {
    guard !status.isIdle else { return "? keys   q leave" }
    let mark =
      switch status.playback {
      case "Playing": symbols.playing
      case "Paused": symbols.paused
      default: symbols.stopped
      }
    var parts = ["\(mark) \(status.time(symbols))"]
    if let length = status.length {
      parts.append("-\(status.isLengthExact ? "" : symbols.about)\(TimeText.clock(max(0, length - status.position)))")
    }
    if let explanation = status.explanation { parts.append(explanation) }
    parts.append(RateArgument.shown(status.rate, symbols: symbols))
    if let page { parts.append("page \(page.number)" + (page.count.map { " of \($0)" } ?? "")) }
    parts.append("? keys")
    return parts.joined(separator: "   ")
  }
}
