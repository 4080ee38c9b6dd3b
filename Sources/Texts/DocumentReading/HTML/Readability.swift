import Documents
import Vocabulary

/// Finds the article of a page in the way of Arc90's Readability, as browsers' reading views do. Paragraphs vote for
/// the containers that they stand in. The content is the winner, with the siblings that read like it.
struct Readability {
  /// Shorter paragraphs do not vote.
  private static let shortestVoter = 25
  /// If an article is divided into several containers, the lowest score of the others, as a part of the best score.
  private static let rivalry = 0.5
  private static let outermost: Set<String> = ["", "html", "body"]
  /// The least length of an article in bytes; with less text, the whole page is read.
  private static let shortestArticle = 140

  /// The place of the article.
  private enum Place {
    /// Everywhere.
    case page
    /// In these containers and all inside of them.
    case marked(Set<Int>)
    /// In one container, in these of its siblings, and in siblings that read like it.
    case elected(winner: Int, beside: Set<Int>)
  }

  private let blocks: [ContentBlock]
  private let containers: [ContentReader.Container]
  private var place = Place.page
  /// True if containers that usually surround content are content, too.
  private var takesAll = false
  private var takesLinks = false
  /// Bytes of the article in the text so far.
  private(set) var length = 0

  /// Decides by the blocks of a page or of its beginning.
  init(blocks: [ContentBlock], containers: [ContentReader.Container]) {
    self.blocks = blocks
    self.containers = containers
    var candidates = blocks.filter { !containers[$0.container].isAround }
    if Self.length(candidates) < Self.shortestArticle {
      candidates = blocks
      takesAll = true
    }
    place = marked(candidates) ?? elected(candidates)
    length = Self.length(blocks.filter { isContent($0, containers) })
    if length < Self.shortestArticle {
      place = .page
      takesLinks = true
      length = Self.length(candidates)
    }
  }

  /// True if an article has been found, not only some text.
  var isSure: Bool { length >= Self.shortestArticle }

  /// True if a block belongs to the article.
  ///
  /// - Parameter containers: the containers of the page that have been read so far.
  func isContent(_ block: ContentBlock, _ containers: [ContentReader.Container]) -> Bool {
    guard takesAll || !containers[block.container].isAround, takesLinks || !isLinks(block) else { return false }
    var container = block.container
    switch place {
    case .page: return true
    case .marked(let marks):
      while container >= 0 {
        if marks.contains(container) { return true }
        container = containers[container].parent
      }
    case .elected(let winner, let beside):
      let parent = containers[winner].parent
      while container >= 0 {
        if container == winner || beside.contains(container) { return true }
        if containers[container].parent == parent {
          if isProse(block) && block.container == container { return true }
          // This container did not exist when the others were judged.
          return container >= self.containers.count && containers[container].name == containers[winner].name
            && containers[container].hint == containers[winner].hint
        }
        container = containers[container].parent
      }
    }
    return false
  }

  // MARK: By the page's own marks

  /// The `main` elements, or the one `article` that has most of their text.
  private func marked(_ candidates: [ContentBlock]) -> Place? {
    var articles: [Int: Int] = [:]
    var mains: Set<Int> = []
    var mainLength = 0
    for block in candidates {
      var container = block.container
      var article: Int?
      var main: Int?
      while container >= 0 {
        if containers[container].name == "article" { article = container }
        if containers[container].name == "main" { main = container }
        container = containers[container].parent
      }
      let length = block.block.text.count - block.linkBytes
      if let main {
        mains.insert(main)
        mainLength += length
      }
      if let article { articles[article, default: 0] += length }
    }
    if let (article, length) = articles.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      length >= Self.shortestArticle, length * 2 >= mainLength
    {
      return .marked([article])
    }
    return mainLength >= Self.shortestArticle ? .marked(mains) : nil
  }

  // MARK: By the place of the text

  private func elected(_ candidates: [ContentBlock]) -> Place {
    // One value for each container. Arrays, since a page may have hundreds of thousands.
    var votes = [Double](repeating: 0, count: containers.count)
    var hasVotes = [Bool](repeating: false, count: containers.count)
    var text = [Int](repeating: 0, count: containers.count)
    var links = text
    for block in candidates {
      text[block.container] += block.block.text.count
      links[block.container] += block.linkBytes
      guard block.block.text.count >= Self.shortestVoter, block.block.kind != .heading else { continue }
      let commas = block.block.text.count { $0 == UInt8(ascii: ",") }
      let vote = 1 + Double(commas) + min(Double(block.block.text.count) / 100, 3)
      // The container around it gets half as much, the ones beyond a third of that.
      for (place, parent) in ancestors(of: block).prefix(4).enumerated() {
        if !hasVotes[parent] { votes[parent] = weight(parent) }
        hasVotes[parent] = true
        votes[parent] += place == 0 ? vote : vote / Double(place * (place == 1 ? 2 : 3))
      }
    }
    // A container comes after the one around it, whose text includes its own.
    for container in containers.indices.dropFirst().reversed() {
      text[containers[container].parent] += text[container]
      links[containers[container].parent] += links[container]
    }
    func score(_ container: Int) -> Double {
      votes[container] * (1 - Double(links[container]) / Double(max(text[container], 1)))
    }
    let voted = containers.indices.filter { hasVotes[$0] }
    guard let best = voted.max(by: { (score($0), $1) < (score($1), $0) }) else { return .page }
    let rivals = voted.filter { score($0) >= Self.rivalry * score(best) }
    let winner = common(to: rivals, with: best) ?? best
    let threshold = max(10, score(winner) * 0.2)
    let parent = containers[winner].parent
    let beside = voted.filter {
      $0 != winner && containers[$0].parent == parent && score($0) >= threshold
    }
    return .elected(winner: winner, beside: Set(beside))
  }

  /// The container shared by the best one and at least two others that are nearly as good: an article in several parts.
  private func common(to rivals: [Int], with best: Int) -> Int? {
    let lines = rivals.filter { $0 != best }.map { Set(line(from: containers[$0].parent)) }
    guard lines.count >= 2 else { return nil }
    return line(from: containers[best].parent).first { container in
      !Self.outermost.contains(containers[container].name) && lines.count { $0.contains(container) } >= 2
    }
  }

  /// A container and all containers around it.
  private func line(from container: Int) -> [Int] {
    Array(sequence(first: container) { $0 > 0 ? containers[$0].parent : nil })
  }

  /// The containers around a block, without the paragraph's own element.
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
    let weight =
      switch containers[container].hint {
      case .unlikely: -25.0
      case .likely: 25.0
      case .both, .none: 0.0
      }
    switch containers[container].name {
    case "div", "article", "section": return weight + 5
    case "pre", "td", "blockquote": return weight + 3
    case "ul", "ol", "dl", "form", "address": return weight - 3
    case "h1", "h2", "h3", "h4", "h5", "h6", "th": return weight - 5
    default: return weight
    }
  }

  // MARK: Single blocks

  /// True for a menu that is not marked as one.
  private func isLinks(_ block: ContentBlock) -> Bool {
    block.block.kind != .heading && block.linkBytes * 2 > block.block.text.count && block.block.text.count < 200
  }

  private func isProse(_ block: ContentBlock) -> Bool {
    block.block.text.count > 80 && block.linkBytes * 4 < block.block.text.count
  }

  private static func length(_ blocks: [ContentBlock]) -> Int {
    blocks.reduce(0) { $0 + $1.block.text.count - $1.linkBytes }
  }
}
