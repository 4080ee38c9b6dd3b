import AloudAPI
import BusValues
import Store

/// The subscribers for the next service: a small file in the user's runtime folder, which is removed with the login
/// session.
///
/// A bus never reuses a unique name, so the name identifies the same client as long as the bus is the same.
struct SubscriberFile {
  /// The subscription of one client.
  struct Entry: Equatable {
    var client: BusName
    var kinds: Set<EventKind>
    /// True if it is sent the heard text. It does not run in a sandbox then.
    var wantsText = false
  }

  private static let firstLine = "aloud subscribers 1"
  private static let mostBytes = 64 << 10

  private let file: PrivateFile
  /// The bus of these names.
  private let bus: String

  /// `nil` if there is no runtime folder, or the bus has no id.
  init?(folder: String? = UserFolder.runtime, bus: String?) {
    guard let folder, let bus, !bus.isEmpty else { return nil }
    file = PrivateFile(folder: folder, name: "subscribers", mostBytes: Self.mostBytes)
    self.bus = bus
  }

  /// The contents of the file for these entries.
  static func text(_ entries: [Entry], bus: String) -> String {
    let lines = entries.map { entry in
      "\(entry.client.text) \(entry.kinds.map(\.rawValue).sorted().joined(separator: ","))"
        + (entry.wantsText ? " text" : "")
    }
    return ([firstLine, bus] + lines.sorted()).joined(separator: "\n") + "\n"
  }

  /// The entries that were written for the same bus; empty if the file belongs to another bus or is not such a file.
  static func entries(in text: String, bus: String) -> [Entry] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 2, lines[0] == firstLine, lines[1] == bus else { return [] }
    return lines.dropFirst(2).compactMap { line in
      let words = line.split(separator: " ")
      let wantsText = words.count == 3 && words[2] == "text"
      guard words.count == 2 || wantsText, let client = BusName(String(words[0])), client.isUnique else { return nil }
      let kinds = Set(words[1].split(separator: ",").compactMap { EventKind(rawValue: String($0)) })
      return kinds.isEmpty ? nil : Entry(client: client, kinds: kinds, wantsText: wantsText)
    }
  }

  /// Writes the present entries, or removes the file if there are none. Without a writable folder, the subscriptions
  /// end with the service.
  func write(_ entries: [Entry]) {
    if entries.isEmpty { file.remove() } else { _ = file.write(Array(Self.text(entries, bus: bus).utf8)) }
  }

  /// The entries that the last service wrote.
  func read() -> [Entry] {
    guard case .bytes(let bytes) = file.read(), !bytes.isEmpty else { return [] }
    return Self.entries(in: String(decoding: bytes, as: UTF8.self), bus: bus)
  }
}
