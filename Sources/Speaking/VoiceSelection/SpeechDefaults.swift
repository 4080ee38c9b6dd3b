public import AloudAPI
public import Configuration
import Glibc
public import Speech
public import Vocabulary

/// Derives a voice and the silences of a timeline from a request's options and the configuration.
public struct SpeechDefaults: Sendable {
  /// The configuration.
  public var settings: Settings.Speech
  /// The listener's voices for languages.
  public var voices: LanguageVoices
  /// The voices for requests that name neither a voice nor an engine.
  public var catalogue: VoiceCatalogue
  private let isUrgent: Bool
  /// All voices.
  private let everything: VoiceCatalogue
  /// The engines that do not work, and why. One that never has is in no catalogue.
  private let illnesses: [String: String]

  /// The rules for these settings and voices.
  ///
  /// - Parameter isUrgent: true for texts that are to be heard at once: they have a voice of a slow engine only if they
  ///   name it, or if there is no other one.
  /// - Parameter troubles: the engines that do not work, and why.
  /// - Parameter conditions: those of the text.
  public init(
    _ settings: Settings, catalogue: VoiceCatalogue, isUrgent: Bool = false,
    troubles: [(engine: String, trouble: Trouble)] = [], _ conditions: SpeakingConditions = SpeakingConditions()
  ) {
    self.settings = settings.speech
    self.isUrgent = isUrgent
    illnesses = Dictionary(troubles.map { ($0.engine, "\($0.trouble)") }) { first, _ in first }
    voices = settings.voices
    everything = catalogue.preferring(settings.voices.names)
    let prompt = isUrgent ? everything.prompt : everything
    self.catalogue = (prompt.voices.isEmpty ? everything : prompt).choosing(settings.speech, conditions)
  }

  /// The voice for a request.
  ///
  /// A named voice comes before a language. The request comes before the configuration, and that before the desktop's
  /// language. English comes last, and then any voice. A named engine reads with its own voices alone.
  ///
  /// - Throws: `noVoice` with what is missing.
  public func voice(for options: SpeakOptions) throws(APIError) -> Voice {
    let catalogue = try catalogue(for: options)
    let owner = options.engine.map { "the engine '\($0)' has no voice" }
    if let name = options.voice {
      guard let voice = catalogue.named(name) else {
        try refuseIll(VoiceID(name).engine)
        throw APIError(.noVoice, "\(owner ?? "there is no voice") '\(name)'")
      }
      return voice
    }
    if let language = options.allIn ?? options.language {
      guard let voice = catalogue.best(forLanguage: language) else {
        throw APIError(
          .noVoice, owner.map { "\($0) for the language '\(language)'" } ?? "no voice reads the language '\(language)'")
      }
      return voice
    }
    return try standard(from: catalogue)
  }

  /// The voices among which a request chooses.
  private func catalogue(for options: SpeakOptions) throws(APIError) -> VoiceCatalogue {
    guard let engine = options.engine else { return options.voice == nil ? catalogue : everything }
    let own = everything.of(engine: engine)
    guard !own.voices.isEmpty else {
      try refuseIll(engine)
      throw APIError(.noVoice, "there is no engine '\(engine)'")
    }
    return own
  }

  /// - Throws: `noVoice` if an engine does not work.
  private func refuseIll(_ engine: String) throws(APIError) {
    guard let illness = illnesses[engine] else { return }
    throw APIError(.noVoice, "the engine '\(engine)' does not work (\(illness))")
  }

  /// True if every voice, engine and language exists that a request names, and, where it names no voice, those that the
  /// configuration does.
  public func fulfils(_ options: SpeakOptions) -> Bool {
    guard (try? voice(for: options)) != nil else { return false }
    return options.voice != nil || options.engine != nil || missingVoice == nil
  }

  /// The name of the voice that a request has, whatever engines there are; `nil` if that depends on them.
  public static func namedVoice(for options: SpeakOptions, _ settings: Settings.Speech) -> String? {
    if let name = options.voice { return options.engine == nil ? name : nil }
    let isFree = options.engine == nil && options.language == nil && options.allIn == nil
    return isFree && !settings.voice.isEmpty ? settings.voice : nil
  }

  /// The options without those that name a voice, an engine or a language which does not exist: for wishes of the
  /// listener beside a text that is to be heard in any case.
  public func fulfillable(_ options: SpeakOptions) -> SpeakOptions {
    var plain = options
    (plain.language, plain.allIn) = (nil, nil)
    // A language that no voice reads takes nothing else with it.
    for wish in [options, plain] {
      var candidates = [wish, wish, wish, wish]
      candidates[1].engine = nil
      candidates[2].voice = nil
      (candidates[3].engine, candidates[3].voice) = (nil, nil)
      if let fitting = candidates.first(where: { (try? voice(for: $0)) != nil }) { return fitting }
    }
    (plain.engine, plain.voice) = (nil, nil)
    return plain
  }

