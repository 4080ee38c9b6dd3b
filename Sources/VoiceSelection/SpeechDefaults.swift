public import AloudAPI
public import Configuration
import Glibc
public import Speech
import Vocabulary

/// Derives a voice and the silences of a timeline from a request's options and the configuration.
public struct SpeechDefaults: Sendable {
  /// The configuration.
  public var settings: Settings.Speech
  /// The listener's voices for languages.
  public var voices: LanguageVoices
  /// The available voices.
  public var catalogue: VoiceCatalogue

  /// The rules for these settings and voices.
  public init(_ settings: Settings, catalogue: VoiceCatalogue) {
    self.settings = settings.speech
    voices = settings.voices
    self.catalogue = catalogue.preferring(settings.voices.names)
  }

  /// The voice for a request.
  ///
  /// A named voice comes before a language. The request comes before the configuration, and that before the desktop's
  /// language. The engine's English voice is the last resort.
  public func voice(for options: SpeakOptions) throws(APIError) -> Voice {
    if let name = options.voice {
      guard let voice = catalogue.named(name) else {
        throw APIError(.noVoice, "there is no voice '\(name)'")
      }
      return voice
    }
    if let language = options.allIn ?? options.language {
      guard let voice = catalogue.best(forLanguage: language) else {
        throw APIError(.noVoice, "no voice reads the language '\(language)'")
      }
      return voice
    }
    return try standard()
  }

  /// The sentence that tells the listener that a configured voice does not exist; `nil` if all do, if none is
  /// configured, or if there are no voices at all. Another voice reads then.
  public var missingVoice: String? {
    guard !catalogue.voices.isEmpty else { return nil }
    let named = [("speech.voice", settings.voice)] + voices.tags.map { ("voices.\($0)", voices[$0]) }
    guard let (key, voice) = named.first(where: { !$0.1.isEmpty && catalogue.named($0.1) == nil }) else { return nil }
    return "there is no voice '\(voice)', which \(key) in aloud.toml names"
  }

  /// The voice for texts that request none.
  public func standard() throws(APIError) -> Voice {
    if !settings.voice.isEmpty, let voice = catalogue.named(settings.voice) { return voice }
    let languages = [settings.language, Self.desktopLanguage, "en-us", "en"]
    for language in languages where !language.isEmpty {
      if let voice = catalogue.best(forLanguage: language) { return voice }
    }
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
    // A voice that this request names comes before the configured one of its language.
    return VoiceChoice(
      configuration, from: options.voice == nil ? catalogue : catalogue.withoutPreference(for: voice.language),
      options.language == nil ? .free : .declared, sampleRate: voice.sampleRate)
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
