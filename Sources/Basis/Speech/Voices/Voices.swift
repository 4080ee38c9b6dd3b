public import Vocabulary

/// A voice that an engine has.
public struct Voice: Hashable, Sendable {
  /// The gender of the voice, if the engine declares it.
  public enum Gender: String, Sendable, CaseIterable {
    case unspecified
    case male
    case female
  }

  /// A language that a voice speaks.
  public struct Language: Hashable, Sendable {
    /// BCP 47, in lower case, such as `en-us`.
    public var tag: String
    /// The lower the number, the better the voice fits; 5 is usual.
    public var priority: Int

    /// A language and the voice's priority for it.
    public init(tag: String, priority: Int) {
      self.tag = tag
      self.priority = priority
    }
  }

  /// The value of ``VoiceConfiguration/voice``.
  public var id: VoiceID
  /// A name for people, such as `English (America)`.
  public var name: String
  /// The languages; the voice's own comes first.
  public var languages: [Language]
  /// The gender of the voice.
  public var gender: Gender
  /// The age in years, if the voice has one.
  public var age: Int?
  /// The samples a second of its sound.
  public var sampleRate: SampleRate
  /// The processor time for a second of its sound, on a slow processor; 0 if the engine does not tell.
  public var cost: Microseconds
  /// The processor time for finding the length of a second of its sound, on a slow processor; 0 if it is ``cost``.
  public var measuringCost: Microseconds
  /// True if it has processes of its own: another voice of the same engine is never spoken by them.
  public var isAlone: Bool
  /// True if it sounds like a person, in the engine's own words: it comes first where there is time for it.
  public var isNatural: Bool
  /// True if its engine says nothing at another pitch than the voice's own: what asks for one is not heard.
  public var hasOnePitch: Bool
  /// What is known of it for people who choose one.
  public var provenance: Provenance

  /// What is known of a voice for people who choose one.
  public struct Provenance: Hashable, Sendable {
    /// The quality in the words of its maker; empty if nobody tells.
    public var quality: String
    /// The licence in the words of its maker; empty if nobody tells.
    public var licence: String
    /// Bytes of its files; 0 if nobody tells.
    public var bytes: Int

    /// What is known.
    public init(quality: String = "", licence: String = "", bytes: Int = 0) {
      (self.quality, self.licence, self.bytes) = (quality, licence, bytes)
    }
  }

  /// A voice as the engine lists it.
  public init(
    _ id: VoiceID, name: String, languages: [Language], gender: Gender = .unspecified, age: Int? = nil,
    sampleRate: SampleRate = .usual, cost: Microseconds = 0, measuringCost: Microseconds = 0, isAlone: Bool = false,
    isNatural: Bool = false, hasOnePitch: Bool = false, provenance: Provenance = Provenance()
  ) {
    self.id = id
    self.name = name
    self.languages = languages
    self.gender = gender
    self.age = age
    self.sampleRate = sampleRate
    self.cost = cost
    self.measuringCost = measuringCost
    self.isAlone = isAlone
    self.isNatural = isNatural
    self.hasOnePitch = hasOnePitch
    self.provenance = provenance
  }

  /// True if it speaks at once, whatever the text: announcements wait for no other one.
  public var isPrompt: Bool { cost <= EngineTraits.promptCost }

  /// The priority of the voice for a language or one of its dialects: the lower, the better. `nil` if it does not speak
  /// it.
  fileprivate func fitness(for tag: String) -> Int? {
    languages.filter { $0.tag == tag || $0.tag.hasPrefix(tag + "-") }.map(\.priority).min()
  }

  /// The tag of the language that the voice is made for; empty if it has none.
  public var language: String { languages.first?.tag ?? "" }

  /// The first part of ``language``.
  fileprivate var primaryLanguage: Substring { language.prefix { $0 != "-" } }
}

/// The voices of the engines, and the choice among them.
public struct VoiceCatalogue: Equatable, Sendable {
  /// All of them: engine by engine, in the order of each.
  public let voices: [Voice]

  /// The listener's voices for languages, by their tags in the engine's spelling.
  private var preferred: [String: Voice] = [:]
  /// The engine whose voices come first.
  private var favourite = UsualEngine.name
  /// The natural voices that come before those of ``favourite``.
  private var natural: [Voice] = []
  /// True if the engine was named: its voices come before natural ones of others.
  private var isFavouriteNamed = false

  /// A catalogue of these voices; the order decides between equal ones.
  public init(_ voices: [Voice]) { self.voices = voices }

