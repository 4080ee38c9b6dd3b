import Documents
import Vocabulary

/// A subtitle, or a line of a song, with its time.
struct Cue {
  /// UTF-8, never empty.
  var text: [UInt8]
  var time: SentenceTime

  /// The time of a last cue that ends before it begins, in milliseconds; all others like it end with the next one.
  private static let lastTime = 5000

  /// The cues in the order of their times, as they are heard: those that begin together are one.
  ///
  /// - Throws: `tooLarge` for more than ``SubtitleReader/mostCues``.
  static func inOrder(_ cues: [Cue]) throws(Trouble) -> [Cue] {
    let sorted = cues.enumerated().sorted { ($0.element.time.start, $0.offset) < ($1.element.time.start, $1.offset) }
    var ordered: [Cue] = []
    for (_, cue) in sorted {
      guard let (time, isSame) = ordered.last.map({ ($0.time, $0.text == cue.text) }), time.start == cue.time.start
      else {
        ordered.append(cue)
        continue
      }
      // The lines of two speakers.
      if isSame { continue }
      ordered[ordered.count - 1].text += [0x20] + cue.text
      ordered[ordered.count - 1].time = SentenceTime(
        start: time.start, end: max(time.end, cue.time.end))
    }
    guard ordered.count <= SubtitleReader.mostCues else {
      throw Trouble(.tooLarge, "\(ordered.count) subtitles; \(SubtitleReader.mostCues) are the most with times")
    }
    for index in ordered.indices where ordered[index].time.end <= ordered[index].time.start {
      let start = ordered[index].time.start
      let end = index + 1 < ordered.count ? ordered[index + 1].time.start : start + lastTime
      ordered[index].time.end = min(end, SentenceTime.latest)
    }
    return ordered
  }

  /// A cue with the words that begin at some places of its text.
  ///
  /// - Parameters:
  ///   - start: in milliseconds.
  ///   - end: in milliseconds; the start at the least.
  ///   - marks: the places in bytes of the text at which words begin, each with its time. They count only if they are
  ///     in order and in the cue's time.
  init?(_ text: [UInt8], from start: Int, to end: Int, marks: [(utf8: Int, time: Int)] = []) {
    guard !text.isEmpty, start <= SentenceTime.latest else { return nil }
    let start = max(0, start)
    let end = min(max(start, end), SentenceTime.latest)
    self.text = text
    time = SentenceTime(start: start, end: end)
    var words: [SentenceTime.Word] = []
    for (index, mark) in marks.enumerated() {
      let limit = index + 1 < marks.count ? min(marks[index + 1].utf8, text.count) : text.count
      guard mark.utf8 < limit else { continue }
      let word = text[mark.utf8..<limit]
      let first = word.firstIndex { $0 != 0x20 }
      let last = word.lastIndex { $0 != 0x20 }
      if let first, let last { words.append(SentenceTime.Word(utf8: first..<last + 1, start: mark.time)) }
    }
    let timed = SentenceTime(start: start, end: end, words: words)
    if timed.isPossible(within: text.count) { time = timed }
  }
}

/// A time of day without a day, as subtitles write it.
enum ClockReading {
  /// The milliseconds of `1:02:03,456`, `02:03.45` or `123:04`; `nil` for anything else.
  static func milliseconds(_ text: ArraySlice<UInt8>) -> Int? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    var seconds = 0
    for part in parts.dropLast() {
      guard let number = number(part, atMost: 6) else { return nil }
      seconds = (seconds + number) * 60
    }
    let pieces = last.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
    }
    guard let whole = number(pieces[0], atMost: 6) else { return nil }
    var fraction = 0
    if pieces.count > 1 {
      // Digits after the third one are less than a millisecond.
      let digits = pieces[1].prefix(3)
      guard let number = number(digits, atMost: 3), pieces[1].allSatisfy(isDigit) else { return nil }
      fraction = number * [1, 100, 10, 1][digits.count]
    }
    return (seconds + whole) * 1000 + fraction
  }

  /// A number of at most so many digits.
  static func number(_ digits: ArraySlice<UInt8>, atMost most: Int) -> Int? {
    guard !digits.isEmpty, digits.count <= most, digits.allSatisfy(isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
