public import BusValues
public import Vocabulary

/// The property `Study`: what is heard of the phrases of the current track.
public struct StudyEntry: Equatable, Sendable {
  /// The progress of the study.
  public var state: StudyState
  /// The part of a recording whose phrases are being found that was looked at, 0…1; `nil` at other times.
  public var progress: Double?
  /// The number of phrases that are known.
  public var phrases: Int
  /// The times that each is heard.
  public var repetitions: Int
  /// The index of the phrase that is heard; `nil` while another track is.
  public var phrase: Int?
  /// The hearings of it before this one.
  public var repetition: Int
  /// True in the gap behind it.
  public var isInGap: Bool
  /// True if the translation is heard.
  public var isTranslation: Bool
  /// The time until its sound or its gap ends, at the rate 1; `nil` if it is not known.
  public var remaining: Microseconds?
  /// The place in what is studied; `nil` while another track is heard.
  public var recorded: Microseconds?

  /// From the property.
  public init(_ table: [String: BusValue]) {
    state = table["state"]?.asString.flatMap(StudyState.init) ?? .off
    progress = table["progress"]?.asDouble
    phrases = Int(table["phrases"]?.asUInt32 ?? 0)
    repetitions = Int(table["repetitions"]?.asUInt32 ?? 1)
    phrase = table["phrase"]?.asUInt32.map { Int($0) }
    repetition = Int(table["repetition"]?.asUInt32 ?? 0)
    isInGap = table["gap"]?.asBool ?? false
    isTranslation = table["translation"]?.asBool ?? false
    remaining = table["remaining"]?.asMicroseconds
    recorded = table["recorded"]?.asMicroseconds
  }
}
