import CFlite
import Glibc
public import Speech
public import SpeechWorkerKit
public import Vocabulary

/// The flite library of this process: English voices of 8 and 16 kHz.
///
/// The library and its voices are those that are installed (Debian's libflite1). Without them the engine has no voice,
/// and is not ill. All times of a text are known before its sound. The noise in the sound goes on from text to text, so
/// that only a fresh copy of the process makes the same sound.
public struct Flite: ~Copyable {
  private let library: FliteLibrary?
  private var installed: [InstalledVoice] = []
  private var current: InstalledVoice?

  /// Used only by the thread that calls ``synthesize(_:sink:)``, and set only during the call: the library has no place
  /// for it that lives exactly as long.
  private nonisolated(unsafe) static var taker: ((aloud_flite_wave, _ part: Range<Int>, OpaquePointer) -> Bool)?

  /// Opens the library and its voices, once in a process: they keep the parameters of the last choice.
  public init() throws(Trouble) {
    library = FliteLibrary()
    guard let library else { return }
    for kind in FliteVoice.all {
      guard let voice = InstalledVoice(kind, library) else { continue }
      library.stream(voice.voice) { wave, start, size, _, stream in
        guard let wave = wave?.pointee, let utterance = stream?.pointee.utterance, let taker = Flite.taker else {
          return -1
        }
        let end = min(max(Int(start) + Int(size), 0), Int(wave.num_samples))
        return taker(wave, min(max(Int(start), 0), end)..<end, utterance) ? 0 : -1
      }
      installed.append(voice)
    }
  }

  /// Closes the error output of the process. The library writes a line there for each sound of a text that the oldest
  /// voices lack, and nobody would read that in the journal.
  public static func silenceMessages() {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDERR_FILENO)
    close(nowhere)
  }

  /// Has the library make the sound of a text, part by part.
  ///
  /// - Parameter taker: gets the sound so far and the frames of the new part. It returns `false` to end the text.
  private func run(
    _ text: EnglishText, _ taker: (_ wave: aloud_flite_wave, _ part: Range<Int>, FliteUtterance) -> Bool
  ) throws(Trouble) {
    guard let library, let current else { throw Trouble(.spokeOutOfTurn, "no voice was chosen") }
    guard text.isSpoken else { return }
    let made = withoutActuallyEscaping(taker) { taker in
      Flite.taker = { wave, part, utterance in taker(wave, part, FliteUtterance(utterance, library)) }
      defer { Flite.taker = nil }
      return (text.bytes + [0]).withUnsafeBytes { bytes in
        library.synthesize(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), current.voice)
      }
    }
    guard let made else { throw Trouble(.engine, "flite makes nothing of a text") }
    library.delete(made)
  }
}

extension Flite: Engine {
  /// The name of the project.
  public static var library: String { "flite" }

  /// The statistical voices take a hundredth of the sound's duration on a fast processor, the others a twentieth of
  /// that. The library stretches its durations by any factor.
  public static var traits: EngineTraits {
    EngineTraits(
      sampleRate: FliteVoice.usualRate, wordsPerMinute: 80...450, pitch: 0...100, marks: .exact, lengths: .exact,
      cost: 30_000, memory: 8 << 20)
  }

  /// 1 GiB: the longest text takes a tenth.
  public static var addressSpace: UInt64 { 1 << 30 }

  /// The version of the library.
  public var name: EngineName { EngineName("\(Self.library) \(library?.version ?? "is missing")") }

  /// The voices that are installed.
  public func voices() -> [Voice] { installed.map(\.kind.listed) }

  /// 8 kHz for the oldest voice.
  public func sampleRate(of voice: VoiceID) -> SampleRate {
    FliteVoice.all.first { $0.name == voice.name }?.sampleRate ?? FliteVoice.usualRate
  }

  /// The folder of the library and its voices.
  public var voiceFolders: [String] { FliteLibrary.folder.map { [$0] } ?? [] }

  /// Sets what is asked for in the voice. The speed and the pitch are factors of the voice's own.
  public mutating func configure(_ configuration: VoiceConfiguration) throws(Trouble) {
    guard let wanted = installed.first(where: { $0.kind.name == configuration.voice.name }) else {
      throw Trouble(.noVoice, configuration.voice.name)
    }
    let speeds = Self.traits.wordsPerMinute
    let speed = min(max(configuration.wordsPerMinute, speeds.lowerBound), speeds.upperBound)
    wanted.set(wordsPerMinute: speed, pitch: configuration.pitch, range: configuration.range)
    current = wanted
  }

  /// English, once a voice was chosen.
  public var language: String { current == nil ? "" : FliteVoice.language }

  /// Speaks a text; all its words are known with the first part of the sound.
  public mutating func synthesize(
    _ text: [UInt8], sink: (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool
  ) throws(Trouble) {
    let text = EnglishText(text)
    let rate = current?.kind.sampleRate ?? FliteVoice.usualRate
    var words: ArraySlice<EngineWord>?
    var sounding = 0..<0
    try run(text) { wave, part, utterance in
      if words == nil {
        sounding = utterance.sounding(at: rate)
        words = utterance.words(of: text, at: rate)[...]
      }
      let part = part.clamped(to: sounding)
      guard !part.isEmpty, let samples = wave.samples else { return true }
      let begun = words?.prefix { $0.frame < part.upperBound } ?? []
      words = words?.dropFirst(begun.count)
      let heard = begun.map { word in
        EngineWord(position: word.position, length: word.length, frame: max(word.frame - sounding.lowerBound, 0))
      }
      return sink(UnsafeBufferPointer(start: samples + part.lowerBound, count: part.count), heard)
    }
  }

  /// Tells the sounds of a text in one clause.
  public mutating func transcribe(_ text: [UInt8], sink: (_ clause: String) -> Void) throws(Trouble) {
    try run(EnglishText(text)) { _, _, utterance in
      sink(utterance.transcription)
      return false
    }
  }
}
