import Documents

/// Finds the article of a page: after Arc90's Readability, as browsers' reading views do it. Paragraphs vote for what
/// they stand in; the winner is the content, with what stands beside it and reads like it.
struct Readability {
  /// Shorter paragraphs have no vote.
  private static let shortestVoter = 25
  /// Less text is no article; then the whole page is.
  private static let shortestArticle = 140
  private static let unlikely = [
    "banner", "breadcrumb", "combx", "comment", "community", "cookie", "disqus", "extra", "footer", "gdpr", "header",
    "legends", "menu", "modal", "newsletter", "pager", "pagination", "popup", "promo", "related", "remark", "rss",
    "share", "sharing", "shoutbox", "sidebar", "skip", "social", "sponsor", "subscribe", "tags", "toolbar", "widget",
    "advert", "nav",
  ]
  private static let likely = [
    "article", "body", "column", "content", "entry", "main", "post", "shadow", "story", "text",
  ]

  private let blocks: [ContentBlock]
  private let containers: [ContentReader.Container]

  init(blocks: [ContentBlock], containers: [ContentReader.Container]) {
    self.blocks = blocks
    self.containers = containers
  }

  /// The indices of the blocks that are the article, in order.
  func article() -> [Int] {
    let kept = blocks.indices.filter { !isUnlikely(blocks[$0].container) }
    let candidates = length(kept) >= Self.shortestArticle ? kept : Array(blocks.indices)
    var article = marked(candidates) ?? elected(candidates)
    article.removeAll { isLinks(blocks[$0]) }
    return length(article) >= Self.shortestArticle ? article : candidates
  }

  // MARK: By what the page says

  /// What stands in `main`, or in the one `article` that has most of it.
  private func marked(_ candidates: [Int]) -> [Int]? {
    var groups: [Int: [Int]] = [:]
    var main: [Int] = []
    for index in candidates {
      var container = blocks[index].container
      var article: Int?
      var isInMain = false
      while container >= 0 {
        if containers[container].name == "article" { article = container }
        if containers[container].name == "main" { isInMain = true }
        container = containers[container].parent
      }
      if isInMain { main.append(index) }
      if let article { groups[article, default: []].append(index) }
    }
    let largest = groups.values.max { (length($0), $1[0]) < (length($1), $0[0]) }
    let mainLength = length(main)
    if let largest, length(largest) >= Self.shortestArticle, length(largest) * 2 >= mainLength { return largest }
    return mainLength >= Self.shortestArticle ? main : nil
  }

  // MARK: By where the text is

  private func elected(_ candidates: [Int]) -> [Int] {
    var scores: [Int: Double] = [:]
    var text: [Int: (all: Int, links: Int)] = [:]
    for index in candidates {
      let block = blocks[index]
      var container = block.container
      while container >= 0 {
        text[container, default: (0, 0)].all += block.block.text.count
        text[container, default: (0, 0)].links += block.linkBytes
        container = containers[container].parent
      }
      guard block.block.text.count >= Self.shortestVoter, block.block.kind != .heading else { continue }
      let commas = block.block.text.count { $0 == UInt8(ascii: ",") }
      let vote = 1 + Double(commas) + min(Double(block.block.text.count) / 100, 3)
      // Half as much for what is around it, a third of that beyond.
      for (place, parent) in ancestors(of: block).prefix(4).enumerated() {
        scores[parent, default: weight(parent)] += place == 0 ? vote : vote / Double(place * (place == 1 ? 2 : 3))
      }
    }
    func score(_ container: Int) -> Double {
      let share = text[container].map { Double($0.links) / Double(max($0.all, 1)) } ?? 0
      return (scores[container] ?? 0) * (1 - share)
    }
    guard let winner = scores.keys.max(by: { (score($0), $1) < (score($1), $0) }) else { return candidates }
    let threshold = max(10, score(winner) * 0.2)
    let parent = containers[winner].parent
    return candidates.filter { index in
      var container = blocks[index].container
      while container >= 0 {
        if container == winner { return true }
        if containers[container].parent == parent, container != winner {
          return score(container) >= threshold || isProse(blocks[index]) && blocks[index].container == container
        }
        container = containers[container].parent
      }
      return false
    }
  }

  /// What a block stands in; a paragraph's own element is not it.
  private func ancestors(of block: ContentBlock) -> [Int] {
    var container = block.container
    if ["p", "pre", "td", "li", "h1", "h2", "h3"].contains(containers[container].name) {
      container = containers[container].parent
    }
    var result: [Int] = []
    while container > 0, result.count < 4 {
      result.append(container)
      container = containers[container].parent
    }
    return result.isEmpty ? [0] : result
  }

  private func weight(_ container: Int) -> Double {
    let hints = containers[container].hints
    var weight = 0.0
    if !hints.isEmpty && Self.unlikely.contains(where: hints.contains) { weight -= 25 }
    if !hints.isEmpty && Self.likely.contains(where: hints.contains) { weight += 25 }
    switch containers[container].name {
    case "div", "article", "section": return weight + 5
    case "pre", "td", "blockquote": return weight + 3
    case "ul", "ol", "dl", "form", "address": return weight - 3
    case "h1", "h2", "h3", "h4", "h5", "h6", "th": return weight - 5
    default: return weight
    }
  }

  // MARK: Single blocks

  private func isUnlikely(_ container: Int) -> Bool {
    var container = container
    while container > 0 {
      let hints = containers[container].hints
      let name = containers[container].name
      if name != "body" && name != "html" && name != "article" && name != "main" && !hints.isEmpty,
        Self.unlikely.contains(where: hints.contains), !Self.likely.contains(where: hints.contains)
      {
        return true
      }
      container = containers[container].parent
    }
    return false
  }

  /// A menu that nobody marked.
  private func isLinks(_ block: ContentBlock) -> Bool {
    block.block.kind != .heading && block.linkBytes * 2 > block.block.text.count && block.block.text.count < 200
  }

  private func isProse(_ block: ContentBlock) -> Bool {
    block.block.text.count > 80 && block.linkBytes * 4 < block.block.text.count
  }

  private func length(_ indices: [Int]) -> Int {
    indices.reduce(0) { $0 + blocks[$1].block.text.count - blocks[$1].linkBytes }
  }
}
