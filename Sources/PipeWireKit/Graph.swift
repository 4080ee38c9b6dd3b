/// What the registry says about sinks, links and the session manager. A value: knows no library.
struct Graph {
  /// Node names of the sinks, by global id.
  private(set) var sinks: [UInt32: String] = [:]
  /// Output and input node of each link, by global id.
  private(set) var links: [UInt32: (output: UInt32, input: UInt32)] = [:]
  /// The `default` metadata objects; the session manager owns them.
  private var sessionManagers: Set<UInt32> = []

  /// Whether a session manager is there, without which nobody links streams.
  var hasSessionManager: Bool { !sessionManagers.isEmpty }

  mutating func addNode(_ id: UInt32, name: String, mediaClass: String) {
    guard mediaClass.hasPrefix("Audio/Sink") || mediaClass == "Audio/Duplex" else { return }
    sinks[id] = name
  }

  mutating func addLink(_ id: UInt32, output: UInt32, input: UInt32) { links[id] = (output, input) }

  mutating func addMetadata(_ id: UInt32, name: String) {
    if name == "default" { sessionManagers.insert(id) }
  }

  mutating func remove(_ id: UInt32) {
    sinks[id] = nil
    links[id] = nil
    sessionManagers.remove(id)
  }

  /// Whether `node` is linked to anything.
  func isLinked(_ node: UInt32) -> Bool { links.values.contains { $0.output == node } }

  /// The name of the sink that `node` plays into.
  func sink(of node: UInt32) -> String? {
    for link in links.values where link.output == node {
      if let name = sinks[link.input] { return name }
    }
    return nil
  }
}
