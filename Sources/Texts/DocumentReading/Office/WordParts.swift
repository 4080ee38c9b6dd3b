import Documents
import Vocabulary

/// The relationships between the parts of a Word document.
final class WordParts: MarkupHandler {
  private let path: String
  /// The targets, by the last word of the relationship's type.
  private var targets: [String: String] = [:]

  private init(path: String) { self.path = path }

  /// The relationships of one part; an empty name stands for the whole document.
  static func of(_ part: String, in archive: Archive) throws(Trouble) -> WordParts {
    let parts = WordParts(path: part)
    let folder = part.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    let name = "\(folder)_rels/\(part.split(separator: "/").last ?? "").rels"
    if archive.contains(name) { Markup.read(try archive.read(name, limit: 16 << 20), as: .xml, parts) }
    return parts
  }

  /// The part of a type, for example `styles`; `nil` if there is none.
  subscript(type: String) -> String? { targets[type] }

  func start(_ name: String, _ attributes: MarkupAttributes) {
    guard name == "Relationship", targets.count < 1000, attributes["TargetMode"] != "External",
      let type = attributes["Type"]?.split(separator: "/").last, let target = attributes["Target"],
      let resource = ResourcePath(
        target.hasPrefix("/") ? String(target.dropFirst()) : target, from: target.hasPrefix("/") ? "" : path)
    else { return }
    if targets[String(type)] == nil { targets[String(type)] = resource.path }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  func end(_ name: String) {}
}
