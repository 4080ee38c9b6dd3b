import Documents
import Vocabulary

/// PLS: keys with numbers, `File1=talk.mp3` and `Title1=The talk`. The numbers are the order.
enum PLSList {
  static func read(_ text: String) throws(Trouble) -> [PlaylistEntry] {
    var files: [(number: Int, location: String)] = []
    var titles: [Int: String] = [:]
    for line in PlaylistReader.lines(of: text) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let key = PlaylistReader.trimmed(line[..<equals]).lowercased()
      let value = String(PlaylistReader.trimmed(line[line.index(after: equals)...]))
      if let number = number(key, behind: "file"), !value.isEmpty {
        guard files.count < PlaylistEntry.maximumCount else {
          throw Trouble(.tooLarge, "the playlist names more than \(PlaylistEntry.maximumCount) files")
        }
        files.append((number, value))
      } else if let number = number(key, behind: "title"), titles.count < PlaylistEntry.maximumCount {
        titles[number] = value
      }
    }
    return files.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }.map { file in
      PlaylistEntry([file.element.location], title: titles[file.element.number] ?? "")
    }
  }

  private static func number(_ key: String, behind word: String) -> Int? {
    guard key.hasPrefix(word) else { return nil }
    let digits = key.dropFirst(word.count)
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
