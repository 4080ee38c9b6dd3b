import Vocabulary

/// The way in which a text or a recording is studied: the origin of its phrases, and how they are heard.
public struct StudyPlan: Equatable, Sendable {
  /// The origin of a recording's phrases; those of a text are its sentences.
  public var source: PhraseSource
  /// The numbers by which a recording is divided.
  public var phrases: PhraseSettings
  /// The way in which the phrases are heard.
  public var exercise: ExerciseSettings
  /// The place of what other voices than the text's own read. It is heard once, and has no gap to speak in. In a
  /// recording it is the text beside it, which is spoken.
  public var translations: TranslationPlace
  /// The language of the text beside a recording (BCP 47), if that is a translation; empty: it is found.
  public var translationLanguage = ""

  /// A plan from its parts.
  public init(
    phrases: PhraseSettings = PhraseSettings(), by source: PhraseSource = .silence,
    exercise: ExerciseSettings = ExerciseSettings(), translations: TranslationPlace = .none
  ) {
    (self.phrases, self.source, self.exercise) = (phrases, source, exercise)
    self.translations = translations
  }
}

// The form in which a plan is kept: words and numbers, such as `by silence gap 1.5x speeds 0.7,1`. What a later version
// adds is passed over.
extension StudyPlan {
  /// The plan as a text. Times are microseconds.
  public var text: String {
    var words = ["by", source.rawValue]
    switch exercise.gap {
    case .time(let time): words += ["gap", "\(time.count)"]
    case .factor(let factor): words += ["gap", "\(factor)x"]
    }
    words += ["speeds", exercise.speeds.map { "\($0)" }.joined(separator: ",")]
    for (name, time) in Self.times { words += [name, "\(phrases[keyPath: time].count)"] }
    if translations != .none { words += ["translations", translations.rawValue] }
    if !translationLanguage.isEmpty { words += ["language", translationLanguage] }
    if let threshold = phrases.threshold { words += ["threshold", "\(threshold)"] }
    return words.joined(separator: " ")
  }

  /// The plan from its text; what is missing or wrong there is as usual.
  public init(text: String) {
    self.init()
    let words = text.split(separator: " ")
    for index in stride(from: 0, to: words.count - 1, by: 2) { take(String(words[index]), words[index + 1]) }
  }

  private static var times: [(name: String, time: WritableKeyPath<PhraseSettings, Microseconds>)] {
    [
      ("silence", \.silence), ("shortest", \.shortest), ("longest", \.longest), ("lead", \.lead), ("tail", \.tail),
    ]
  }

  private mutating func take(_ name: String, _ value: Substring) {
    switch name {
    case "by": source = PhraseSource(rawValue: String(value)) ?? source
    case "translations": translations = TranslationPlace(rawValue: String(value)) ?? translations
    case "language": translationLanguage = String(value)
    case "gap" where value.hasSuffix("x"):
      if let factor = Double(value.dropLast()) { exercise.gap = .factor(factor) }
    case "gap": if let time = Int64(value) { exercise.gap = .time(Microseconds(time)) }
    case "speeds":
      let speeds = value.split(separator: ",").compactMap { Double($0) }
      if !speeds.isEmpty { exercise.speeds = speeds }
    case "threshold": if let threshold = Double(value) { phrases.threshold = threshold }
    default:
      guard let time = Self.times.first(where: { $0.name == name })?.time, let value = Int64(value) else { return }
      phrases[keyPath: time] = Microseconds(value)
    }
  }
}
