import Documents
import Vocabulary

/// Reads song texts with times: LRC, also with several times a line, and with the times of words.
enum LyricsReader {
  /// The time that a last line is shown, in milliseconds; all others end with the next one.
  private static let lastLine = 5000

  /// True if the text is one of LRC.
  static func isLyrics(_ bytes: [UInt8]) -> Bool {
    for line in bytes.split(maxSplits: 50, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      if FormatGuess.isSubtitleTimes(line) || line.starts(with: "WEBVTT".utf8) { return false }
      if tag(line[...]).map({ ClockReading.milliseconds($0.content) != nil }) ?? false { return true }
    }
    return false
  }

  /// - Throws: `tooLarge` if lines with many times make far more of the text than it is.
  static func read(_ bytes: [UInt8]) throws(Trouble) -> (cues: [Cue], description: DocumentDescription) {
    var lines: [(time: Int, line: ArraySlice<UInt8>, isFirst: Bool)] = []
    var description = DocumentDescription()
    var offset = 0
    var size = 0
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      var rest = line.drop { $0 <= 0x20 }
      var times: [Int] = []
      while let (content, behind) = tag(rest) {
        if let time = ClockReading.milliseconds(content) {
          times.append(time)
        } else if times.isEmpty, let (name, value) = property(content) {
          switch name {
          case "ti": description.title = value
          case "ar": description.authors = [value]
          case "la": description.language = value
          // A positive offset shows the lines earlier.
          case "offset": offset = Int(value).map { max(-600_000, min($0, 600_000)) } ?? 0
          default: break
          }
        } else {
          break
        }
        rest = behind.drop { $0 == 0x20 }
      }
      size += times.count * rest.count
      guard lines.count + times.count <= 4 * SubtitleReader.mostCues, size <= 2 * SubtitleReader.maximumSize else {
        throw Trouble(.tooLarge, "more lines than any song has")
      }
      lines += times.enumerated().map { ($1, rest, $0 == 0) }
    }
    let sorted = lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    var cues: [Cue] = []
    for (index, (time, line, isFirst)) in sorted.enumerated() {
      let next = sorted[index...].first { $0.time > time }?.time ?? time + lastLine
      let (text, marks) = words(of: line)
      // The times of words are those of the first time of their line. A repeated line has none.
      let cue = Cue(
        text, from: time - offset, to: next - offset, marks: isFirst ? marks.map { ($0.utf8, $0.time - offset) } : [])
      if let cue { cues.append(cue) }
    }
    return (
      cues, DocumentDescription(title: description.title, authors: description.authors, language: description.language)
    )
  }

  /// The content of `[…]` at the beginning of a text, and the rest.
  private static func tag(_ text: ArraySlice<UInt8>) -> (content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    return (text[(text.startIndex + 1)..<end], text[(end + 1)...])
  }

  /// The name and the value of `ti: Song`.
  private static func property(_ tag: ArraySlice<UInt8>) -> (name: String, value: String)? {
    guard let colon = tag.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = String(decoding: tag[..<colon], as: UTF8.self).lowercased()
    guard name.utf8.count <= 16, name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x23 }) else { return nil }
    return (name, String(decoding: tag[(colon + 1)...].drop { $0 == 0x20 }, as: UTF8.self))
  }

  /// The text of a line, and the places of `<00:12.34>` in it.
  private static func words(of line: ArraySlice<UInt8>) -> (text: [UInt8], marks: [(utf8: Int, time: Int)]) {
    var collector = TextCollector()
    var marks: [(utf8: Int, time: Int)] = []
    SubtitleMarkup.append(line, to: &collector) { mark, collector in
      if let time = ClockReading.milliseconds(mark) { marks.append((collector.count, time)) }
    }
    return (collector.take(), marks)
  }
}
