/// Where the sound of one node goes on: along links, and through programs that take it in at one node and give it out
/// at another, as effects and loopbacks do. A value: knows no library.
struct Wiring {
  /// A node that belongs to no card.
  struct Node {
    /// The program that it is of; ids are used again when a program has gone.
    var client: UInt32?
    /// Others can be sent there: a sink without a card.
    var isSink: Bool
    /// What is named by the same `node.link-group` goes in at one of its nodes and out at another; empty: none; `nil`:
    /// the node has not been asked, or has not answered.
    var group: String?
  }

  /// By global id.
  private(set) var nodes: [UInt32: Node] = [:]
  /// Output and input node of each link, and its place in the order of their making, by global id.
  private var links: [UInt32: (output: UInt32, input: UInt32, order: UInt64)] = [:]
  private var linkCount: UInt64 = 0

  mutating func addNode(_ id: UInt32, _ node: Node) { nodes[id] = node }

  mutating func setGroup(_ group: String, of id: UInt32) { nodes[id]?.group = group }

  mutating func addLink(_ id: UInt32, output: UInt32, input: UInt32) {
    linkCount += 1
    links[id] = (output, input, linkCount)
  }

  mutating func remove(_ id: UInt32) {
    nodes[id] = nil
    links[id] = nil
  }

  /// Whether `node` is linked to anything.
  func isLinked(_ node: UInt32) -> Bool { links.values.contains { $0.output == node } }

  /// What `node` is linked to, the newest link first.
  func inputs(of node: UInt32) -> [UInt32] {
    links.values.filter { $0.output == node }.sorted { $0.order > $1.order }.map(\.input)
  }

  /// Everything that the sound of `node` comes to, the nearest first, and what gives it out again. It ends at the sinks
  /// of cards: who records there does something else with it.
  func reach(of node: UInt32) -> [UInt32] {
    var reached = [node]
    var index = 0
    while index < reached.count {
      let next = reached[index]
      index += 1
      guard nodes[next] != nil || next == node else { continue }
      for other in inputs(of: next) + partners(of: next) where !reached.contains(other) { reached.append(other) }
    }
    reached.removeFirst()
    return reached
  }

  /// Whether a sink may give out at another node what comes in, also while that is linked to nothing.
  func mayPassOn(_ sink: UInt32) -> Bool {
    guard let node = nodes[sink] else { return false }
    return node.group == nil || !partners(of: sink).isEmpty
  }

  private func partners(of id: UInt32) -> [UInt32] {
    guard let group = nodes[id]?.group, !group.isEmpty else { return [] }
    return nodes.filter { $0.key != id && $0.value.group == group }.keys.sorted()
  }

  /// The nodes whose group matters and is not known: sinks without a card, those who are fed by them, and whatever else
  /// the programs have that these are of. Where no program has such a sink, nobody is asked anything.
  var unknown: [UInt32] {
    var suspects = Set(nodes.filter(\.value.isSink).keys)
    guard !suspects.isEmpty else { return [] }
    var count = 0
    while count != suspects.count {
      count = suspects.count
      let clients = Set(suspects.compactMap { nodes[$0]?.client })
      for (id, node) in nodes { if let client = node.client, clients.contains(client) { suspects.insert(id) } }
      for link in links.values where suspects.contains(link.output) && nodes[link.input] != nil {
        suspects.insert(link.input)
      }
    }
    return suspects.filter { nodes[$0]?.group == nil }.sorted()
  }
}
