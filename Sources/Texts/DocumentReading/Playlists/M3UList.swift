import Documents
import Vocabulary

/// M3U: one file a line. Lines with a hash in front are comments, some of which have a meaning.
enum M3UList {
  static func read(_ text: String) throws(Trouble) -> [PlaylistEntry] {
    var entries: [PlaylistEntry] = []
    var title = Substring()
    for line in PlaylistReader.lines(of: text) {
      guard line.hasPrefix("#") else {
        try PlaylistReader.add(PlaylistEntry([String(line)], title: String(title)), to: &entries)
        title = ""
        continue
      }
      let comment = line.prefix(7).uppercased()
      if comment == "#EXT-X-" {
        throw Trouble(.unknownFormat, "the pieces of a stream (HLS), which is not played")
      }
      // `#EXTINF:123 logo="a,b",Artist - Title`
      if line.prefix(8).uppercased() == "#EXTINF:" { title = self.title(line.dropFirst(8)) }
    }
    return entries
  }

  /// The text behind the first comma that is not between quotation marks.
  private static func title(_ information: Substring) -> Substring {
    var isQuoted = false
    for index in information.indices {
      switch information[index] {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: return PlaylistReader.trimmed(information[information.index(after: index)...])
      default: break
      }
    }
    return ""
  }
}