  /// The sentence that tells the listener that a configured voice does not exist; `nil` if all do, if none is
  /// configured, or if there are no voices at all. Another voice reads then.
  public var missingVoice: String? {
    guard !everything.voices.isEmpty else { return nil }
    let named = [("speech.voice", settings.voice)] + voices.tags.map { ("voices.\($0)", voices[$0]) }
    guard let (key, voice) = named.first(where: { !$0.1.isEmpty && everything.named($0.1) == nil }) else { return nil }
    return "there is no voice '\(voice)', which \(key) in aloud.toml names"
  }

  /// The voice for texts that request none.
  ///
  /// - Throws: `noVoice` without any voice.
  public func standard() throws(APIError) -> Voice { try standard(from: catalogue) }

  private func standard(from catalogue: VoiceCatalogue) throws(APIError) -> Voice {
    if !settings.voice.isEmpty, let voice = catalogue.named(settings.voice) { return voice }
    // The listener's voice may be none of these: its language is the listener's all the same.
    let wanted = settings.voice.isEmpty ? nil : everything.named(settings.voice)?.language
    let languages = [wanted ?? "", settings.language, Self.desktopLanguage, "en-us", "en"]
    for language in languages where !language.isEmpty {
      if let voice = catalogue.best(forLanguage: language) { return voice }
    }
    // An engine that reads none of these languages has been asked for all the same.
    if let voice = catalogue.voices.first { return voice }
    throw APIError(.noVoice, "the speech engine has no voices; install \(UsualEngine.dataPackage)")
  }

  /// The voice for a request, with its parameters.
  public func configuration(for options: SpeakOptions) throws(APIError) -> VoiceConfiguration {
    VoiceConfiguration(
      voice: try voice(for: options).id,
      wordsPerMinute: Int((Double(settings.wordsPerMinute) * (options.rate ?? 1)).rounded()),
      pitch: Self.scale(options.pitch ?? settings.pitch, low: 0.5, high: 2),
      range: Self.scale(options.range ?? settings.range, low: 0, high: 2),
      punctuation: options.punctuation ?? settings.punctuation)
  }

  /// The voices for a request. Parts in other languages have voices of their own unless the request wants everything in
  /// one language. A request that names the language of parts that declare none is told from one that leaves it open.
  public func choice(for options: SpeakOptions) throws(APIError) -> VoiceChoice {
    let voice = try voice(for: options)
    let configuration = try configuration(for: options)
    guard options.allIn == nil else { return VoiceChoice(configuration, from: nil, sampleRate: voice.sampleRate) }
    // A voice that this request names comes before the configured one of its language, and so do those of an engine.
    var catalogue = options.engine.map { among($0).favouring(engine: $0) } ?? self.catalogue
    if options.voice != nil { catalogue = catalogue.withoutPreference(for: voice.language) }
    return VoiceChoice(
      configuration, from: catalogue,
      options.language == nil ? .free : .declared, sampleRate: voice.sampleRate)
  }

  /// The voices for the parts of a text that names an engine: a slow one speaks all its languages then.
  private func among(_ engine: String) -> VoiceCatalogue {
    isUrgent ? everything.prompt(andOf: engine) : catalogue
  }

  /// The silences of a request.
  public func gaps(for options: SpeakOptions) -> Silences {
    Silences(
      leadingDelay: Microseconds(options.leadingDelay ?? .zero),
      trailingDelay: Microseconds(options.trailingDelay ?? .zero), sentence: Microseconds(settings.sentenceGap),
      paragraph: Microseconds(settings.paragraphGap))
  }

  /// Converts a factor around 1 to the engine's scale of 0…100 around 50.
  private static func scale(_ factor: Double, low: Double, high: Double) -> Int {
    factor <= 1
      ? Int((50 * (factor - low) / (1 - low)).rounded()) : Int((50 + 50 * (factor - 1) / (high - 1)).rounded())
  }

  /// The language of the desktop's locale (setlocale(3): `LC_ALL`, `LC_MESSAGES`, `LANG`).
  public static var desktopLanguage: String {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { continue }
      let tag = value.prefix { $0 != "." && $0 != "@" }
      return tag == "C" || tag == "POSIX" ? "" : String(tag.map { $0 == "_" ? "-" : $0 })
    }
    return ""
  }
}
