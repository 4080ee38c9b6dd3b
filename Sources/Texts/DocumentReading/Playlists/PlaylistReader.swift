public import Documents
public import Vocabulary

/// Reads playlists: the files that they name, and opens none of them.
public enum PlaylistReader {
  /// Bytes of the longest playlist.
  public static let maximumSize = 8 << 20

  /// Reads a whole playlist.
  ///
  /// - Parameter decode: text in any encoding as UTF-8, with the encoding that it declares.
  /// - Throws: `damaged`, `empty`, `tooLarge`, or `unknownFormat` for the list of a stream's pieces.
  public static func read(
    _ bytes: [UInt8], as syntax: PlaylistSyntax, decode: (_ bytes: [UInt8], _ declared: String?) -> [UInt8]
  ) throws(Trouble) -> [PlaylistEntry] {
    guard bytes.count <= maximumSize else { throw Trouble(.tooLarge, "\(bytes.count) bytes of a playlist") }
    let entries =
      switch syntax {
      case .xspf: try XSPFList.read(decode(bytes, MarkupEncoding.declared(in: bytes)))
      case .m3u, .pls: try lines(bytes, decode(bytes, nil)) { text throws(Trouble) in try read(text, as: syntax) }
      }
    guard !entries.isEmpty else { throw Trouble(.empty, "the playlist names no file") }
    return entries
  }

  private static func read(_ text: String, as syntax: PlaylistSyntax) throws(Trouble) -> [PlaylistEntry] {
    syntax == .pls ? try PLSList.read(text) : try M3UList.read(text)
  }

  /// Reads a list in lines. In an old encoding, the names of its files may be in that encoding, too, or have been
  /// converted to UTF-8 since then: an entry has both.
  private static func lines(
    _ bytes: [UInt8], _ decoded: [UInt8], _ read: (String) throws(Trouble) -> [PlaylistEntry]
  ) throws(Trouble) -> [PlaylistEntry] {
    // Every text in lines has a name; in binary data, one of the first lines has a control character.
    guard !decoded.contains(where: { $0 < 0x20 && !allowedControls.contains($0) }) else {
      throw Trouble(.damaged, "there is binary data in the playlist")
    }
    let entries = try read(String(decoding: decoded, as: UTF8.self))
    // UTF-16 has zero bytes, and no file's name has one.
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) == nil else { return entries }
    let raw = try read(FileName.text(bytes))
    guard raw.count == entries.count else { return entries }
    return zip(entries, raw).map { entry, raw in
      PlaylistEntry(entry.locations + raw.locations.filter { !entry.locations.contains($0) }, title: entry.title)
    }
  }

  /// Tab, line feed, carriage return, and the end of file of DOS.
  private static let allowedControls: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x1A]

  /// Adds an entry.
  ///
  /// - Throws: `tooLarge` if there are too many.
  static func add(_ entry: PlaylistEntry, to entries: inout [PlaylistEntry]) throws(Trouble) {
    guard entries.count < PlaylistEntry.maximumCount else {
      throw Trouble(.tooLarge, "the playlist names more than \(PlaylistEntry.maximumCount) files")
    }
    entries.append(entry)
  }

  /// The lines of a text, without white space around them, and without empty ones.
  static func lines(of text: String) -> some Sequence<Substring> {
    text.unicodeScalars.split { $0 == "\n" || $0 == "\r" || $0 == "\u{1A}" }.lazy.map { trimmed(Substring($0)) }
      .filter { !$0.isEmpty }
  }

  /// A text without the spaces and tabs around it.
  static func trimmed(_ text: Substring) -> Substring {
    var rest = text.unicodeScalars
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return Substring(rest)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\u{FEFF}"
  }
}
