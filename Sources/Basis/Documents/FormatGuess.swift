public import Vocabulary

/// A format that is not read.
public struct ForeignFormat: Equatable, Sendable {
  /// Its name for people, with the program that converts it.
  public var name: String
  /// True if Calibre makes a book of it that is read.
  public var isForCalibre: Bool

  init(_ name: String, isForCalibre: Bool = false) {
    self.name = name
    self.isForCalibre = isForCalibre
  }

  /// A list of files or addresses, where no list is read. None of them is opened.
  public static let playlist = ForeignFormat("a playlist; give the files that it names")
}

/// The format of a file, recognised by its first bytes, and by its name if they are not enough.
public enum FormatGuess: Equatable, Sendable {
  /// A book or a document. The reader of archives finds out which.
  case archive
  /// A format that is read; never ``DocumentFormat/auto``.
  case format(DocumentFormat)
  /// A list of files, which is no document itself.
  case playlist(PlaylistSyntax)
  /// An unsupported format.
  case other(ForeignFormat)

  /// The number of bytes that decide.
  public static let sampleLength = 4096

  /// - Parameters:
  ///   - sample: the first ``sampleLength`` bytes, or the whole file if it is shorter.
  ///   - name: the file's name; empty if it has none.
  public init(_ sample: ArraySlice<UInt8>, name: String) {
    if sample.starts(with: [0x50, 0x4B, 3, 4]) || sample.starts(with: [0x50, 0x4B, 5, 6]) {
      self = .archive
    } else if RecordingGuess.isRecording(sample) {
      self = .format(.recording)
    } else if Self.isPDF(sample) {
      self = .format(.pdf)
    } else if let (_, name) = Self.others.first(where: { sample.starts(with: $0.0) }) {
      self = .other(ForeignFormat(name))
    } else if Self.isMobipocket(sample) {
      self = .other(
        ForeignFormat(
          "a Kindle book (MOBI, AZW); Calibre's ebook-convert makes an EPUB of it, where it is not locked",
          isForCalibre: true))
    } else if RecordingGuess.isPicture(sample) {
      self = .other(ForeignFormat("a picture"))
    } else if RecordingGuess.hasMPEGAudio(sample) {
      self = .format(.recording)
    } else {
      self = Self.text(sample, name: name)
    }
  }

  private static let others: [([UInt8], String)] = [
    (
      [0xD0, 0xCF, 0x11, 0xE0],
      "an Office document that is old, or locked with a password; LibreOffice can save it as ODT"
    ),
    ([0x89, 0x50, 0x4E, 0x47], "a picture"), ([0xFF, 0xD8, 0xFF], "a picture"), (Array("GIF8".utf8), "a picture"),
    ([0x1F, 0x8B], "a compressed file"), (Array("7z".utf8) + [0xBC, 0xAF], "an archive"),
    (Array("Rar!".utf8), "an archive"),
    (Array("{\\rtf".utf8), "an RTF document; LibreOffice can save it as ODT"),
    (Array("AT&TFORM".utf8), "a DjVu document; djvutxt of DjVuLibre makes a text of it"),
  ]

  /// True if the header of a Palm database has the type and creator of Mobipocket.
  private static func isMobipocket(_ sample: ArraySlice<UInt8>) -> Bool {
    sample.dropFirst(60).starts(with: "BOOKMOBI".utf8) || sample.dropFirst(60).starts(with: "TEXtREAd".utf8)
  }

  /// An unsupported XML format, by the root element.
  private static func foreignXML(_ text: ArraySlice<UInt8>) -> ForeignFormat? {
    let roots = [
      (
        "<fictionbook",
        ForeignFormat("a FictionBook (FB2); Calibre's ebook-convert makes an EPUB of it", isForCalibre: true)
      ),
      ("<office:document ", ForeignFormat("an OpenDocument in one file (FODT); LibreOffice can save it as ODT")),
    ]
    return roots.first { root, _ in behindProlog(text).starts(with: root.utf8) }?.1
  }

  /// True if `%PDF` is near the beginning. Mail programs may leave something in front of it.
  private static func isPDF(_ sample: ArraySlice<UInt8>) -> Bool {
    let head = sample.prefix(1024)
    return head.indices.contains { head[$0] == UInt8(ascii: "%") && head[$0...].starts(with: "%PDF-".utf8) }
  }

