/// The name of the speech engine in this process's own words, such as `hum 1.5; ja 1 ipadic-utf8 49202279`.
///
/// After name and version stand the languages whose texts are put into another form before the engine gets them, each
/// with the version of these rules. Lengths of one name are of no use for another; those of a voice depend only on the
/// rules of its own language.
public struct EngineName: Equatable, Sendable {
  /// Everything.
  public let text: String
  private let parts: [[UInt8]]
  private static let separator = UInt8(ascii: ";")

  /// A name as a worker reports it.
  public init(_ text: String) {
    self.text = text
    parts = text.utf8.split(separator: Self.separator).map { Array($0.drop { $0 == 0x20 }) }
  }

  /// A name with the versions of the rules for some languages.
  ///
  /// - Parameters:
  ///   - engine: name and version.
  ///   - rules: versions by language, the last part of the identifiers of its voices in lower case; without `;`.
  public init(engine: String, rules: [(language: String, version: String)]) {
    self.init(([engine] + rules.map { "\($0.language) \($0.version)" }).joined(separator: "; "))
  }

  /// Name and version alone.
  public var engine: String { parts.first.map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// Name and version, with the rules for the languages of these voices.
  public func name(for voices: some Sequence<VoiceID>) -> String {
    guard parts.count > 1 else { return engine }
    let known = parts.dropFirst().map { Array($0.prefix { $0 != 0x20 }) }
    let languages = Set(voices.compactMap { voice in Self.languages(of: voice).first(where: known.contains) })
    let used = parts.dropFirst().filter { languages.contains(Array($0.prefix { $0 != 0x20 })) }
    return ([engine] + used.map { String(decoding: $0, as: UTF8.self) }).joined(separator: "; ")
  }

  /// The names under which the rules of a voice's language may stand: `cmn-latn-pinyin` and `cmn` for
  /// `sit/cmn-Latn-pinyin`, `zh` for `zh_CN-huayan`.
  private static func languages(of voice: VoiceID) -> [[UInt8]] {
    let last = Array(voice.name.lowercased().utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed())
    return [last, Array(last.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") })]
  }
}
