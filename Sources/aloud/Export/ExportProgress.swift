import EventLoop
import Glibc

/// How far an export is, on standard error: a bar on a terminal, a line for each chapter elsewhere.
@Core
final class ExportProgress {
  private let isQuiet: Bool
  private let paints: Bool
  private let begin = ContinuousClock.now
  private var painted: ContinuousClock.Instant?
  private var weightBefore = 0
  private var weight = 0
  private var total = 1
  private var part = 0

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    paints = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } ?? "dumb" != "dumb"
  }

  /// Says how much there is, and how much of it an earlier call has made.
  func start(_ book: Book, done: Int) {
    total = max(1, book.sentences.reduce(0) { $0 + $1.scalars })
    weight = book.sentences[..<done].reduce(0) { $0 + $1.scalars }
    weightBefore = weight
    part = book.parts.firstIndex { done < $0.sentences.upperBound } ?? book.parts.count
    if done > 0 { say("going on at \(percent)%") }
  }

  /// One more sentence.
  func spoke(_ spoken: SpokenBook) {
    let count = spoken.sounds.count
    weight += spoken.book.sentences[count - 1].scalars
    if paints { paint(spoken) }
    guard count == spoken.book.parts[part].sentences.upperBound else { return }
    part += 1
    if !paints { say("chapter \(part) of \(spoken.book.parts.count), \(percent)%\(timeLeft.map { ", " + $0 } ?? "")") }
  }

  /// So much of a file has been encoded; a word about it on a terminal only.
  func encoded(_ frames: Int, of count: Int) {
    guard paints, !isQuiet else { return }
    painted = .now
    let words = "writing the file: \(frames * 100 / max(1, count))%"
    let room = max(0, TerminalSize.columns(STDERR_FILENO) - 1)
    Self.write("\r\u{1B}[K" + TextWidth.truncated(words, to: room, ellipsis: ""))
  }

  /// A line for itself.
  func say(_ line: String) {
    guard !isQuiet else { return }
    clear()
    Self.write(line + "\n")
  }

  /// Takes the bar away.
  func clear() {
    if painted != nil { Self.write("\r\u{1B}[K") }
    painted = nil
  }

  /// Since the beginning.
  var seconds: Double { begin.duration(to: .now) / .seconds(1) }

  private var percent: Int { Int(Double(weight) * 100 / Double(total)) }

  /// `nil` while nothing is known.
  private var timeLeft: String? {
    let made = weight - weightBefore
    guard made > 0, seconds >= 1 else { return nil }
    return TimeText.clock(Int64(seconds * 1e6 * Double(total - weight) / Double(made))) + " left"
  }

  private func paint(_ spoken: SpokenBook) {
    guard !isQuiet else { return }
    let now = ContinuousClock.now
    if let painted, painted.duration(to: now) < .milliseconds(100) { return }
    painted = now
    let chapter = "chapter \(min(part + 1, spoken.book.parts.count)) of \(spoken.book.parts.count)"
    let words = "\(percent)%  \(timeLeft.map { $0 + "  " } ?? "")\(chapter)"
    let columns = TerminalSize.columns(STDERR_FILENO)
    Self.write("\r\u{1B}[K" + Self.line(Double(weight) / Double(total), words, columns: columns))
  }

  /// A bar as long as there is room for, and words behind it; never as wide as the terminal, where it would wrap.
  nonisolated static func line(_ fraction: Double, _ words: String, columns: Int) -> String {
    let room = min(24, columns - 4 - TextWidth.cells(words))
    guard room >= 4 else { return TextWidth.truncated(words, to: max(0, columns - 1), ellipsis: "") }
    let full = Int(Double(room) * min(max(fraction, 0), 1))
    return "[\(String(repeating: "#", count: full))\(String(repeating: "-", count: room - full))] \(words)"
  }

  private static func write(_ text: String) {
    // A reader that has gone is no reason to stop, and the loop sees to a signal.
    _ = StandardStream.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}
