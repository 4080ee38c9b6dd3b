public import BusValues
public import Study
public import Vocabulary

/// The checked options of `Learn`: what is changed of the way in which a track is studied. `nil`: it stays as it is, or
/// is the usual one.
public struct LearnOptions: Equatable, Sendable {
  /// The gap behind a phrase.
  public var gap: ExerciseSettings.Gap?
  /// The speeds at which each phrase is heard, one after another.
  public var speeds: [Double]?
  /// The origin of a recording's phrases.
  public var source: PhraseSource?
  /// The place of what other voices than the text's own read.
  public var translations: TranslationPlace?
  /// The language of the text beside a recording (BCP 47), if that is a translation.
  public var translationLanguage: String?
  /// The shortest silence that divides.
  public var silence: Microseconds?
  /// The level above the noise from which on a sound is a voice, in dB.
  public var threshold: Double?
  /// The silence before a voice that a phrase keeps.
  public var lead: Microseconds?
  /// The silence after a voice that a phrase keeps.
  public var tail: Microseconds?
  /// A shorter voice belongs to its neighbour.
  public var shortest: Microseconds?
  /// A longer phrase is divided.
  public var longest: Microseconds?

  /// No change.
  public init() {}

  /// Parses a call's options.
  ///
  /// - Throws: `InvalidOption` with the option and the expected type and range.
  public init(_ options: [String: BusValue]) throws(APIError) {
    var reader = OptionReader(options)
    if let factor = try reader.number(Self.gapFactorOption, in: ExerciseSettings.factors) { gap = .factor(factor) }
    if let time = try reader.time(Self.gapOption, in: ExerciseSettings.gaps) { gap = .time(time) }
    speeds = try reader.numbers(
      Self.speedsOption, in: ExerciseSettings.speedRange, count: 1...ExerciseSettings.mostRepetitions)
    source = try reader.word(Self.byOption)
    translations = try reader.word(Self.translationsOption)
    translationLanguage = try reader.string(Self.translationLanguageOption)
    if let tag = translationLanguage, !Self.isTag(tag) { throw Self.translationLanguageOption.refusal() }
    silence = try reader.time(Self.silenceOption, in: PhraseSettings.silences)
    threshold = try reader.number(Self.thresholdOption, in: PhraseSettings.thresholds)
    lead = try reader.time(Self.leadOption, in: PhraseSettings.edges)
    tail = try reader.time(Self.tailOption, in: PhraseSettings.edges)
    shortest = try reader.time(Self.shortestOption, in: PhraseSettings.shortests)
    longest = try reader.time(Self.longestOption, in: PhraseSettings.longests)
    try reader.finish()
  }

  /// True if a text may be a language tag: it is kept among the words of a plan.
  private static func isTag(_ text: String) -> Bool {
    2...64 ~= text.utf8.count && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// The options for the bus; what is not changed is left out.
  public var table: [String: BusValue] {
    var table: [String: BusValue] = [:]
    switch gap {
    case .time(let time): table["gap"] = .microseconds(time)
    case .factor(let factor): table["gap-factor"] = .double(factor)
    case nil: break
    }
    table["speeds"] = speeds.map { .array(of: .double, $0.map { .double($0) }) }
    table["by"] = source.map { .string($0.rawValue) }
    table["translations"] = translations.map { .string($0.rawValue) }
    table["translation-language"] = translationLanguage.map { .string($0) }
    table["silence"] = silence.map { .microseconds($0) }
    table["threshold"] = threshold.map { .double($0) }
    table["lead"] = lead.map { .microseconds($0) }
    table["tail"] = tail.map { .microseconds($0) }
    table["shortest"] = shortest.map { .microseconds($0) }
    table["longest"] = longest.map { .microseconds($0) }
    return table
  }

  /// A plan with these changes.
  public func changing(_ plan: StudyPlan) -> StudyPlan {
    var plan = plan
    if let gap { plan.exercise.gap = gap }
    if let speeds { plan.exercise.speeds = speeds }
    if let source { plan.source = source }
    if let translations { plan.translations = translations }
    if let translationLanguage { plan.translationLanguage = translationLanguage }
    if let silence { plan.phrases.silence = silence }
    if let threshold { plan.phrases.threshold = threshold }
    if let lead { plan.phrases.lead = lead }
    if let tail { plan.phrases.tail = tail }
    if let shortest { plan.phrases.shortest = shortest }
    if let longest { plan.phrases.longest = longest }
    return plan
  }
}

extension LearnOptions {
  static let gapOption = OptionDescription(
    "gap", .int64, "0 to 600000000", "the gap after each hearing of a phrase, in microseconds of the exercise")
  static let gapFactorOption = OptionDescription(
    "gap-factor", .double, "0 to 10",
    "the gap as a factor of the length of the phrase's voice as it was heard; 1 unless set. gap has priority")
  static let speedsOption = OptionDescription(
    "speeds", "ad", "1 to 50 numbers from 0.25 to 4",
    "the speeds at which each phrase is heard, one after another, as factors of Rate; once at 1 unless set")
  static let byOption = OptionDescription(
    "by", .string, PhraseSource.words,
    "what divides a recording: its silences, or the sentences of the text beside it that tells times; silence unless set. "
      + "The phrases of a text are its sentences")
  static let translationsOption = OptionDescription(
    "translations", .string, TranslationPlace.words,
    "the place of the sentences of a text that another voice than its own reads: they translate those before or after "
      + "them, are heard once and have no gap to speak in; none unless set. In a recording they are those of the text "
      + "beside it that tells times, each behind or before the phrase in which it is spoken")
  static let translationLanguageOption = OptionDescription(
    "translation-language", .string, "a BCP 47 tag",
    "the language of the text beside a recording that is a translation; found in it unless set")
  static let silenceOption = OptionDescription(
    "silence", .int64, "50000 to 10000000", "the shortest silence that divides, in microseconds; 280000 unless set")
  static let thresholdOption = OptionDescription(
    "threshold", .double, "1 to 60", "the level above the noise that is a voice, in dB; found by itself unless set")
  static let leadOption = OptionDescription(
    "lead", .int64, "0 to 5000000", "the silence before a voice that a phrase keeps, in microseconds; 150000 unless set"
  )
  static let tailOption = OptionDescription(
    "tail", .int64, "0 to 5000000", "the silence after a voice that a phrase keeps, in microseconds; 300000 unless set")
  static let shortestOption = OptionDescription(
    "shortest", .int64, "0 to 10000000", "a shorter voice belongs to its neighbour, in microseconds; 200000 unless set")
  static let longestOption = OptionDescription(
    "longest", .int64, "1000000 to 600000000",
    "a longer phrase is divided where it is quietest, in microseconds; 15000000 unless set")

  /// All options, in the order of the documentation.
  public static let descriptions = [
    gapOption, gapFactorOption, speedsOption, byOption, translationsOption, translationLanguageOption, silenceOption,
    thresholdOption, leadOption, tailOption, shortestOption, longestOption,
  ]
}