  /// The same voices with the listener's choice for some languages. Unknown voices are left out.
  ///
  /// - Parameter names: names of voices (see ``named(_:)``) by the tags of languages.
  public func preferring(_ names: [String: String]) -> VoiceCatalogue {
    var catalogue = self
    for (tag, name) in names { catalogue.preferred[VoiceLanguageTag(tag).text] = named(name) }
    return catalogue
  }

  /// The same voices without the listener's choice for a language and its dialects.
  public func withoutPreference(for tag: String) -> VoiceCatalogue {
    let language = VoiceLanguageTag(tag).language
    var catalogue = self
    catalogue.preferred = preferred.filter { VoiceLanguageTag($0.key).language != language }
    return catalogue
  }

  /// The listener's choice for a language: that for its tag, or for a shorter one; `nil` if there is none.
  public func preferred(forLanguage tag: String) -> Voice? {
    preferred.isEmpty ? nil : VoiceLanguageTag(tag).prefixes.lazy.compactMap { preferred[$0] }.first
  }

  /// The voices of one engine, with the listener's choice among them.
  public func of(engine: String) -> VoiceCatalogue { only { $0.id.engine == engine } }

  /// The voices that speak at once (``Voice/isPrompt``), with the listener's choice among them.
  public var prompt: VoiceCatalogue { only(\.isPrompt) }

  /// The voices that speak at once, and all of one engine, with the listener's choice among them.
  public func prompt(andOf engine: String) -> VoiceCatalogue { only { $0.isPrompt || $0.id.engine == engine } }

  private func only(_ isWanted: (Voice) -> Bool) -> VoiceCatalogue {
    var catalogue = VoiceCatalogue(voices.filter(isWanted))
    catalogue.preferred = preferred.filter { isWanted($0.value) }
    catalogue.favourite = favourite
    catalogue.natural = natural.filter(isWanted)
    catalogue.isFavouriteNamed = isFavouriteNamed
    return catalogue
  }

  /// The same voices, with natural ones before all others for the languages that they speak. The listener's choice for
  /// a language comes before them.
  ///
  /// - Parameter isFit: false for a natural voice that has no such place.
  public func preferringNatural(where isFit: (Voice) -> Bool = { _ in true }) -> VoiceCatalogue {
    var catalogue = self
    catalogue.natural = voices.filter { $0.isNatural && isFit($0) }
    return catalogue
  }

  /// The same voices for the other languages of a text that a voice reads: a text whose own language has a natural
  /// voice, and that is read by another one, has none in those parts either.
  public func beside(_ voice: VoiceID) -> VoiceCatalogue {
    guard !natural.isEmpty, let own = self.voice(voice), !own.isNatural,
      voices.contains(where: { $0.isNatural && $0.primaryLanguage == own.primaryLanguage })
    else { return self }
    return preferringNatural { _ in false }
  }

  /// The same voices, with those of an engine before all others for the languages that it speaks.
  public func favouring(engine: String) -> VoiceCatalogue {
    let own = of(engine: engine)
    var catalogue = self
    catalogue.favourite = engine
    catalogue.isFavouriteNamed = true
    catalogue.preferred = preferred.filter { tag, voice in
      voice.id.engine == engine || own.best(forLanguage: tag) == nil
    }
    return catalogue
  }

  /// The names of the engines that have voices, in order.
  public var engines: [String] {
    var engines: [String] = []
    for voice in voices where !engines.contains(voice.id.engine) { engines.append(voice.id.engine) }
    return engines
  }

  /// The voice with this identity, also with a variant.
  public func voice(_ id: VoiceID) -> Voice? { of(engine: id.engine).named(id.name) }

  /// Finds the voice by the name that the listener gives: an identifier (``VoiceID/text`` or the engine's own name for
  /// it; a variant may follow, `gmw/en-US+f3`), the voice's own name, or a language tag, also one with a region that no
  /// voice has of its own (`zh-HK`). Case does not matter, and underscores count as spaces. `nil` for an unknown name.
  public func named(_ name: String) -> Voice? {
    let (base, variant) = Self.split(name)
    let wanted = Self.folded(base)
    let found =
      voices.first { Self.folded($0.id.text) == wanted } ?? voices.first { Self.folded($0.id.name) == wanted }
      ?? voices.first { Self.folded($0.name) == wanted }
      ?? exactMatch(VoiceLanguageTag(base).text)
      ?? (VoiceLanguageTag.isRegional(base) ? preferred(forLanguage: base) ?? nearest(to: base) : nil)
    guard var voice = found else { return nil }
    if let variant {
      guard Self.isVariant(variant) else { return nil }
      voice.id = VoiceID(engine: voice.id.engine, name: voice.id.name + "+" + variant)
      voice.name += " (" + variant + ")"
    }
    return voice
  }

