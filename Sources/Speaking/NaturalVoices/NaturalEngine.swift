import Confinement
import Espeak
import Glibc
import OnnxRuntime
public import Speech
public import SpeechWorkerKit
public import Vocabulary

/// Natural voices: models of ONNX Runtime that read espeak-ng's phonemes.
public struct NaturalEngine: Engine, ~Copyable {
  /// The name of the project.
  public static var library: String { "natural voices" }

  /// Each voice has a cost of its own (``cost(of:)``); this is the rest of the rule that one text is made at a time.
  public static var traits: EngineTraits {
    EngineTraits(
      sampleRate: SampleRate(hertz: 24_000), wordsPerMinute: 80...450, pitch: 50...50, marks: .exact,
      lengths: .exact, cost: 250_000, loading: 5_000_000, memory: 60 << 20)
  }

  /// 4 GiB: a voice of 114 MB takes its size four times while it is loaded, and a long sentence half a gigabyte.
  public static var addressSpace: UInt64 { 4 << 30 }

  /// The words per minute of a voice at its own speed.
  private static let ownSpeed = 175
  /// The words per minute of a model: beyond 0.8 and 1.2 of its own speed it does not keep up with what is asked, and
  /// is misheard more than its own sound stretched. What is missing is stretched.
  private static let modelSpeeds = 140...210

  private var espeak: Espeak
  private let library: OnnxLibrary?
  private let found: [VoiceFile]
  /// The files that are no voices, and why.
  private let faults: [String: String]
  /// Asked for while the process may still read it.
  private let processor = ProcessorClass.own
  /// The folders of the voices that were found, and those in which others may come to lie.
  public let voiceFolders: [String]
  private var model: (any AcousticModel)?
  private var voice: VoiceFile?
  /// The voice of espeak-ng whose phonemes the model reads, and what it says of marks.
  private var phonemes: VoiceConfiguration?
  private var words = ownSpeed
  private var loudness = Loudness(decibels: 0)

  /// The path of this program, by which it was started.
  private static var program: String { CommandLine.arguments.first ?? "" }

  /// The library: a copy of our own comes first.
  private static var libraries: [String] {
    let prefix = VoiceFolders.prefix(of: program)
    // A build has it beside the programs.
    var folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    if folder.hasSuffix("/engines") { folder.removeLast("/engines".utf8.count) }
    let own = [prefix.map { $0 + "/lib/aloud" }, folder].compactMap { $0 }.filter { $0.hasPrefix("/") }
    return own.map { $0 + "/libonnxruntime.so.1" } + ["libonnxruntime.so.1", "libonnxruntime.so.1.21"]
  }

  /// Looks for voices. Without one nothing is opened.
  public init() throws(Trouble) {
    let folders = VoiceFolders(program: Self.program) { getenv($0).map { String(cString: $0) } }
    let found = folders.search()
    let library = found.voices.isEmpty ? nil : try Self.opened()
    self.init(try Espeak(reportsPhonemes: true), library, found, roots: folders.roots)
  }

  private init(
    _ espeak: consuming Espeak, _ library: OnnxLibrary?, _ content: VoiceFolders.Content, roots: [String]
  ) {
    // A voice may be a link to somewhere else.
    files = espeak.files + roots + content.voices.map(\.path)
    self.espeak = espeak
    (self.library, found, faults) = (library, content.voices, content.faults)
    voiceFolders = Array(
      (content.folders + roots).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.prefix(16))
  }

  private static func opened() throws(Trouble) -> OnnxLibrary {
    Confinement.denySockets()
    do throws(OnnxFault) {
      return try OnnxLibrary(libraries)
    } catch {
      throw Trouble(.engine, error.message)
    }
  }

  /// espeak-ng's data, and the folders of the voices.
  public let files: [String]

