public import Documents

/// Reads subtitles, SubRip and WebVTT, as a text without times.
public enum SubtitleReader {
  /// Bytes of the largest file.
  public static let maximumSize = 16 << 20

  /// Reads the subtitles. A sentence that continues in the next subtitle is one sentence.
  ///
  /// - Parameter bytes: UTF-8.
  public static func read(_ bytes: [UInt8], _ consume: (DocumentPart) -> Void) throws(DocumentError) {
    guard bytes.count <= maximumSize else { throw DocumentError(.tooLarge, "\(bytes.count) bytes of subtitles") }
    consume(.description(DocumentDescription()))
    consume(.chapter(ChapterHeading(title: "")))
    var paragraph: [UInt8] = []
    var isEmpty = true
    func flush() {
      if !paragraph.isEmpty {
        consume(.block(Block(text: paragraph)))
        isEmpty = false
      }
      paragraph = []
    }
    var isInCue = false
    var last: ArraySlice<UInt8> = []
    for line in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A }) {
      let line = line.last == 0x0D ? line.dropLast() : line
      if line.allSatisfy({ $0 <= 0x20 }) {
        isInCue = false
      } else if FormatGuess.isSubtitleTimes(line) {
        isInCue = true
      } else if isInCue {
        let text = plain(line)
        // Scrolling captions repeat the line above.
        guard !text.isEmpty, text[...] != last else { continue }
        last = text[...]
        // A new speaker begins a paragraph; so does the end of a sentence in a long paragraph.
        if text.starts(with: [0x2D]) || paragraph.count > 400 && paragraph.endsSentence { flush() }
        if !paragraph.isEmpty { paragraph.append(0x20) }
        paragraph += text.starts(with: [0x2D, 0x20]) ? text.dropFirst(2) : text[...]
        if paragraph.count > 4000 { flush() }
      }
    }
    flush()
    if isEmpty { throw DocumentError(.empty, "no subtitle has text") }
  }

  /// The text without `<i>`, `{\an8}` and the like.
  private static func plain(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var collector = TextCollector()
    var rest = line
    // An opening without an end is searched for once, however often it occurs.
    let lastEnds = (tag: line.lastIndex(of: UInt8(ascii: ">")), style: line.lastIndex(of: UInt8(ascii: "}")))
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let last = lastEnds.tag, last >= rest.startIndex,
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        rest = rest[(end + 1)...]
      } else if rest.starts(with: "{\\".utf8), let last = lastEnds.style, last >= rest.startIndex,
        let end = rest.firstIndex(of: UInt8(ascii: "}"))
      {
        rest = rest[(end + 1)...]
      } else if let (name, text) = entities.first(where: { rest.starts(with: $0.0.utf8) }) {
        collector.append(text.utf8, preserving: false)
        rest = rest.dropFirst(name.utf8.count)
      } else {
        let end = rest.dropFirst().firstIndex {
          $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "&")
        }
        collector.append(rest[..<(end ?? rest.endIndex)], preserving: false)
        rest = end.map { rest[$0...] } ?? []
      }
    }
    return collector.take()
  }

  private static let entities = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&lrm;", ""), ("&rlm;", ""),
  ]
}

extension [UInt8] {
  fileprivate var endsSentence: Bool { last.map { ".!?".utf8.contains($0) } ?? false }
}
