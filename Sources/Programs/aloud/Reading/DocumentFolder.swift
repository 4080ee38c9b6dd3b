import CommandOutput
import Documents
import Glibc

/// The documents and recordings of a folder on the command line, in natural order.
enum DocumentFolder {
  /// The endings of files that are read from a folder. Folders also hold pictures, tables of contents and source code;
  /// these are read only if the user names them.
  private static let endings: Set<String> = [
    "txt", "text", "epub", "pdf", "odt", "docx", "html", "htm", "xhtml", "shtml", "md", "markdown", "mdown", "mkd",
    "srt", "vtt",
  ]
  /// Those of audio and video files.
  private static let recordings: Set<String> = [
    "mp3", "m4a", "m4b", "aac", "flac", "ogg", "oga", "opus", "wav", "aif", "aiff", "wma", "mka", "mp4", "m4v", "mkv",
    "webm", "mov", "avi", "ogv", "mpg", "mpeg",
  ]

  /// Those of texts that may be beside recordings.
  private static let texts: Set<String> = ["srt", "vtt", "txt"]

  /// Returns the files for an argument: a folder's documents and recordings, without hidden ones and those in
  /// subfolders; else the argument itself.
  ///
  /// - Throws: ``Failure`` if a folder cannot be read or has neither.
  static func files(_ argument: String) throws(Failure) -> [String] {
    guard argument != "-" else { return [argument] }
    let path = try FileArgument.path(argument)
    guard isFolder(path) else { return [argument] }
    func failure(_ reason: String, _ cure: String) -> Failure {
      Failure(.usage, "cannot read '\(argument)': \(reason)", cure: cure)
    }
    guard let directory = opendir(FileName.cString(path)) else {
      throw failure(String(cString: strerror(errno)).lowercased(), "ls -ld \(shellQuoted(path))")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { FileName.text($0.prefix { $0 != 0 }) }
      if isRead(name), isFile(path + "/" + name) { names.append(name) }
    }
    guard !names.isEmpty else {
      throw failure(
        "there is no document in it", "aloud read \(shellQuoted(path.hasSuffix("/") ? path + "FILE" : path + "/FILE"))")
    }
    names = withoutPairedTexts(names)
    let folder = FileArgument.absolute(path)
    return names.sorted(by: NaturalOrder.precedes).map { (folder == "/" ? "" : folder) + "/" + $0 }
  }

  /// The names without the texts of recordings beside them, which are shown with these.
  private static func withoutPairedTexts(_ names: [String]) -> [String] {
    let all = Set(names)
    return names.filter { name in
      guard let dot = name.lastIndex(of: "."), texts.contains(name[name.index(after: dot)...].lowercased()) else {
        return true
      }
      let stem = name[..<dot]
      // `talk.srt` and `talk.mp3.srt` are the text of `talk.mp3`.
      if let end = stem.lastIndex(of: "."), recordings.contains(stem[stem.index(after: end)...].lowercased()),
        all.contains(String(stem))
      {
        return false
      }
      return !recordings.contains { all.contains("\(stem).\($0)") }
    }
  }

  private static func isRead(_ name: String) -> Bool {
    guard !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else { return false }
    let ending = name[name.index(after: dot)...].lowercased()
    return endings.contains(ending) || recordings.contains(ending)
  }

  private static func isFolder(_ path: String) -> Bool { mode(path) == S_IFDIR }
  private static func isFile(_ path: String) -> Bool { mode(path) == S_IFREG }

  private static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(FileName.cString(path), &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}

/// The natural order: chapter 2 comes before chapter 10, and case matters only if nothing else differs.
enum NaturalOrder {
  /// Returns true if `a` comes before `b`; never in both directions.
  static func precedes(_ a: String, _ b: String) -> Bool {
    var (x, y) = (a.lowercased()[...], b.lowercased()[...])
    while let p = x.first, let q = y.first {
      if let (m, n) = numbers(&x, &y) {
        if m != n { return m.count == n.count ? m < n : m.count < n.count }
        continue
      }
      if p != q { return p < q }
      (x, y) = (x.dropFirst(), y.dropFirst())
    }
    if x.isEmpty != y.isEmpty { return x.isEmpty }
    return a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
  }

  /// Removes a number of any length from both, without leading zeros; `nil` if one of them has no number.
  private static func numbers(_ x: inout Substring, _ y: inout Substring) -> (Substring, Substring)? {
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    let (m, n) = (x.prefix(while: isDigit), y.prefix(while: isDigit))
    guard !m.isEmpty, !n.isEmpty else { return nil }
    (x, y) = (x.dropFirst(m.count), y.dropFirst(n.count))
    return (m.drop { $0 == "0" }, n.drop { $0 == "0" })
  }
}
