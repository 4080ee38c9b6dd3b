import Documents
import Playback
import Speech

/// The parts of an utterance as the text of one column: a line for each part, the path of its clip last.
enum PartText {
  private static let field: Character = "\u{1F}"
  private static let line: Character = "\u{1E}"

  /// The value for parts; null for none.
  static func value(of parts: [KeptPart]) -> SQLValue {
    parts.isEmpty ? .null : .text(parts.map(text).joined(separator: String(line)))
  }

  private static func text(_ part: KeptPart) -> String {
    let (start, end) = (part.span.start, part.span.end)
    var fields = [start, end].flatMap { ["\($0.scalars)", "\($0.utf8)", "\($0.utf16)"] }
    if let clip = part.clip {
      fields += ["\(clip.frames)", "\(clip.gain)"]
      // A path with our own separators cannot be told from its neighbours: it counts as none.
      if let path = clip.path, !path.contains(where: { $0 == field || $0 == line }) {
        let identity = clip.identity
        fields += ["\(identity.device)", "\(identity.inode)", "\(identity.size)", "\(identity.modified)", path]
      }
    }
    return fields.joined(separator: String(field))
  }

  /// The parts of a value; none if it is not of that form.
  static func parts(_ value: SQLValue) -> [KeptPart] {
    guard let text = value.asText else { return [] }
    let parts = text.split(separator: line).map(part)
    return parts.contains { $0 == nil } ? [] : parts.compactMap(\.self)
  }

  private static func part(_ text: Substring) -> KeptPart? {
    let fields = text.split(separator: field, omittingEmptySubsequences: false)
    let places = fields.prefix(6).compactMap { Int($0) }
    guard places.count == 6, places.allSatisfy({ $0 >= 0 }), (0..<3).allSatisfy({ places[$0] <= places[$0 + 3] }) else {
      return nil
    }
    var part = KeptPart(
      span: TextSpan(
        TextPlace(scalars: places[0], utf8: places[1], utf16: places[2]),
        TextPlace(scalars: places[3], utf8: places[4], utf16: places[5])))
    guard fields.count > 6 else { return part }
    guard fields.count == 8 || fields.count == 13, let frames = Frame(fields[6]), frames >= 0,
      let gain = Double(fields[7])
    else { return nil }
    part.clip = KeptClip(path: nil, frames: frames, gain: gain)
    guard fields.count == 13 else { return part }
    guard let device = UInt64(fields[8]), let inode = UInt64(fields[9]), let size = Int64(fields[10]),
      let modified = Int64(fields[11])
    else { return nil }
    part.clip?.path = String(fields[12])
    part.clip?.identity = FileIdentity(device: device, inode: inode, size: size, modified: modified)
    return part
  }
}
