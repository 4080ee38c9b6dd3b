/// Addresses in a text that is read aloud: nobody wants to hear more of one than its host.
enum Address {
  private static let schemes = ["https://", "http://", "ftp://", "www."].map { Array($0.unicodeScalars) }
  private static let hostEnds: Set<Unicode.Scalar> = ["/", "?", "#", ":", "\\", "\"", "'", "<", ">", ")", "]", ","]
  private static let closing: Set<Unicode.Scalar> = [".", ",", ";", ":", "!", "?", ")", "]", "\"", "'", ">"]

  /// A word with the host in the place of an address; any other word as it is.
  static func shortened(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard word.count > 4, let start = start(in: word) else { return word }
    var end = start.host
    while end < word.count, !hostEnds.contains(word[end]) { end += 1 }
    var host = word[start.host..<end]
    // The name before an @ is no host, and often pretends to be one.
    if let at = host.lastIndex(of: "@") {
      host = host[(at + 1)...]
    } else if end < word.count, word[end] == ":" {
      // A password: the host is behind the @ that follows before the path.
      let rest = word[end...]
      let path = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? word.count
      if let at = word[end..<path].lastIndex(of: "@") {
        var hostEnd = at + 1
        while hostEnd < word.count, !hostEnds.contains(word[hostEnd]) { hostEnd += 1 }
        host = word[(at + 1)..<hostEnd]
        end = hostEnd
      }
    }
    while let last = host.last, closing.contains(last) { host.removeLast() }
    if host.count > 4, host.starts(with: schemes[3]) { host = host.dropFirst(4) }
    guard !host.isEmpty else { return word }
    var tail = word.count
    while tail > host.endIndex, closing.contains(word[tail - 1]) { tail -= 1 }
    return Array(word[..<start.word]) + Array(host) + Array(word[tail...])
  }

  /// The first address of a word: its beginning, and that of its host.
  private static func start(in word: [Unicode.Scalar]) -> (word: Int, host: Int)? {
    for index in word.indices where index == 0 || !word[index - 1].properties.isAlphabetic {
      for (number, scheme) in schemes.enumerated() where matches(word, scheme, at: index) {
        return (index, number == 3 ? index : index + scheme.count)
      }
    }
    return nil
  }

  private static func matches(_ word: [Unicode.Scalar], _ scheme: [Unicode.Scalar], at index: Int) -> Bool {
    guard index + scheme.count < word.count else { return false }
    return zip(word[index...], scheme).allSatisfy { one, other in
      one == other || (one.value | 0x20 == other.value && other.properties.isAlphabetic)
    }
  }
}
