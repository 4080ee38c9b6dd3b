import Vocabulary

/// The listener's voice for each language: the section `[voices]`, whose keys are language tags.
public struct LanguageVoices: Equatable, Sendable {
  /// The most languages that have a voice of their own.
  public static let most = 64

  /// Voices by name or identifier, by the tag of the language in lower case.
  public private(set) var names: [String: String] = [:]

  /// No language has a voice of its own.
  public init() {}

  /// The voice for a language; empty if it has none of its own. Case does not matter in tags. A voice beyond
  /// ``most`` is left out.
  public subscript(tag: String) -> String {
    get { names[tag.lowercased()] ?? "" }
    set {
      let tag = tag.lowercased()
      guard names[tag] != nil || names.count < Self.most else { return }
      names[tag] = newValue.isEmpty ? nil : newValue
    }
  }

  /// The languages with a voice of their own in their usual spelling, in alphabetical order.
  public var tags: [String] { names.keys.sorted().map { LanguageSpelling.usual($0) } }
}

extension ConfigurationKey {
  /// The section whose keys are languages.
  static let voices = "voices"

  /// True for the voice of a language, whose name may be written in upper or lower case.
  var isLanguage: Bool { section == Self.voices }

  /// All keys: those of ``all``, and one for each language that has a voice in `settings`.
  public static func all(in settings: Settings) -> [ConfigurationKey] {
    all + settings.voices.tags.compactMap { voice(of: $0) }
  }

  /// The key for the voice of a language; `nil` if `tag` is not well-formed.
  static func voice(of tag: String) -> ConfigurationKey? {
    guard isLanguage(tag) else { return nil }
    return ConfigurationKey(
      voices, LanguageSpelling.usual(tag), .voice(of: tag), "Voice for texts in this language (`aloud voices`)")
  }

  /// True if the tag of a language is well-formed (RFC 5646, 2.1).
  static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    return isPlain && tag.utf8.count <= 35 && (2...8).contains(parts[0].utf8.count) && parts[0].allSatisfy(\.isLetter)
  }
}

extension ValueKind {
  fileprivate static func voice(of tag: String) -> ValueKind {
    ValueKind(
      expectation: "the name or identifier of a voice in quotes, up to \(longestText) bytes",
      store: { value, settings in
        guard case .text(let text) = value, isText(text) else { return false }
        guard !settings.voices[tag].isEmpty || settings.voices.names.count < LanguageVoices.most else { return false }
        settings.voices[tag] = text
        return true
      },
      read: { .text($0.voices[tag]) })
  }
}