  private static func text(_ sample: ArraySlice<UInt8>, name: String) -> FormatGuess {
    // UTF-16 shows its Latin letters between zero bytes.
    let plain = sample.filter { $0 != 0 && $0 < 0x80 }.map { $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) }
    let start = plain.drop { $0 <= 0x20 }
    if start.starts(with: "webvtt".utf8) { return .format(.subtitles) }
    let lines = start.split(maxSplits: 3, whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    if lines.count >= 2, lines[0].allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x20 }),
      isSubtitleTimes(lines[1])
    {
      return .format(.subtitles)
    }
    let ending = name.split(separator: ".").last.map { $0.lowercased() }
    if isLyrics(start, isCalled: ending == "lrc") { return .format(.subtitles) }
    if let list = playlist(start, ending: ending) { return list }
    if start.first == UInt8(ascii: "<") {
      if isHTML(start) { return .format(.html) }
      if let format = foreignXML(start) { return .other(format) }
    }
    switch ending {
    case "html", "htm", "xhtml", "shtml": return .format(.html)
    case "md", "markdown", "mdown", "mkd": return .format(.markdown)
    case "srt", "vtt": return .format(.subtitles)
    default: return .format(.text)
    }
  }

  /// A list of other files or addresses: M3U and HLS, PLS, XSPF. Those of DASH, ASX and ffmpeg are not read.
  private static func playlist(_ text: ArraySlice<UInt8>, ending: String?) -> FormatGuess? {
    if text.starts(with: "#extm3u".utf8) { return .playlist(.m3u) }
    if text.starts(with: "[playlist]".utf8) { return .playlist(.pls) }
    if text.starts(with: "ffconcat version".utf8) { return .other(.playlist) }
    if text.first == UInt8(ascii: "<") {
      let root = behindProlog(text)
      if root.starts(with: "<playlist".utf8) { return .playlist(.xspf) }
      if ["<mpd", "<asx"].contains(where: { root.starts(with: $0.utf8) }) { return .other(.playlist) }
    }
    return switch ending {
    case "m3u", "m3u8": .playlist(.m3u)
    case "pls": .playlist(.pls)
    default: nil
    }
  }

  /// True if a line begins like `00:00:01,000 --> 00:00:02,500`.
  public static func isSubtitleTimes(_ line: ArraySlice<UInt8>) -> Bool {
    let line = line.drop { $0 == 0x20 }
    guard let first = line.first, (0x30...0x39).contains(first) else { return false }
    var rest = line.drop { (0x30...0x39).contains($0) || $0 == 0x3A || $0 == 0x2C || $0 == 0x2E }
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    return rest.starts(with: "-->".utf8)
  }

  /// True if one of the first lines begins like `[00:12.00]`, as those of a song text do. The lines of a chat begin
  /// like `[00:12]`, which counts only in a file that is called a song text.
  private static func isLyrics(_ text: ArraySlice<UInt8>, isCalled: Bool) -> Bool {
    guard text.first == UInt8(ascii: "[") || isCalled else { return false }
    return text.split(maxSplits: 50, whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
      guard line.first == UInt8(ascii: "[") else { return false }
      let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
      let minutes = line.dropFirst().prefix(while: isDigit)
      let colon = line[minutes.endIndex...]
      let seconds = colon.dropFirst().prefix(while: isDigit)
      guard (1...3).contains(minutes.count), colon.first == UInt8(ascii: ":"), seconds.count == 2 else { return false }
      let next = line[seconds.endIndex...].first
      return next == UInt8(ascii: ".") || isCalled && (next == UInt8(ascii: "]") || next == UInt8(ascii: ":"))
    }
  }

  private static func isHTML(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = behindProlog(text)
    return ["<!doctype html", "<html", "<head", "<body"].contains { rest.starts(with: $0.utf8) }
  }

  /// The text after an XML declaration and comments.
  private static func behindProlog(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text
    while true {
      rest = rest.drop { $0 <= 0x20 }
      guard rest.starts(with: "<?".utf8) || rest.starts(with: "<!--".utf8) else { return rest }
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return [] }
      rest = rest[(end + 1)...]
    }
  }
}
