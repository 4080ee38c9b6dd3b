import DesktopSupport
import Foundation

/// A node in the output of `pw-dump`.
struct GraphNode: Decodable {
  struct Info: Decodable {
    var state: String?
    var props: Properties?
  }
  struct Properties: Decodable {
    var name: String?
    var role: String?
    enum CodingKeys: String, CodingKey {
      case name = "node.name"
      case role = "media.role"
    }
  }
  var id: Int
  var type: String
  var info: Info?

  /// The nodes of a desktop's graph.
  static func all(in desktop: PrivateDesktop) async throws -> [GraphNode] {
    let dump = try await desktop.run("pw-dump", "-N").output
    return try JSONDecoder().decode([Entry].self, from: Data(dump.utf8)).compactMap(\.node)
  }

  /// The service's stream; `nil` if it has none.
  static func ours(in desktop: PrivateDesktop) async throws -> GraphNode? {
    try await all(in: desktop).first { $0.info?.props?.name == "aloud" }
  }

  /// Objects of other types have properties of other types.
  private struct Entry: Decodable {
    var node: GraphNode?
    init(from decoder: any Decoder) throws {
      let node = try? GraphNode(from: decoder)
      self.node = node?.type == "PipeWire:Interface:Node" ? node : nil
    }
  }
}
