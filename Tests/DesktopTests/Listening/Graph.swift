import DesktopSupport
import Foundation
import Synchronization

/// The nodes and clients of a desktop's PipeWire, as `pw-dump` shows them.
struct Graph: Sendable {
  /// A node of PipeWire.
  struct Node: Sendable {
    let id: Int
    var name: String?
    var role: String?
    /// Such as `Playback`.
    var category: String?
    /// Such as `running`.
    var state: String?
    /// The volume of its first channel as mixers show it, which is the cubic root of the factor; `nil` if it has none.
    var volume: Double?
  }

  private(set) var nodes: [Int: Node] = [:]
  /// The names of the connected programs.
  private(set) var clients: [Int: String] = [:]

  /// The service's stream; `nil` if it has none.
  var stream: Node? { node("aloud") }

  func node(_ name: String) -> Node? { nodes.values.first { $0.name == name } }

  /// The graph of this moment.
  static func now(in desktop: PrivateDesktop) async throws -> Graph {
    try await wait(for: "the graph", in: desktop) { $0 }
  }

  /// Follows the changes of the graph until `look` finds a result. Any thread may call it.
  @discardableResult
  static func wait<Found: Sendable>(
    for promise: String, in desktop: PrivateDesktop, until look: @Sendable (Graph) -> Found?
  ) async throws -> Found {
    let reader = Mutex(GraphReader())
    return try await desktop.follow(["pw-dump", "--no-colors", "--monitor"], for: promise) { process in
      reader.withLock { $0.graph(of: process) }.flatMap(look)
    }
  }

  /// Follows the changes of the graph until `condition` is true.
  static func wait(
    for promise: String, in desktop: PrivateDesktop, until condition: @Sendable (Graph) -> Bool
  ) async throws {
    try await wait(for: promise, in: desktop) { condition($0) ? () : nil }
  }

  fileprivate mutating func take(_ object: GraphObject) {
    nodes[object.id] = nil
    clients[object.id] = nil
    guard let info = object.info else { return }
    switch object.type {
    case "PipeWire:Interface:Node":
      nodes[object.id] = Node(
        id: object.id, name: info.properties?.name, role: info.properties?.role,
        category: info.properties?.category, state: info.state, volume: info.factor.map { cbrt($0) })
    case "PipeWire:Interface:Client": clients[object.id] = info.properties?.application
    default: break
    }
  }
}

/// The output of `pw-dump --monitor`: arrays of new and changed objects, one after the other.
private struct GraphReader {
  private var read = 0
  private var graph: Graph?

  /// The graph after all that a process has printed; `nil` before the first array.
  mutating func graph(of process: RunningProcess) -> Graph? {
    let output = Data(process.output(after: read))
    var start = 0
    // Only the brackets of an array stand at the beginning of a line.
    while let end = output.range(of: Data("\n]\n".utf8), in: start..<output.count)?.upperBound {
      let objects = try? JSONDecoder().decode([GraphObject].self, from: output[start..<end])
      var changed = graph ?? Graph()
      for object in objects ?? [] { changed.take(object) }
      graph = changed
      start = end
    }
    read += start
    return graph
  }
}

/// An object in the output of `pw-dump`. Objects of other types than nodes have other properties.
private struct GraphObject: Decodable {
  struct Info: Decodable {
    struct Properties: Decodable {
      var name: String?
      var role: String?
      var category: String?
      var application: String?
      enum CodingKeys: String, CodingKey {
        case name = "node.name"
        case role = "media.role"
        case category = "media.category"
        case application = "application.name"
      }
    }
    struct Parameters: Decodable {
      struct Volumes: Decodable { var channelVolumes: [Double]? }
      var properties: [Volumes]?
      enum CodingKeys: String, CodingKey { case properties = "Props" }
    }
    var state: String?
    var properties: Properties?
    /// The factor of the first channel.
    var factor: Double?

    enum CodingKeys: String, CodingKey {
      case state
      case properties = "props"
      case parameters = "params"
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      state = try? values.decode(String.self, forKey: .state)
      properties = try? values.decode(Properties.self, forKey: .properties)
      let parameters = try? values.decode(Parameters.self, forKey: .parameters)
      factor = parameters?.properties?.lazy.compactMap(\.channelVolumes?.first).first
    }
  }
  var id: Int
  var type: String?
  /// `nil` if the object has gone.
  var info: Info?
}
