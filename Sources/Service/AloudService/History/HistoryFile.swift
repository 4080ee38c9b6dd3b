import Store

/// The history for the next service: a file in the runtime folder, readable by the user alone, which is removed with
/// the login session. It exists only while no service runs.
struct HistoryFile {
  private static let firstLine = "aloud history 1"
  private static let mostBytes = SpokenHistory.mostEntries * (SpokenHistory.mostBytes + 128)

  private let file: PrivateFile

  /// `nil` if there is no runtime folder.
  init?(folder: String? = UserFolder.runtime) {
    guard let folder else { return nil }
    file = PrivateFile(folder: folder, name: "history", mostBytes: Self.mostBytes)
  }

  /// The contents of the file for these entries: a line of numbers before each text.
  static func bytes(_ entries: [SpokenHistory.Entry]) -> [UInt8] {
    var bytes = Array((firstLine + "\n").utf8)
    for entry in entries {
      let text = Array(entry.text.utf8)
      let language = entry.language.isEmpty ? "-" : entry.language
      let kind = entry.isNotification ? " notification" : ""
      let line = "\(entry.time) \(text.count) \(entry.isWhole ? 1 : 0) \(language)\(kind)\n"
      bytes += Array(line.utf8) + text
    }
    return bytes
  }

  /// The entries in the file's contents, as far as they can be read.
  static func entries(in bytes: [UInt8]) -> [SpokenHistory.Entry] {
    var rest = bytes[...]
    func line() -> String? {
      guard let end = rest.prefix(256).firstIndex(of: 0x0A) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(validating: rest[..<end], as: UTF8.self)
    }
    guard line() == firstLine else { return [] }
    var entries: [SpokenHistory.Entry] = []
    while let words = line()?.split(separator: " "), (4...5).contains(words.count),
      entries.count < SpokenHistory.mostEntries
    {
      guard let time = Int64(words[0]), let count = Int(words[1]), (0...SpokenHistory.mostBytes).contains(count),
        rest.count >= count, let text = String(validating: rest.prefix(count), as: UTF8.self)
      else { break }
      rest = rest.dropFirst(count)
      let language = words[3] == "-" ? "" : String(words[3])
      entries.append(
        .init(
          time: time, text: text, language: language, isWhole: words[2] == "1",
          isNotification: words.count == 5 && words[4] == "notification"))
    }
    return entries
  }

  /// Writes the entries; no file if there are none. Without a writable folder, they end with the service.
  func write(_ entries: [SpokenHistory.Entry]) {
    // Older entries must not come back, also if the present ones cannot be written.
    file.remove()
    if !entries.isEmpty { _ = file.write(Self.bytes(entries)) }
  }

  /// Returns the entries that the last service wrote, and removes their file.
  func take() -> [SpokenHistory.Entry] {
    let contents = file.read()
    file.remove()
    guard case .bytes(let bytes) = contents else { return [] }
    return Self.entries(in: bytes)
  }
}