  /// The library's version and the class of the processor make other sounds, and so does another model.
  public var name: EngineName {
    let version = library.map { " onnxruntime \($0.version)" } ?? ""
    return EngineName(
      engine: "natural 2 \(espeak.version)\(version) \(processor)",
      rules: found.map { ("=" + $0.name.lowercased(), $0.stamp) })
  }

  /// A voice of many speakers is listed once for each of them, as `NAME:12`, but the first, which is `NAME`.
  public func voices() -> [Voice] {
    let all = found.lazy.flatMap { file in
      (0..<min(file.description.speakers, 1000)).map { speaker in
        let id = speaker == 0 ? file.name : "\(file.name):\(speaker)"
        return Voice(
          .own(id), name: file.description.name.isEmpty ? file.name : file.description.name,
          languages: [.init(tag: file.description.language.replacing("_", with: "-").lowercased(), priority: 5)],
          cost: Self.cost(of: file.description.kind).sound, measuringCost: Self.cost(of: file.description.kind).length,
          isAlone: true, isNatural: true,
          provenance: .init(
            quality: file.description.quality, licence: file.description.licence, bytes: file.size))
      }
    }
    return Array(all.prefix(Self.mostVoices))
  }

  /// A list of the service holds a few more: files that lie about their speakers do not take it from the others.
  private static let mostVoices = 5_000

  /// The processor time for a second of sound, and for its length, on a slow processor. Measured on one of 2021: 20 and
  /// 2 ms for hibari, 130 and 17 ms for a medium voice of Piper.
  private static func cost(of kind: VoiceDescription.Kind) -> (sound: Microseconds, length: Microseconds) {
    switch kind {
    case .hibari: (45_000, 6_000)
    case .piper: (250_000, 35_000)
    }
  }

  private func file(of voice: VoiceID) -> (file: VoiceFile, speaker: Int)? {
    let parts = voice.name.split(separator: ":", maxSplits: 1)
    let speaker = parts.count > 1 ? Int(parts[1]) : 0
    guard let name = parts.first, let speaker, speaker >= 0,
      let file = found.first(where: { $0.name == name }), speaker < file.description.speakers
    else { return nil }
    return (file, speaker)
  }

  /// That of the voice's description.
  public func sampleRate(of voice: VoiceID) -> SampleRate {
    file(of: voice).map { SampleRate(hertz: $0.file.description.sampleRate) } ?? Self.traits.sampleRate
  }

  /// That of the voice's description.
  public var language: String {
    voice.map { $0.description.language.replacing("_", with: "-").lowercased() } ?? ""
  }

  /// Loads the model of a voice, once, and gives up everything that is not needed for speaking from then on.
  public mutating func configure(_ configuration: VoiceConfiguration) throws(Trouble) {
    if let fault = faults[configuration.voice.name], file(of: configuration.voice) == nil {
      throw Trouble(.noVoice, fault)
    }
    guard let (file, speaker) = file(of: configuration.voice), let library else {
      throw Trouble(.noVoice, configuration.voice.name)
    }
    guard model == nil || voice == file else { throw Trouble(.noVoice, configuration.voice.name) }
    do throws(OnnxVoiceFault) {
      if model == nil { model = try Self.load(file, speaker, library) }
    } catch {
      throw Trouble(.engine, error.message(file.path))
    }
    // The voices are listed before the process is tightened; a part of a text may be said in another way.
    let known: VoiceID
    if let phonemes { known = phonemes.voice } else { known = try espeakVoice(file) }
    let reader = Espeak.quickest(known, punctuation: configuration.punctuation)
    if reader != phonemes { try espeak.configure(reader) }
    phonemes = reader
    let isFirst = voice == nil
    voice = file
    let range = Self.traits.wordsPerMinute
    words = min(max(configuration.wordsPerMinute, range.lowerBound), range.upperBound)
    loudness = Loudness(decibels: file.description.gain)
    guard isFirst else { return }
    // The first run of a model allocates and faults in what every copy of the process then shares.
    do throws(Trouble) {
      try measure(Array("a".utf8)) { _ in true }
      try synthesize(Array("a".utf8)) { _, _ in true }
    } catch {
      throw Trouble(.engine, OnnxVoiceFault.model(.notAModel(error.detail)).message(file.path))
    }
    // espeak-ng reads another dictionary for a foreign word.
    Confinement.tighten(reading: espeak.files)
  }

