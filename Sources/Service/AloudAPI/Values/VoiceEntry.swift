public import BusValues
import Vocabulary

/// One row of `ListVoices`.
public struct VoiceEntry: Equatable, Sendable {
  /// The value for the option `voice`, for example `gmw/en-US`.
  public var identifier: String
  /// The name for people.
  public var name: String
  /// The BCP 47 tag of its best language.
  public var language: String
  /// All language tags, the best first.
  public var languages: [String]
  /// `female`, `male` or empty.
  public var gender: String
  /// The engine that makes its sound.
  public var engine: String
  /// True if it has no other pitch than its own.
  public var hasOnePitch: Bool
  /// What is known of a natural voice; `nil` for any other.
  public var natural: Natural?

  /// A voice that sounds like a person.
  public struct Natural: Equatable, Sendable {
    /// The quality and the licence in the words of its maker; empty if nobody tells.
    public var quality: String
    /// The licence in the words of its maker; empty if nobody tells.
    public var licence: String
    /// Bytes of its files; 0 if nobody tells.
    public var bytes: Int
    /// The highest rate at which this machine makes its sound in time.
    public var highestRate: Double
    /// True if that was measured here, and is not what the engine tells of a slow machine.
    public var isMeasured: Bool

    /// What is known of a voice.
    public init(quality: String, licence: String, bytes: Int, highestRate: Double, isMeasured: Bool) {
      (self.quality, self.licence, self.bytes) = (quality, licence, bytes)
      (self.highestRate, self.isMeasured) = (highestRate, isMeasured)
    }
  }

  /// A row with these values.
  public init(
    identifier: String, name: String, language: String, languages: [String], gender: String, engine: String,
    hasOnePitch: Bool = false, natural: Natural? = nil
  ) {
    self.identifier = identifier
    self.name = name
    self.language = LanguageSpelling.usual(language)
    self.languages = languages.map { LanguageSpelling.usual($0) }
    self.gender = gender
    self.engine = engine
    self.hasOnePitch = hasOnePitch
    self.natural = natural
  }

  /// The row for the bus.
  public var table: [String: BusValue] {
    var table: [String: BusValue] = [
      "identifier": .string(identifier), "name": .string(name), "language": .string(language),
      "languages": .strings(languages), "gender": .string(gender), "engine": .string(engine),
    ]
    if hasOnePitch { table["one-pitch"] = .bool(true) }
    guard let natural else { return table }
    table["natural"] = .bool(true)
    table["quality"] = .string(natural.quality)
    table["licence"] = .string(natural.licence)
    table["size"] = .uint64(UInt64(clamping: natural.bytes))
    table["highest-rate"] = .double(natural.highestRate)
    table["rate-measured"] = .bool(natural.isMeasured)
    return table
  }

  /// Parses a row; `nil` if the identifier is missing. All other values have defaults.
  public init?(_ table: [String: BusValue]) {
    guard let identifier = table["identifier"]?.asString else { return nil }
    self.init(
      identifier: identifier, name: table["name"]?.asString ?? identifier,
      language: table["language"]?.asString ?? "", languages: table["languages"]?.asStrings ?? [],
      gender: table["gender"]?.asString ?? "", engine: table["engine"]?.asString ?? "",
      hasOnePitch: table["one-pitch"]?.asBool == true,
      natural: table["natural"]?.asBool == true ? Natural(table) : nil)
  }
}

extension VoiceEntry.Natural {
  fileprivate init(_ table: [String: BusValue]) {
    self.init(
      quality: table["quality"]?.asString ?? "", licence: table["licence"]?.asString ?? "",
      bytes: table["size"]?.asUInt64.map { Int(clamping: $0) } ?? 0,
      highestRate: table["highest-rate"]?.asDouble ?? 0, isMeasured: table["rate-measured"]?.asBool ?? false)
  }
}
