public import Documents
public import Vocabulary

/// Reads subtitles, SubRip and WebVTT, and song texts with times, LRC: as a text without times, or with them.
public enum SubtitleReader {
  /// Bytes of the largest file.
  public static let maximumSize = 16 << 20
  /// The most subtitles with times: those of a day without a pause.
  public static let mostCues = 50_000

  /// Reads each subtitle, or line of a song, as a block with its time, in the order of the times.
  ///
  /// - Parameter bytes: UTF-8.
  public static func readTimed(_ bytes: [UInt8], _ consume: (DocumentPart) -> Void) throws(Trouble) {
    guard bytes.count <= maximumSize else { throw Trouble(.tooLarge, "\(bytes.count) bytes of subtitles") }
    let lyrics = LyricsReader.isLyrics(bytes) ? try LyricsReader.read(bytes) : nil
    let cues = try Cue.inOrder(lyrics?.cues ?? CueReader.read(bytes))
    guard !cues.isEmpty else { throw Trouble(.empty, "no subtitle has a time and a text") }
    consume(.description(lyrics?.description ?? DocumentDescription()))
    consume(.chapter(ChapterHeading(title: "")))
    for cue in cues { consume(.block(Block(text: cue.text, time: cue.time))) }
  }

  /// Reads the subtitles. A sentence that continues in the next subtitle is one sentence.
  ///
  /// - Parameter bytes: UTF-8.
  public static func read(_ bytes: [UInt8], _ consume: (DocumentPart) -> Void) throws(Trouble) {
    guard bytes.count <= maximumSize else { throw Trouble(.tooLarge, "\(bytes.count) bytes of subtitles") }
    if LyricsReader.isLyrics(bytes) { return try readTimed(bytes) { consume($0.untimed) } }
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
    if isEmpty { throw Trouble(.empty, "no subtitle has text") }
  }

  /// The text without `<i>`, `{\an8}` and the like.
  private static func plain(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var collector = TextCollector()
    SubtitleMarkup.append(line, to: &collector)
    return collector.take()
  }
}

extension DocumentPart {
  fileprivate var untimed: DocumentPart {
    guard case .block(var block) = self else { return self }
    block.time = nil
    return .block(block)
  }
}

extension [UInt8] {
  fileprivate var endsSentence: Bool { last.map { ".!?".utf8.contains($0) } ?? false }
}
