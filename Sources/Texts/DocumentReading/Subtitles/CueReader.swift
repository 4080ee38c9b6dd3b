import Documents

/// Reads the cues of SubRip and WebVTT, as they are in the file.
enum CueReader {
  /// The longest time between two scrolling captions, in milliseconds.
  private static let scrolling = 100

  /// - Parameter bytes: UTF-8.
  static func read(_ bytes: [UInt8]) -> [Cue] {
    var cues: [Cue] = []
    var open: OpenCue?
    var lastLine: [UInt8] = []
    var lastEnd = 0
    func close() {
      if let cue = open?.cue { cues.append(cue) }
      lastEnd = open?.end ?? lastEnd
      open = nil
    }
    for line in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A }) {
      let line = line.last == 0x0D ? line.dropLast() : line
      if line.allSatisfy({ $0 <= 0x20 }) {
        close()
      } else if FormatGuess.isSubtitleTimes(line) {
        close()
        open = times(line).map { OpenCue(start: $0, end: $1) }
        // A line that is said again much later is another one.
        if open.map({ $0.start > lastEnd + scrolling }) ?? false { lastLine = [] }
      } else {
        open?.append(line, after: &lastLine)
      }
    }
    close()
    return cues
  }

  /// The times of `00:00:01,000 --> 00:00:02,500 align:start`; `nil` if they are none.
  private static func times(_ line: ArraySlice<UInt8>) -> (start: Int, end: Int)? {
    let words = line.split { $0 == 0x20 || $0 == 0x09 }
    let isGlued = words.first.map { $0.contains(UInt8(ascii: "-")) } ?? true
    guard !isGlued, words.count >= 3, let start = ClockReading.milliseconds(words[0]),
      let end = ClockReading.milliseconds(words[2])
    else { return nil }
    return (start, end)
  }

  /// A cue whose lines are being read.
  private struct OpenCue {
    let start: Int
    let end: Int
    private var collector = TextCollector()
    private var marks: [(utf8: Int, time: Int)] = []

    init(start: Int, end: Int) { (self.start, self.end) = (start, end) }

    /// - Parameter last: the last line with a text, of any cue.
    mutating func append(_ line: ArraySlice<UInt8>, after last: inout [UInt8]) {
      var plain = TextCollector()
      SubtitleMarkup.append(line, to: &plain)
      let text = plain.take()
      // Scrolling captions repeat the line above.
      guard !text.isEmpty, text != last else { return }
      last = text
      collector.separate()
      var marks = marks
      // The dash of a speaker is not said.
      let line = line.starts(with: "- ".utf8) ? line.dropFirst(2) : line
      SubtitleMarkup.append(line, to: &collector) { mark, collector in
        if let time = ClockReading.milliseconds(mark) { marks.append((collector.count, time)) }
      }
      self.marks = marks
    }

    var cue: Cue? {
      var collector = collector
      let text = collector.take()
      // The words before the first mark begin with the cue.
      let isMarked = marks.first.map { $0.utf8 > 0 } ?? false
      return Cue(text, from: start, to: end, marks: (isMarked ? [(0, start)] : []) + marks)
    }
  }
}
