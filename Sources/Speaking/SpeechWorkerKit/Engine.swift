public import Speech
public import Vocabulary

/// A speech engine, as the process has it that the service starts for one voice.
///
/// ``EngineProcess`` calls it, on the only thread of that process: `init`, ``voices()``, ``configure(_:)``, and then
/// the rest in copies of the process (fork), one for each text. A copy has the state of the process at
/// ``configure(_:)``, so that the same text makes the same sound whatever was spoken before; it may crash, and to
/// cancel a text is to kill it. Threads of the engine do not survive in a copy.
///
/// An engine that is no library of this process needs none of this: `docs/engine.md` has the messages.
public protocol Engine: ~Copyable {
  /// The library alone: the name of an engine that does not start.
  static var library: String { get }
  /// What the service has to know before the first text.
  static var traits: EngineTraits { get }
  /// The most bytes of address space that a process may take.
  static var addressSpace: UInt64 { get }

  /// Starts the engine and loads the code that it needs, once in a process. Afterwards the process is sealed: it opens
  /// ``files`` alone, makes no socket and runs no program.
  ///
  /// - Throws: `engine` with what the user can do.
  init() throws(Trouble)

  /// All that the sound depends on besides the voice and the text that the engine gets: library, version, model. Equal
  /// names make equal sounds, to the sample.
  var name: EngineName { get }
  /// The files, or folders of files, that are read after the start.
  var files: [String] { get }
  /// The voices that ``configure(_:)`` takes. Their ``Speech/Voice/sampleRate`` is that of ``sampleRate(of:)``,
  /// whatever they say.
  func voices() -> [Voice]
  /// The samples a second of a voice's sound.
  func sampleRate(of voice: VoiceID) -> SampleRate
  /// The folders in which voices are installed and removed, absolute, at most 16: the service asks for the voices again
  /// when something in them has changed. Folders in them are not looked at.
  var voiceFolders: [String] { get }

  /// Takes a voice and its parameters: once in a process, before it is copied, and in a copy for each part of a text
  /// that another voice speaks, or that has another speed or pitch: within the ranges of the traits.
  ///
  /// - Throws: `noVoice` with the voice's identifier, or `engine`.
  mutating func configure(_ configuration: VoiceConfiguration) throws(Trouble)
  /// The language of the voice in BCP 47; empty before ``configure(_:)``.
  var language: String { get }

  /// Replaces, in UTF-8 without control characters, what the engine does not survive, by characters of the same width
  /// in each unit.
  ///
  /// - Returns: the name of the rule, for an explanation; `nil` if nothing was replaced.
  func mend(_ text: inout [UInt8]) -> String?

  /// The spellings in which it reads texts whose usual writing it cannot read.
  var spelling: EngineSpelling { get }

  /// Speaks a text of UTF-8 without U+0000, and returns when `sink` has all of it.
  ///
  /// - Parameter sink: receives the samples of one buffer (not empty, signed 16-bit mono), and the words that begin in
  ///   it. It returns `false` to end the text. The sooner the first buffer comes, the sooner the listener hears.
  mutating func synthesize(
    _ text: [UInt8], sink: (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool
  ) throws(Trouble)

  /// Like ``synthesize(_:sink:)`` but only counts.
  ///
  /// - Parameter counter: receives the number of frames in one buffer, not 0. It returns `false` to end the text.
  mutating func measure(_ text: [UInt8], counter: (_ frames: Int) -> Bool) throws(Trouble)

  /// Says phonemes in place of a text, as ``synthesize(_:sink:)`` says a text. Called only if the traits have some.
  ///
  /// - Parameter phonemes: UTF-8 without control characters, most often of one word. The places of words in it are
  ///   told.
  mutating func synthesize(
    phonemes: [UInt8], sink: (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool
  ) throws(Trouble)

  /// Like ``synthesize(phonemes:sink:)`` but only counts, as ``measure(_:counter:)`` does.
  mutating func measure(phonemes: [UInt8], counter: (_ frames: Int) -> Bool) throws(Trouble)

  /// Translates a text as ``synthesize(_:sink:)`` does, without making sound.
  ///
  /// - Parameter sink: receives each clause in the International Phonetic Alphabet.
  mutating func transcribe(_ text: [UInt8], sink: (_ clause: String) -> Void) throws(Trouble)
}

extension Engine where Self: ~Copyable {
  /// For an engine that has loaded everything.
  public var files: [String] { [] }

  /// For an engine whose voices have the rate of its traits.
  public func sampleRate(of voice: VoiceID) -> SampleRate { Self.traits.sampleRate }

  /// The voices, each with its rate of samples.
  func voicesWithRates() -> [Voice] {
    voices().map { voice in
      var voice = voice
      voice.sampleRate = sampleRate(of: voice.id)
      return voice
    }
  }

  /// For an engine whose voices are always the same.
  public var voiceFolders: [String] { [] }

  /// For an engine that survives every text.
  public func mend(_ text: inout [UInt8]) -> String? { nil }

  /// For an engine that reads texts as they are written.
  public var spelling: EngineSpelling { EngineSpelling() }

  /// For an engine that has no shorter way to a length.
  public mutating func measure(_ text: [UInt8], counter: (_ frames: Int) -> Bool) throws(Trouble) {
    try synthesize(text) { samples, _ in counter(samples.count) }
  }

  /// For an engine that says no phonemes.
  public mutating func synthesize(
    phonemes: [UInt8], sink: (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool
  ) throws(Trouble) { throw Trouble(.engine, "\(Self.library) says no phonemes") }

  /// For an engine that has no shorter way to a length.
  public mutating func measure(phonemes: [UInt8], counter: (_ frames: Int) -> Bool) throws(Trouble) {
    try synthesize(phonemes: phonemes) { samples, _ in counter(samples.count) }
  }

  /// For an engine that cannot tell what it says.
  public mutating func transcribe(_ text: [UInt8], sink: (_ clause: String) -> Void) throws(Trouble) {}
}

/// The start of a word, as an engine reports it: it need not be one of the words that the listener is shown.
public struct EngineWord: Equatable, Sendable {
  /// Unicode scalars from the start of the text.
  public var position: Int
  /// Length in Unicode scalars; 0 for a word that is not in the text.
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
