internal import BusValues

/// A part of an utterance, in the argument of `SpeakParts`.
public enum SpeechPart: Equatable, Sendable {
  /// A plain text.
  case text(String)
  /// A sound file: the index of its descriptor in the message.
  case clip(UInt32)

  /// The words for the kinds of parts on the bus.
  public enum Kind: String, CaseIterable, Sendable {
    /// A text, `s`.
    case text
    /// A sound file, `h`.
    case clip
  }

  /// The kind of this part.
  public var kind: Kind {
    switch self {
    case .text: .text
    case .clip: .clip
    }
  }

  /// The signature of the list.
  static let listSignature: Signature = "a(sv)"

  /// The list for the bus.
  static func value(of parts: [SpeechPart]) -> BusValue {
    .array(
      of: "(sv)",
      parts.map { part in
        let value: BusValue =
          switch part {
          case .text(let text): .string(text)
          case .clip(let index): .descriptor(index)
          }
        return .structure([.string(part.kind.rawValue), .variant(value)])
      })
  }

  /// The parts of a received list.
  ///
  /// - Throws: `Empty`, `TooLarge` or `InvalidOption`.
  static func parts(_ list: [BusValue]) throws(APIError) -> [SpeechPart] {
    guard !list.isEmpty else { throw APIError(.empty, "there are no parts") }
    guard list.count <= AloudBus.maximumParts else {
      throw APIError(.tooLarge, "an utterance may have \(AloudBus.maximumParts) parts, not \(list.count)")
    }
    var parts: [SpeechPart] = []
    var bytes = 0
    for (index, entry) in list.enumerated() {
      let part = try SpeechPart(entry, number: index + 1)
      if case .text(let text) = part { bytes += text.utf8.count }
      parts.append(part)
    }
    guard bytes <= AloudBus.maximumTextBytes else {
      throw APIError(.tooLarge, "the texts have \(bytes) bytes together, more than 16 MiB")
    }
    return parts
  }

  private init(_ entry: BusValue, number: Int) throws(APIError) {
    guard let fields = entry.asStructure, fields.count == 2, let word = fields[0].asString,
      let value = fields[1].asVariant
    else { throw APIError(.invalidOption, "part \(number) must be a structure (sv)") }
    switch Kind(rawValue: word) {
    case .text:
      guard let text = value.asString else {
        throw APIError(.invalidOption, "part \(number), a text, must be a string (s)")
      }
      self = .text(text)
    case .clip:
      guard let index = value.asDescriptor else {
        throw APIError(.invalidOption, "part \(number), a clip, must be a file descriptor (h)")
      }
      self = .clip(index)
    case nil:
      let shown = String(word.prefix(64))
      throw APIError(.invalidOption, "part \(number) is '\(shown)', and must be one of: text, clip")
    }
  }
}
