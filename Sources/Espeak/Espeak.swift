import CEspeakNG
import Glibc
public import Speech
import Synchronization

/// What espeak-ng refuses.
public enum EspeakError: Error, Equatable, Sendable {
  case alreadyInUse
  /// The library cannot start: its data are missing or of another version.
  case cannotStart
  case noVoice(String)
  /// The code is `espeak_ERROR`.
  case refused(call: String, code: Int32)
}

/// The start of a word, as the engine sees it.
public struct EngineWord: Equatable, Sendable {
  /// Unicode scalars from the start of the text.
  public var position: Int
  /// In Unicode scalars, at most 31; 0 for what is not in the text.
  public var length: Int
  /// Frames from the first sample of the text.
  public var frame: Int

  /// A word of `length` characters at `position`, heard from `frame` on.
  public init(position: Int, length: Int, frame: Int) {
    self.position = position
    self.length = length
    self.frame = frame
  }
}

/// The espeak-ng library of this process.
///
/// The library keeps its voice, its parameters, its callback and a state that runs on from text to text in globals.
/// Hence there is one `Espeak` in a process, it is made once, and it is left by `_exit` (ending it twice deadlocks).
/// For the same sound each time, speak each text in a fresh copy of the process (fork).
public struct Espeak: ~Copyable {
  /// Takes the samples of one buffer, not empty, and the words that begin in it; `false` ends the text.
  public typealias Sink = (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool

  /// Owned by the one thread that calls ``synthesize(_:sink:)``, and set only while that runs: the C callback has no
  /// context parameter of its own.
  private nonisolated(unsafe) static var sink: Sink?
  /// As ``sink``, of ``measure(_:counter:)``.
  private nonisolated(unsafe) static var counter: ((_ frames: Int) -> Bool)?
  private static let exists = Atomic<Bool>(false)
  /// The library's smallest is 49; what is smaller becomes that.
  private static let bufferMilliseconds: CInt = 50

  /// In Hz; one channel.
  public let sampleRate: Int
  /// The library's version, such as `1.51`.
  public let version: String
  /// Where the library reads its voices and dictionaries, also while it speaks.
  public let dataPath: String
  /// The language of the voice, as BCP 47; empty before ``configure(_:)``.
  public private(set) var language = ""

  /// Starts the engine, which can be done once in a process; throws where its data are missing.
  public init() throws(EspeakError) {
    guard !Self.exists.exchange(true, ordering: .relaxed) else { throw .alreadyInUse }
    let rate = espeak_Initialize(
      AUDIO_OUTPUT_SYNCHRONOUS, Self.bufferMilliseconds, nil, CInt(espeakINITIALIZE_DONT_EXIT))
    guard rate > 0 else { throw .cannotStart }
    sampleRate = Int(rate)
    var path: UnsafePointer<CChar>?
    version = String(cString: espeak_Info(&path)).split(separator: " ").first.map { String($0) } ?? "unknown"
    dataPath = path.map { String(cString: $0) } ?? ""
    // Never asked without SSML, which is never on; but the default opens files and runs commands.
    espeak_SetUriCallback { _, _, _ in 1 }
    // A copy of the process would make them first, each anew.
    (Self.sink, Self.counter) = (nil, nil)
    espeak_SetSynthCallback { samples, count, events in
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

  /// The voices that can be used, without those of MBROLA (whose sound comes from another program).
  public func voices() -> [Voice] {
    guard var next = espeak_ListVoices(nil) else { return [] }
    var voices: [Voice] = []
    while let voice = next.pointee {
      if let voice = Voice(voice.pointee), !voice.identifier.hasPrefix("mb/") { voices.append(voice) }
      next = next.successor()
    }
    return voices
  }

  /// Chooses voice and parameters. Call it once, before the first text: a second choice leaves traces of the first.
  public mutating func configure(_ configuration: VoiceConfiguration) throws(EspeakError) {
    let name = configuration.voice
    // The library would open a path, and takes an unknown variant for none.
    guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !name.hasPrefix("/"),
      !zip(name.utf8, name.utf8.dropFirst()).contains(where: { ($0, $1) == (0x2E, 0x2E) }),
      !name.hasPrefix("mb/"), espeak_SetVoiceByName(name) == EE_OK, let current = espeak_GetCurrentVoice(),
      let identifier = current.pointee.identifier, String(cString: identifier) == name
    else { throw .noVoice(name) }
    // From 450 words a minute on the engine stretches its own sound, ten times slower and with another timeline.
    try set(espeakRATE, min(configuration.wordsPerMinute, Int(espeakRATE_MAXIMUM) - 1))
    try set(espeakPITCH, configuration.pitch)
    try set(espeakRANGE, configuration.range)
    let punctuation =
      switch configuration.punctuation {
      case .none: espeakPUNCT_NONE
      case .some: espeakPUNCT_SOME
      case .all: espeakPUNCT_ALL
      }
    // Set and then answered by EE_INTERNAL_ERROR in 1.51, so the value is what tells.
    espeak_SetParameter(espeakPUNCTUATION, CInt(bitPattern: punctuation.rawValue), 0)
    guard espeak_GetParameter(espeakPUNCTUATION, 1) == CInt(bitPattern: punctuation.rawValue) else {
      throw .refused(call: "espeak_SetParameter", code: Int32(EE_INTERNAL_ERROR.rawValue))
    }
    language = Voice(current.pointee)?.language ?? ""
  }

  private func set(_ parameter: espeak_PARAMETER, _ value: Int) throws(EspeakError) {
    let result = espeak_SetParameter(parameter, CInt(value), 0)
    guard result == EE_OK else { throw .refused(call: "espeak_SetParameter", code: Int32(result.rawValue)) }
  }

  /// Speaks a text of UTF-8 and returns when `sink` has all of it. Markup and phonemes in it are read as they stand.
  ///
  /// - Precondition: the text is valid UTF-8 without U+0000.
  public mutating func synthesize(_ text: [UInt8], sink: Sink) throws(EspeakError) {
    try withoutActuallyEscaping(sink) { sink throws(EspeakError) in
      Self.sink = sink
      defer { Self.sink = nil }
      try synthesize(text)
    }
  }

  /// As ``synthesize(_:sink:)``, but counts only: whatever is looked up for words is left alone, which a copy of the
  /// process would have to do anew each time.
  ///
  /// - Parameter counter: takes the frames of one buffer, not 0; `false` ends the text.
  public mutating func measure(_ text: [UInt8], counter: (_ frames: Int) -> Bool) throws(EspeakError) {
    try withoutActuallyEscaping(counter) { counter throws(EspeakError) in
      Self.counter = counter
      defer { Self.counter = nil }
      try synthesize(text)
    }
  }

  private func synthesize(_ text: [UInt8]) throws(EspeakError) {
    precondition(!text.contains(0), "U+0000 would end the text")
    var terminated = text
    terminated.append(0)
    let result = espeak_Synth(
      terminated, terminated.count, 0, POS_CHARACTER, 0, CUnsignedInt(espeakCHARS_UTF8), nil, nil)
    guard result == EE_OK else { throw .refused(call: "espeak_Synth", code: Int32(result.rawValue)) }
  }
}

extension Voice {
  /// `nil` for a voice without a name or a file.
  fileprivate init?(_ voice: espeak_VOICE) {
    guard let identifier = voice.identifier, let name = voice.name else { return nil }
    var languages: [Language] = []
    // Pairs of a priority and a string, until a priority of 0.
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
    self.init(
      identifier: String(cString: identifier), name: String(cString: name).trimmingSpaces, languages: languages,
      gender: gender, age: voice.age == 0 ? nil : Int(voice.age))
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
