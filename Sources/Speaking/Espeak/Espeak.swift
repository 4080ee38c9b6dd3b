import CEspeakNG
import Glibc
public import Speech
public import SpeechWorkerKit
import Synchronization
public import Vocabulary

/// The espeak-ng library of this process.
///
/// The library keeps its voice, parameters, callback and a state that continues from text to text in global variables.
/// A process therefore has one `Espeak`, made once, and ends by `_exit`, because terminating the library twice
/// deadlocks. To get the same sound each time, speak each text in a fresh copy of the process (fork).
public struct Espeak: ~Copyable {
  /// Receives the samples of one buffer, which is not empty, and the words that begin in it. It returns `false` to end
  /// the text.
  public typealias Sink = (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool

  /// Used only by the thread that calls ``synthesize(_:sink:)``, and set only during the call: the C callback has no
  /// context parameter.
  private nonisolated(unsafe) static var sink: Sink?
  /// The counterpart of ``sink`` for ``read(_:events:)``.
  private nonisolated(unsafe) static var reader: ((espeak_EVENT) -> Void)?
  /// The counterpart of ``sink`` for ``measure(_:counter:)``.
  private nonisolated(unsafe) static var counter: ((_ frames: Int) -> Bool)?
  private static let exists = Atomic<Bool>(false)
  /// The error of a second `Espeak` of a process.
  public static let alreadyInUse = Trouble(.engine, "espeak-ng runs in this process already")
  /// The library's minimum is 49 ms; smaller values become that.
  private static let bufferMilliseconds: CInt = 50

  /// The library's version, such as `1.51`.
  public let version: String
  /// The folder from which the library reads voices and dictionaries, also while it speaks.
  public let files: [String]
  /// The language of the voice in BCP 47; empty before ``configure(_:)``.
  public private(set) var language = ""

  /// Starts the engine, once in a process.
  ///
  /// - Throws: `engine` if its data are missing or of another release.
  public init() throws(Trouble) { try self.init(reportsPhonemes: false) }

  /// Starts the engine, once in a process.
  ///
  /// - Parameter reportsPhonemes: true if ``clauses(of:)`` will be asked.
  /// - Throws: `engine` if its data are missing or of another release.
  public init(reportsPhonemes: Bool) throws(Trouble) {
    guard !Self.exists.exchange(true, ordering: .relaxed) else { throw Self.alreadyInUse }
    let phonemes = reportsPhonemes ? espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA : 0
    let rate = espeak_Initialize(
      AUDIO_OUTPUT_SYNCHRONOUS, Self.bufferMilliseconds, nil, CInt(espeakINITIALIZE_DONT_EXIT | phonemes))
    guard rate > 0 else { throw Trouble(.engine, "espeak-ng does not start: are its data installed?") }
    var path: UnsafePointer<CChar>?
    let release = String(cString: espeak_Info(&path)).split(separator: " ").first.map { String($0) } ?? "unknown"
    let folder = path.map { String(cString: $0) } ?? ""
    if let data = EngineData.release(at: folder), EngineData.isForeign(data, to: release) {
      throw Trouble(
        .engine,
        "aloud was built with espeak-ng \(release), and its data in \(folder) are of \(data): install aloud for this "
          + "system, or build it again")
    }
    guard rate == Self.traits.sampleRate.hertz else { throw Trouble(.engine, "espeak-ng speaks with \(rate) Hz") }
    (version, files) = (release, [folder])
    // Only SSML calls this, and SSML is never on. The default callback opens files and runs commands.
    espeak_SetUriCallback { _, _, _ in 1 }
    // Initialised here, so that not every copy of the process has to do it.
    (Self.sink, Self.counter, Self.reader) = (nil, nil, nil)
    espeak_SetSynthCallback { samples, count, events in
      if let reader = Espeak.reader {
        var next = events
        while let event = next?.pointee, event.type != espeakEVENT_LIST_TERMINATED {
          reader(event)
          next = next?.successor()
        }
        return 0
      }
      guard let samples, count > 0 else { return 0 }
      if let counter = Espeak.counter { return counter(Int(count)) ? 0 : 1 }
      guard let sink = Espeak.sink else { return 0 }
      return sink(UnsafeBufferPointer(start: samples, count: Int(count)), Espeak.words(events)) ? 0 : 1
    }
  }

  private static func words(_ events: UnsafeMutablePointer<espeak_EVENT>?) -> [EngineWord] {
    var words: [EngineWord] = []
    var next = events
    while let event = next?.pointee, event.type != espeakEVENT_LIST_TERMINATED {
      if event.type == espeakEVENT_WORD {
        // The engine counts from 1.
        let position = max(Int(event.text_position) - 1, 0)
        words.append(EngineWord(position: position, length: Int(event.length), frame: Int(event.sample)))
      }
      next = next?.successor()
    }
    return words
  }

  /// The available voices except those of MBROLA, whose sound is made by another program.
  public func voices() -> [Voice] {
    guard var next = espeak_ListVoices(nil) else { return [] }
    var voices: [Voice] = []
    while let voice = next.pointee {
      if let voice = Voice(voice.pointee), !voice.id.name.hasPrefix("mb/") { voices.append(voice) }
      next = next.successor()
    }
    return voices
  }

  /// Chooses voice and parameters. A second choice leaves traces of the first: the same texts give the same sounds only
  /// after the same choices, so the process that is copied for each text chooses once, and each copy may choose again.
  public mutating func configure(_ configuration: VoiceConfiguration) throws(Trouble) {
    let name = configuration.voice.name
    // The library would open a path, and would ignore an unknown variant.
    guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !name.hasPrefix("/"),
      !zip(name.utf8, name.utf8.dropFirst()).contains(where: { ($0, $1) == (0x2E, 0x2E) }),
      !name.hasPrefix("mb/"), espeak_SetVoiceByName(name) == EE_OK, let current = espeak_GetCurrentVoice(),
      let identifier = current.pointee.identifier, String(cString: identifier) == name
    else { throw Trouble(.noVoice, name) }
    // At 450 words a minute and more the engine stretches its own sound, ten times slower and with another timeline.
    try set(espeakRATE, min(configuration.wordsPerMinute, Int(espeakRATE_MAXIMUM) - 1))
    try set(espeakPITCH, configuration.pitch)
    try set(espeakRANGE, configuration.range)
    let punctuation =
      switch configuration.punctuation {
      case .none: espeakPUNCT_NONE
      case .some: espeakPUNCT_SOME
      case .all: espeakPUNCT_ALL
      }
    // espeak-ng 1.51 sets the value but returns EE_INTERNAL_ERROR, so the value itself is checked.
    espeak_SetParameter(espeakPUNCTUATION, CInt(bitPattern: punctuation.rawValue), 0)
    guard espeak_GetParameter(espeakPUNCTUATION, 1) == CInt(bitPattern: punctuation.rawValue) else {
      throw Self.refusal(of: "espeak_SetParameter", EE_INTERNAL_ERROR)
    }
    language = Voice(current.pointee)?.language ?? ""
  }

  private static func refusal(of call: String, _ code: espeak_ERROR) -> Trouble {
    Trouble(.engine, "\(call): \(code.rawValue)")
  }

  private func set(_ parameter: espeak_PARAMETER, _ value: Int) throws(Trouble) {
    let result = espeak_SetParameter(parameter, CInt(value), 0)
    guard result == EE_OK else { throw Self.refusal(of: "espeak_SetParameter", result) }
  }

  /// Speaks a text in UTF-8 and returns when `sink` has all of it. Markup and phonemes in the text are read as plain
  /// text.
  ///
  /// - Precondition: the text is valid UTF-8 without U+0000.
  public mutating func synthesize(_ text: [UInt8], sink: Sink) throws(Trouble) {
    try withoutActuallyEscaping(sink) { sink throws(Trouble) in
      Self.sink = sink
      defer { Self.sink = nil }
      try synthesize(text)
    }
  }

  /// Like ``synthesize(_:sink:)`` but only counts. The memory that word events need stays untouched; each copy of the
  /// process would have to fault it in.
  ///
  /// - Parameter counter: receives the number of frames in one buffer, not 0. It returns `false` to end the text.
  public mutating func measure(_ text: [UInt8], counter: (_ frames: Int) -> Bool) throws(Trouble) {
    try withoutActuallyEscaping(counter) { counter throws(Trouble) in
      Self.counter = counter
      defer { Self.counter = nil }
      try synthesize(text)
    }
  }

  /// Translates a text as ``synthesize(_:sink:)`` does, without making sound.
  ///
  /// - Parameter sink: receives each clause in the International Phonetic Alphabet.
  /// - Precondition: the text is valid UTF-8 without U+0000.
  public mutating func transcribe(_ text: [UInt8], sink: (_ clause: String) -> Void) {
    translate(text) { clause, _ in sink(clause) }
  }

  /// - Parameter sink: receives each clause in the International Phonetic Alphabet, and the bytes of the text up to its
  ///   end.
  func translate(_ text: [UInt8], sink: (_ clause: String, _ end: Int) -> Void) {
    precondition(!text.contains(0), "U+0000 would end the text")
    let terminated = text + [0]
    terminated.withUnsafeBytes { bytes in
      var next = bytes.baseAddress
      while next != nil, let clause = espeak_TextToPhonemes(&next, CInt(espeakCHARS_UTF8), Self.phonemesInIPA) {
        let end = next.flatMap { next in bytes.baseAddress.map { next - $0 } } ?? text.count
        sink(String(cString: clause).trimmingSpaces, min(end, text.count))
      }
    }
  }

  /// Speaks a text without sound.
  ///
  /// - Parameter events: receives each event of the library in order.
  mutating func read(_ text: [UInt8], events: (espeak_EVENT) -> Void) throws(Trouble) {
    try withoutActuallyEscaping(events) { events throws(Trouble) in
      Self.reader = events
      defer { Self.reader = nil }
      try synthesize(text)
    }
  }

  /// The mode of `espeak_TextToPhonemes` with the names of the IPA (speak_lib.h: bit 1).
  private static let phonemesInIPA: CInt = 0x02

  private func synthesize(_ text: [UInt8]) throws(Trouble) {
    precondition(!text.contains(0), "U+0000 would end the text")
    var terminated = text
    terminated.append(0)
    let result = espeak_Synth(
      terminated, terminated.count, 0, POS_CHARACTER, 0, CUnsignedInt(espeakCHARS_UTF8), nil, nil)
    guard result == EE_OK else { throw Self.refusal(of: "espeak_Synth", result) }
  }
}

extension Voice {
  /// `nil` for a voice without a name or a file.
  fileprivate init?(_ voice: espeak_VOICE) {
    guard let identifier = voice.identifier, let name = voice.name else { return nil }
    var languages: [Language] = []
    // Pairs of a priority and a string; a priority of 0 ends them.
    var next = voice.languages
    while let priority = next?.pointee, priority != 0, let tag = next?.successor() {
      languages.append(Language(tag: String(cString: tag).lowercased(), priority: Int(priority)))
      next = tag + strlen(tag) + 1
    }
    let gender: Gender =
      switch voice.gender {
      case 1: .male
      case 2: .female
      default: .unspecified
      }
    if String(cString: identifier) == Self.mandarin { languages = Self.preferredForMandarin(languages) }
    self.init(
      .own(String(cString: identifier)), name: String(cString: name).trimmingSpaces, languages: languages,
      gender: gender, age: voice.age == 0 ? nil : Int(voice.age))
  }

  /// The voice that gets Chinese characters as pinyin. The library lists it for `zh` behind `sit/cmn`, which reads
  /// pinyin as English.
  private static let mandarin = "sit/cmn-Latn-pinyin"

  /// The languages of ``mandarin``, with a better priority (a smaller number) for Mandarin than that of any other
  /// voice.
  private static func preferredForMandarin(_ languages: [Language]) -> [Language] {
    let tags = ["zh", "cmn", "zh-cmn"]
    return languages.filter { !tags.contains($0.tag) } + tags.map { Language(tag: $0, priority: 1) }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
