import Glibc
import Speech
import SpeechWorkerKit
import Vocabulary

/// A second engine, for tests: it hums a tone a letter, with exact marks and lengths. Nothing of it is installed.
///
/// A word `💥` ends it by a signal, as a text may end any library.
struct HummingEngine: Engine, ~Copyable {
  /// What a program of this name does wrong on purpose, so that it is seen by those who look for it. The part of the
  /// program's name behind `humming-`.
  enum Fault: String {
    /// Another sound each time.
    case random
    /// Measures one frame too many.
    case long
    /// Says nothing at all.
    case silent
    /// Lists no voice.
    case voiceless
    /// Takes any voice.
    case blind
    /// Speaks as fast as it likes.
    case steady
    /// Has one pitch, and says that it has many.
    case flat
    /// No fault: it has one pitch, and says so. It would obey another one.
    case monotone
    /// Says that it can say phonemes, and says nothing for them.
    case illiterate
    /// No fault: it works long on a text before its first sound, as many engines do.
    case thinking
    /// Sleeps as long as `thinking` works, and gives no sign of life.
    case asleep
    /// Sleeps as long before each long text.
    case dozing
    /// No fault: it loads its voice on a busy machine, and has a quarter of a processor.
    case starved
    /// Sleeps while it should load its voice.
    case unready
    /// No fault: it works long before it lists its voices.
    case bookish
    /// Sleeps as long as `bookish` works.
    case sleepy
    /// No fault: its processes keep the memory of a large model.
    case heavy
  }

  static let fault = CommandLine.arguments[0].split(separator: "/").last
    .flatMap { $0.split(separator: "-").last.flatMap { Fault(rawValue: String($0)) } }

  static var library: String { "hum" }
  static var traits: EngineTraits {
    EngineTraits(
      sampleRate: Hum.usualRate, wordsPerMinute: 60...600, pitch: fault == .monotone ? 50...50 : 0...100,
      marks: .exact, lengths: .exact, phonemes: .ipa, cost: fault == .thinking ? 500_000 : 10_000,
      memory: fault == .heavy ? 64 << 20 : 4 << 20)
  }
  static var addressSpace: UInt64 { 1 << 30 }

  private var configuration: VoiceConfiguration?
  private(set) var language = ""

  init() throws(Trouble) {
    if CommandLine.arguments.contains("--voices") {
      switch Self.fault {
      case .bookish: Self.work(seconds: Self.thought)
      case .sleepy: usleep(UInt32(Self.thought * 1e6))
      default: break
      }
    }
    let folder = CommandLine.arguments[0] + ".voices"
    voiceFolders = access(folder, F_OK) == 0 && folder.hasPrefix("/") ? [folder] : []
    installed = voiceFolders.flatMap { Self.files(in: $0) }.map { name in
      Voice(.own("hum/\(name)"), name: name, languages: [.init(tag: "en", priority: 9)])
    }
  }

  private static func files(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  var name: EngineName { EngineName("hum 1") }

  func voices() -> [Voice] { Self.fault == .voiceless ? [] : Self.voices + installed }

  func sampleRate(of voice: VoiceID) -> SampleRate {
    voice.name == "hum/low" ? SampleRate(hertz: 16_000) : Hum.usualRate
  }

  /// A folder beside the program, if it is there: each file in it is a voice.
  let voiceFolders: [String]
  private let installed: [Voice]

  /// `hum/slow` takes a tenth of its sound.
  private static let voices = [
    Voice(.own("hum/en"), name: "Hum", languages: [.init(tag: "en", priority: 5)]),
    Voice(.own("hum/de"), name: "Summ", languages: [.init(tag: "de", priority: 5)]),
    Voice(.own("hum/slow"), name: "Slow hum", languages: [.init(tag: "en", priority: 9)]),
    Voice(.own("hum/low"), name: "Low hum", languages: [.init(tag: "en", priority: 9)]),
  ]

  mutating func configure(_ configuration: VoiceConfiguration) throws(Trouble) {
    var voice = voices().first { $0.id == configuration.voice }
    if Self.fault == .blind { voice = voice ?? Self.voices.first }
    guard let voice else { throw Trouble(.noVoice, configuration.voice.name) }
    switch Self.fault {
    case .starved:
      for _ in 0..<15 {
        Self.work(seconds: 0.08)
        usleep(240_000)
      }
    case .unready: usleep(20_000_000)
    default: break
    }
    language = voice.languages.first?.tag ?? ""
    let speeds = Self.traits.wordsPerMinute
    let speed = min(max(configuration.wordsPerMinute, speeds.lowerBound), speeds.upperBound)
    self.configuration = VoiceConfiguration(
      voice: voice.id, wordsPerMinute: Self.fault == .steady ? speeds.lowerBound : speed,
      pitch: Self.fault == .flat ? 50 : configuration.pitch)
  }

  mutating func synthesize(
    _ text: [UInt8], sink: (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool
  ) throws(Trouble) {
    let hum = try hum(text)
    switch Self.fault {
    case .thinking: Self.work(seconds: Self.thought)
    case .asleep: usleep(UInt32(Self.thought * 1e6))
    case .dozing where text.count > 300: usleep(UInt32(Self.thought * 1e6))
    default: break
    }
    var words = hum.words[...]
    for tone in hum.tones {
      var start = tone.frames.lowerBound
      while start < tone.frames.upperBound {
        // 50 ms.
        let frames = start..<min(start + hum.sampleRate.hertz / 20, tone.frames.upperBound)
        var samples = Self.fault == .silent ? frames.map { _ in 0 } : hum.samples(tone, frames)
        if Self.fault == .random { samples[0] = Int16.random(in: .min ... .max) }
        if configuration?.voice.name == "hum/slow" {
          Self.work(seconds: Double(frames.count) / Double(10 * hum.sampleRate.hertz))
        }
        let begun = words.prefix { $0.frame < frames.upperBound }
        words = words.dropFirst(begun.count)
        guard samples.withUnsafeBufferPointer({ sink($0, Array(begun)) }) else { return }
        start = frames.upperBound
      }
    }
  }

  /// A tone a letter of the alphabet, as for a text.
  mutating func synthesize(
    phonemes: [UInt8], sink: (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool
  ) throws(Trouble) {
    if Self.fault != .illiterate { try synthesize(phonemes, sink: sink) }
  }

  mutating func measure(_ text: [UInt8], counter: (_ frames: Int) -> Bool) throws(Trouble) {
    _ = counter(try hum(text).frameCount + (Self.fault == .long ? 1 : 0))
  }

  mutating func transcribe(_ text: [UInt8], sink: (_ clause: String) -> Void) throws(Trouble) {
    sink(String(decoding: text, as: UTF8.self).unicodeScalars.map { $0.properties.isAlphabetic ? "m" : " " }.joined())
  }

  private func hum(_ text: [UInt8]) throws(Trouble) -> Hum {
    guard let configuration else { throw Trouble(.spokeOutOfTurn, "no voice was chosen") }
    if String(decoding: text, as: UTF8.self).unicodeScalars.contains("💥") { abort() }
    return Hum(text, configuration, at: sampleRate(of: configuration.voice))
  }

  /// Seconds of a long thought.
  private static let thought = 2.5

  private static func work(seconds: Double) {
    let end = now() + seconds
    while now() < end {}
  }

  /// Seconds.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// `humming-engine`: a worker on descriptor 3.
@main
enum HummingProgram {
  static func main() { EngineProcess.run(HummingEngine.self) }
}
