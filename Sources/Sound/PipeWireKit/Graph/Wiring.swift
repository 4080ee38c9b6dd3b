/// The way of the sound of one node: along links, and through programs that take it in at one node and give it out at
/// another, such as effects and loopbacks. A value without any reference to the library.
struct Wiring {
  /// A node that belongs to no card.
  struct Node {
    /// The program that owns the node. Ids are reused when a program has gone.
    var client: UInt32?
    /// True if streams can be sent there: a sink without a card.
    var isSink: Bool
    /// The `node.link-group`: sound that enters at one node of a group leaves at another. Empty for none; `nil` if the
    /// node has not been asked or has not answered.
    var group: String?
  }

  /// The nodes by global id.
  private(set) var nodes: [UInt32: Node] = [:]
  /// The output and input node of each link, and the order of its creation, by global id.
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

  /// True if `node` is linked to anything.
  func isLinked(_ node: UInt32) -> Bool { links.values.contains { $0.output == node } }

  /// The nodes that `node` is linked to, the newest link first.
  func inputs(of node: UInt32) -> [UInt32] {
    links.values.filter { $0.output == node }.sorted { $0.order > $1.order }.map(\.input)
  }

  /// All nodes that the sound of `node` reaches, the nearest first. The search ends at the sinks of cards: a program
  /// that records there does something else with the sound.
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

  /// True if a sink may pass its sound on at another node, even while that is not linked.
  func mayPassOn(_ sink: UInt32) -> Bool {
    guard let node = nodes[sink] else { return false }
    return node.group == nil || !partners(of: sink).isEmpty
  }

  private func partners(of id: UInt32) -> [UInt32] {
    guard let group = nodes[id]?.group, !group.isEmpty else { return [] }
    return nodes.filter { $0.key != id && $0.value.group == group }.keys.sorted()
  }

  /// The nodes whose group matters and is unknown: sinks without a card, nodes fed by them, and all other nodes of
  /// their programs. If no program has such a sink, none is asked.
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
