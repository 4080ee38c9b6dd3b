/// The meaning of the names that a page gives to an element (its class and id).
enum NameHint {
  case none
  case likely
  case unlikely
  case both

  private static let unlikelyWords = WordList([
    "banner", "breadcrumb", "combx", "comment", "community", "cookie", "disqus", "extra", "footer", "gdpr", "header",
    "legends", "menu", "modal", "newsletter", "pager", "pagination", "popup", "promo", "related", "remark", "rss",
    "share", "sharing", "shoutbox", "sidebar", "skip", "social", "sponsor", "subscribe", "tags", "toolbar", "widget",
    "advert", "nav",
  ])
  private static let likelyWords = WordList([
    "article", "body", "column", "content", "entry", "main", "post", "shadow", "story", "text",
  ])

  /// - Parameter names: as they stand in the page; only their first few hundred bytes count.
  init(_ names: [UnsafePointer<UInt8>?]) {
    var bytes: [UInt8] = []
    for name in names {
      guard var next = name, !isHeadline(next) else { continue }
      while next.pointee != 0 && bytes.count < 200 {
        bytes.append(next.pointee | (next.pointee >= 0x41 && next.pointee <= 0x5A ? 0x20 : 0))
        next += 1
      }
      bytes.append(0x20)
    }
    let (isUnlikely, isLikely) = (Self.unlikelyWords.isPart(of: bytes), Self.likelyWords.isPart(of: bytes))
    self = isUnlikely ? (isLikely ? .both : .unlikely) : isLikely ? .likely : .none
  }
}

/// True for names made of many words. Those repeat a heading and say nothing about the content:
/// `sharing-with-others-at-work`.
private func isHeadline(_ name: UnsafePointer<UInt8>) -> Bool {
  var (next, dashes) = (name, 0)
  while next.pointee != 0 && next.pointee > 0x20 {
    if next.pointee == UInt8(ascii: "-") { dashes += 1 }
    next += 1
  }
  return dashes >= 3 && next.pointee == 0
}

/// Words that are searched for in bytes. A page has tens of thousands of names, for which the general string search
/// takes seconds.
private struct WordList {
  /// The words, grouped by first letter.
  private let words: [[[UInt8]]]

  init(_ list: [String]) {
    var words = [[[UInt8]]](repeating: [], count: 256)
    for word in list { words[Int(word.utf8.first ?? 0)].append(Array(word.utf8)) }
    self.words = words
  }

  func isPart(of bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      words[Int(bytes[index])].contains { bytes[index...].starts(with: $0) }
    }
  }
}
