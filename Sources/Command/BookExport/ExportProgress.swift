import CommandOutput
import DirectReading
package import EventLoop
import Glibc
import Vocabulary

/// The progress of an export on standard error: a bar on a terminal, else lines. It goes from the first sentence to the
/// last byte: speaking is one share, encoding and writing are the rest.
@Core
package final class ExportProgress {
  private let isQuiet: Bool
  private let paints: Bool
  private let begin = ContinuousClock.now
  private var painted: ContinuousClock.Instant?
  private var weightBefore = 0
  private var weight = 0
  private var total = 1
  private var part = 0
  /// The time for encoding, relative to the time for speaking.
  private let effort: Double
  /// The start of the encoding, and the numbers of samples that have been encoded since.
  private var encodingSince: ContinuousClock.Instant?
  private var encodedBefore = 0
  private var encodedNow = 0
  private var encodedTotal = 1
  /// False if nothing has to be spoken, so that encoding is the whole work.
  private var speaks = true
  /// The last tenth for which a line was printed.
  private var toldTenth = 0

  /// The progress of an export that begins now.
  ///
  /// - Parameters:
  ///   - isQuiet: true if nothing is printed, not even the line at the end.
  ///   - effort: the time for encoding, relative to the time for speaking.
  package init(isQuiet: Bool, effort: Double) {
    self.isQuiet = isQuiet
    self.effort = effort
    paints = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } ?? "dumb" != "dumb"
  }

  /// Sets the amount of work, and the part of it that an earlier call did.
  func start(_ book: Book, done: Int) {
    total = max(1, book.sentences.reduce(0) { $0 + $1.scalars })
    weight = book.sentences[..<done].reduce(0) { $0 + $1.scalars }
    weightBefore = weight
    part = book.parts.firstIndex { done < $0.sentences.upperBound } ?? book.parts.count
    if done > 0 { say("going on at \(percent)%") }
  }

  /// Sets the amount of work for a recording, which may be an estimate: so many frames.
  func startRecording(_ frames: Int) {
    speaks = false
    encodingSince = .now
    encodedTotal = max(1, frames)
  }

  /// Tells how much of a recording has been looked at for its phrases, of so many frames; a bar on a terminal alone.
  package func looked(at frames: Int64, of total: Int64?) {
    guard let total, total > 0, paints else { return }
    speaks = false
    encodingSince = encodingSince ?? begin
    (encodedNow, encodedTotal) = (Int(frames), Int(total))
    paint("looking for phrases")
  }

  /// Counts one more sentence.
  func spoke(_ spoken: SpokenBook) {
    let count = spoken.sounds.count
    weight += spoken.book.sentences[count - 1].scalars
    if paints { paint(spoken) }
    guard count == spoken.book.parts[part].sentences.upperBound else { return }
    part += 1
    if !paints { say("chapter \(part) of \(spoken.book.parts.count), \(percent)%\(timeLeft.map { ", " + $0 } ?? "")") }
  }

  /// Notes that everything has been spoken; `samples` are to be encoded for all files.
  func startEncoding(_ samples: Int) {
    encodingSince = .now
    encodedTotal = max(1, samples)
    toldTenth = percent / 10
  }

  /// Sets the number of samples of the current file that have been encoded.
  func encoded(_ frames: Int) {
    encodedNow = encodedBefore + frames
    guard !isQuiet else { return }
    if paints { return paint("writing") }
    // Without a terminal, each tenth gets a line. A short recording is done before anybody reads one.
    guard speaks || seconds >= 2 else { return }
    guard percent / 10 > toldTenth, encodedNow < encodedTotal else { return }
    toldTenth = percent / 10
    say("writing, \(percent)%\(timeLeft.map { ", " + $0 } ?? "")")
  }

  /// Counts a complete file.
  func endFile(_ frames: Int) { encodedBefore += frames }

  /// Prints a line of its own.
  func say(_ line: String) {
    guard !isQuiet else { return }
    clear()
    Self.write(line + "\n")
  }

  /// Removes the bar.
  package func clear() {
    if painted != nil { Self.write("\r\u{1B}[K") }
    painted = nil
  }

  /// Prints the line at the end.
  ///
  /// - Parameters:
  ///   - length: the length of the sound in seconds.
  ///   - hasPace: true if this call has made all of it, so that its speed means something.
  func summarize(length: Double, chapters: Int, hasPace: Bool) {
    let passed = TimeText.clock(Microseconds(Int64(seconds * 1_000_000)))
    var line = "\(TimeText.clock(Microseconds(Int64(length) * 1_000_000))) of sound"
    if chapters > 1 { line += ", \(chapters) chapters" }
    line += ", in \(passed)"
    if hasPace {
      let pace = length / max(0.001, seconds)
      line += ", \(pace < 10 ? "\(Double(Int(pace * 10)) / 10)" : "\(Int(pace))") times as fast as heard"
    }
    say(line)
  }

  /// The time since the beginning.
  private var seconds: Double { begin.duration(to: .now) / .seconds(1) }

  private var spokenShare: Double { Double(weight) / Double(total) }
  private var encodedShare: Double { min(1, Double(encodedNow) / Double(encodedTotal)) }

  /// The share of the whole work that is done.
  private var fraction: Double {
    speaks ? (spokenShare + effort * encodedShare) / (1 + effort) : encodedShare
  }

  /// The percentage; less than 100 before the end.
  private var percent: Int { min(99, Int(fraction * 100)) }

  /// The time that is left; `nil` while it is unknown.
  private var timeLeft: String? {
    guard let left = secondsLeft else { return nil }
    return TimeText.clock(Microseconds(Int64(left * 1e6))) + " left"
  }

  private var secondsLeft: Double? {
    if let encodingSince {
      let passed = encodingSince.duration(to: .now) / .seconds(1)
      guard encodedNow > 0, passed >= 0.5 else { return nil }
      return passed * (1 - encodedShare) / encodedShare
    }
    let made = weight - weightBefore
    guard made > 0, seconds >= 1 else { return nil }
    // The estimate for the whole work, at the present speed of speaking.
    let whole = seconds * Double(total) / Double(made)
    return whole * (1 - spokenShare) + whole * effort
  }

  private func paint(_ spoken: SpokenBook) {
    paint("chapter \(min(part + 1, spoken.book.parts.count)) of \(spoken.book.parts.count)")
  }

  private func paint(_ what: String) {
    guard !isQuiet else { return }
    let now = ContinuousClock.now
    if let painted, painted.duration(to: now) < .milliseconds(100) { return }
    painted = now
    let words = "\(percent)%  \(timeLeft.map { $0 + "  " } ?? "")\(what)"
    let columns = TerminalSize.columns(STDERR_FILENO)
    Self.write("\r\u{1B}[K" + Self.line(fraction, words, columns: columns))
  }

  /// Returns a bar as long as there is room for, with words after it; it is narrower than the terminal, as a full row
  /// would wrap.
  nonisolated static func line(_ fraction: Double, _ words: String, columns: Int) -> String {
    let room = min(24, columns - 4 - TextWidth.cells(words))
    guard room >= 4 else { return TextWidth.truncated(words, to: max(0, columns - 1), ellipsis: "") }
    let full = Int(Double(room) * min(max(fraction, 0), 1))
    return "[\(String(repeating: "#", count: full))\(String(repeating: "-", count: room - full))] \(words)"
  }

  private static func write(_ text: String) {
    // A reader that has gone is not a reason to stop, and the loop handles signals.
    _ = StandardStream.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}