  private static func load(
    _ file: VoiceFile, _ speaker: Int, _ library: OnnxLibrary
  ) throws(OnnxVoiceFault) -> any AcousticModel {
    let bytes = try file.model()
    do throws(OnnxFault) {
      switch file.description.kind {
      case .hibari: return try HibariModel(bytes, library)
      case .piper: return try PiperModel(bytes, file.description, speaker: speaker, library)
      }
    } catch {
      throw .model(error)
    }
  }

  /// The voice of espeak-ng whose phonemes the model reads.
  private func espeakVoice(_ file: VoiceFile) throws(Trouble) -> VoiceID {
    let wanted = file.description.espeakVoice.lowercased()
    let voice = espeak.voices().filter { $0.languages.contains { $0.tag == wanted } }
      .min { $0.priority(for: wanted) < $1.priority(for: wanted) }
    guard let voice else { throw Trouble(.engine, "espeak-ng has no voice \(wanted), which \(file.name) reads") }
    return voice.id
  }

  private mutating func speech(_ text: [UInt8]) throws(Trouble) -> NaturalSpeech {
    guard let model, let voice else { throw Trouble(.spokeOutOfTurn, "no voice was chosen") }
    let clauses = try espeak.clauses(of: text)
    let phonemes = SpokenPhonemes(text, clauses) { word in
      var phonemes = ""
      espeak.transcribe(Array(word.utf8)) { phonemes += $0 }
      return phonemes.filter { !"ˈˌː ".contains($0) }
    }
    return NaturalSpeech(
      phonemes, model, speed: Float(modelWords) / Float(Self.ownSpeed), sampleRate: voice.description.sampleRate)
  }

  /// The words per minute that are asked of the model.
  private var modelWords: Int { min(max(words, Self.modelSpeeds.lowerBound), Self.modelSpeeds.upperBound) }

  /// The stretch that brings the sound of the model to the speed that is wanted.
  private var stretch: ExactStretch {
    ExactStretch(
      from: modelWords, to: words, sampleRate: (voice?.description.sampleRate) ?? Self.traits.sampleRate.hertz)
  }

  /// Speaks a text; see ``NaturalSpeech``.
  public mutating func synthesize(
    _ text: [UInt8], sink: (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool
  ) throws(Trouble) {
    let speech = try speech(text)
    var stretch = stretch
    // The model has spoken when it was loaded: the text is what it cannot speak.
    do throws(OnnxFault) {
      var goesOn = true
      try speech.speak(loudness) { samples, words in
        goesOn = stretch.take(samples, words, sink: sink)
        return goesOn
      }
      if goesOn { stretch.end(sink: sink) }
    } catch {
      throw Trouble(.damaged, error.message)
    }
  }

  /// Finds the length of a text by the durations of its phonemes alone.
  public mutating func measure(_ text: [UInt8], counter: (_ frames: Int) -> Bool) throws(Trouble) {
    let speech = try speech(text)
    do throws(OnnxFault) { _ = counter(stretch.frame(of: try speech.measure())) } catch {
      throw Trouble(.damaged, error.message)
    }
  }

  /// Tells the phonemes that the model reads.
  public mutating func transcribe(_ text: [UInt8], sink: (_ clause: String) -> Void) throws(Trouble) {
    espeak.transcribe(text, sink: sink)
  }
}

extension Voice {
  fileprivate func priority(for tag: String) -> Int { languages.first { $0.tag == tag }?.priority ?? .max }
}