  /// True if a name is the identity of one of these voices, perhaps with a variant: ``named(_:)`` finds that one,
  /// whatever others there are.
  public func identifies(_ name: String) -> Bool {
    let wanted = Self.folded(Self.split(name).base)
    return voices.contains { Self.folded($0.id.text) == wanted }
  }

  /// The voice for texts in a language, given as BCP 47 or as a POSIX locale; `nil` if no voice can read it.
  ///
  /// Known aliases come first (the best voice for Hong Kong is a Cantonese one), then the tag and its ever shorter
  /// prefixes, then a voice for a dialect of the language. A natural voice of the same language comes before that one
  /// if it is preferred (``preferringNatural(where:)``), whatever its region.
  public func best(forLanguage tag: String) -> Voice? {
    if let voice = preferred(forLanguage: tag) { return voice }
    guard let found = nearest(to: tag) else { return nil }
    return naturalVoice(forLanguage: tag, besides: found) ?? found
  }

  /// The natural voice that reads a language in place of another voice of it.
  private func naturalVoice(forLanguage tag: String, besides other: Voice) -> Voice? {
    guard !natural.isEmpty, !isFavouriteNamed || of(engine: favourite).nearest(to: tag) == nil,
      let voice = VoiceCatalogue(natural).nearest(to: tag), voice.primaryLanguage == other.primaryLanguage
    else { return nil }
    return voice
  }

  /// The voice whose language is nearest to a tag, natural or not.
  private func nearest(to tag: String) -> Voice? {
    let tag = VoiceLanguageTag(tag)
    guard !tag.text.isEmpty else { return nil }
    for candidate in tag.candidates {
      if let voice = exactMatch(candidate) { return voice }
    }
    let dialect = tag.language + "-"
    return best { $0.tag.hasPrefix(dialect) }
  }

  /// The voices that speak a language, the best first (see ``best(forLanguage:)``). A region without a voice of its own
  /// gets those of the language. Empty if no voice can read it.
  public func speaking(_ tag: String) -> [Voice] {
    guard let best = best(forLanguage: tag) else { return [] }
    let tag = VoiceLanguageTag(tag)
    for wanted in [tag.text] + tag.candidates {
      let found = voices.enumerated().compactMap { order, voice in
        voice.fitness(for: wanted).map { (rank: (natural.contains(voice) ? 0 : 1, $0, order), voice: voice) }
      }
      guard !found.isEmpty else { continue }
      return [best] + found.sorted { $0.rank < $1.rank }.map(\.voice).filter { $0 != best }
    }
    return [best]
  }

  private func exactMatch(_ tag: String) -> Voice? {
    guard !tag.isEmpty else { return nil }
    return best { $0.tag == tag }
  }

  /// The voice with the best priority for a language that fulfils `condition`. Voices of the usual engine come first,
  /// unless another one is favoured: that it is installed does not mean that it is wanted. Among equals, a voice for
  /// which this is its own language wins, then the cheaper one of natural voices, then the one with the shorter
  /// identifier, which is the plainer voice.
  private func best(_ condition: (Voice.Language) -> Bool) -> Voice? {
    var found: (rank: (Int, Int, Int, Int64, Int), voice: Voice)?
    for voice in voices {
      for (index, language) in voice.languages.enumerated() where condition(language) {
        let engine = voice.id.engine == favourite ? 0 : 1
        let cost = voice.isNatural ? voice.cost.count : 0
        let rank = (engine, language.priority, index, cost, voice.id.name.utf8.count)
        if found.map({ rank < $0.rank }) ?? true { found = (rank, voice) }
      }
    }
    return found?.voice
  }

  private static func split(_ name: String) -> (base: String, variant: String?) {
    guard let plus = name.firstIndex(of: "+") else { return (name, nil) }
    return (String(name[..<plus]), String(name[name.index(after: plus)...]))
  }

  private static func isVariant(_ variant: String) -> Bool {
    !variant.isEmpty && variant.utf8.allSatisfy { $0.isASCIIWordByte }
  }

  private static func folded(_ name: String) -> String {
    String(name.lowercased().map { $0 == "_" ? " " : $0 })
  }
}

extension UInt8 {
  /// Letters, digits, hyphen and underscore.
  fileprivate var isASCIIWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
