import Confinement
import Glibc
public import Speech
public import SpeechWorkerKit
public import Vocabulary

/// A program of the listener's that reads a text and writes a WAV file, as an engine.
///
/// It is run for each text. Its sound is kept in memory for the same text, since the contract demands the same sound
/// each time, and only few such programs repeat themselves. The moments of the words are estimated, and there is no
/// length before the sound.
public struct CommandEngine: ~Copyable {
  private let command: EngineCommand
  private let memory: SoundMemory
  private let digest: UInt64
  private var hasVoice = false

  /// The samples a second of all sounds: other rates are converted, since nobody knows that of a program before it has
  /// spoken.
  static let sampleRate = SampleRate(hertz: 24_000)
  /// Milliseconds after which a failure is one of the command, and not of the text.
  private static let longestFailure = 10_000
  /// A text that every program can speak.
  private static let trial = Array("One.\n".utf8)

  /// True if this process is to speak by a command.
  public static var isCalled: Bool { EngineCommand(workerArguments: CommandLine.arguments) != nil }

  /// Takes the command of this process.
  ///
  /// - Throws: `engine` if the program is missing.
  public init() throws(Trouble) {
    let command = try Self.command()
    guard let memory = SoundMemory() else { throw Trouble(.engine, "no memory") }
    (self.command, self.memory) = (command, memory)
    let files = CommandFiles(command.command)
    let words = command.command.joined(separator: "\0").utf8
    digest = words.reduce(files.digest ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    Confinement.permitPrograms(reading: files.readable)
  }

  private static func command() throws(Trouble) -> EngineCommand {
    guard let command = EngineCommand(workerArguments: CommandLine.arguments), let program = command.command.first
    else { throw Trouble(.engine, "no command that speaks") }
    var status = stat()
    guard stat(program, &status) == 0 else {
      throw Trouble(.engine, "\(program) does not exist: install it, or mend [[engine]] in aloud.toml")
    }
    guard status.st_mode & S_IFMT == S_IFREG, access(program, X_OK) == 0 else {
      throw Trouble(.engine, "\(program) cannot be run: is it a program?")
    }
    return command
  }

  /// The sound of a text, from memory or from the program.
  private func sound(of text: [UInt8]) throws(Trouble) -> [Int16] {
    if let kept = memory.sound(of: text) { return kept }
    let sound: [Int16]
    let start = CommandRun.now()
    do throws(CommandRun.Failure) { sound = try made(text) } catch {
      guard case .program(let reason) = error else { throw Trouble(.engine, "no process is free") }
      let message = "\(command.command[0]) \(reason)"
      // One odd text is no reason to call the engine ill. Nobody waits once more for a command that hangs.
      let mayWork = text != Self.trial && CommandRun.now() - start < Self.longestFailure
      let works = memory.hasSpoken || mayWork && (try? made(Self.trial)) != nil
      throw works ? Trouble(.damaged, message) : Trouble(.engine, "\(message): try it in a terminal")
    }
    memory.keep(sound, of: text)
    return sound
  }

  private func made(_ text: [UInt8]) throws(CommandRun.Failure) -> [Int16] {
    // A text of one byte may be a word. A frame takes 32 bytes at the most that is usual: two channels of eight, at
    // 48,000 Hz. Nothing is longer than the kit permits.
    let seconds = min(5 + text.count, 600)
    let run = CommandRun(
      command: command.command, patience: (20_000, 30_000 + 250 * text.count),
      mostBytes: min(1024 + seconds * 48_000 * 16, 96 << 20), processorTime: 30 + text.count / 4)
    let file = try run.output(of: text)
    do throws(WAVSound.Mistake) {
      let sound = try WAVSound(file)
      guard sound.samples.count <= seconds * sound.rate else { throw WAVSound.Mistake("speaks without an end") }
      return SoundConversion.convert(sound.samples, from: sound.rate, to: Self.sampleRate.hertz)
    } catch {
      throw .program(error.text)
    }
  }
}

extension CommandEngine: Engine {
  /// The kind of the engine.
  public static var library: String { "command" }

  /// Nobody knows what the program costs: it is taken for a slow one, so that sentences are made ahead.
  public static var traits: EngineTraits {
    EngineTraits(
      sampleRate: sampleRate, wordsPerMinute: 175...175, pitch: 50...50, marks: .estimated, lengths: .none,
      cost: 200_000, memory: 32 << 20)
  }

  /// 4 GiB for each process of the program.
  public static var addressSpace: UInt64 { 4 << 30 }

  /// The name, with a number that changes with the command and its files.
  public var name: EngineName { EngineName("\(Self.library) \(command.name) \(String(digest, radix: 16))") }

  /// One voice for all of its languages.
  public func voices() -> [Voice] {
    let languages = command.languages.map { Voice.Language(tag: $0.lowercased(), priority: 5) }
    return [Voice(.own(command.languages[0]), name: command.name, languages: languages)]
  }

  /// Takes its voice.
  public mutating func configure(_ configuration: VoiceConfiguration) throws(Trouble) {
    guard configuration.voice.name == command.languages[0] else { throw Trouble(.noVoice, configuration.voice.name) }
    hasVoice = true
  }

  /// Its own language, once it has its voice.
  public var language: String { hasVoice ? command.languages[0] : "" }

  /// Speaks a text when all of its sound is there: a program may fail at its end.
  public mutating func synthesize(
    _ text: [UInt8], sink: (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool
  ) throws(Trouble) {
    let string = String(decoding: text, as: UTF8.self)
    guard string.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    else { return }
    let sound = try sound(of: text + [UInt8(ascii: "\n")])
    let parts = Pauses(sound, at: Self.sampleRate.hertz).sounding
    guard let whole = parts.first.map({ $0.lowerBound..<(parts.last?.upperBound ?? $0.upperBound) }) else { return }
    // The service has silences of its own.
    let kept = Self.sampleRate.hertz / 50
    let heard = max(whole.lowerBound - kept, 0)..<min(whole.upperBound + 3 * kept, sound.count)
    var words = EstimatedWords.words(of: string, in: parts)[...]
    var start = heard.lowerBound
    while start < heard.upperBound {
      let part = start..<min(start + Self.sampleRate.hertz / 10, heard.upperBound)
      let begun = words.prefix { $0.frame < part.upperBound }
      words = words.dropFirst(begun.count)
      let moved = begun.map {
        EngineWord(position: $0.position, length: $0.length, frame: max($0.frame - heard.lowerBound, 0))
      }
      guard sound[part].withUnsafeBufferPointer({ sink($0, moved) }) else { return }
      start = part.upperBound
    }
  }

  /// The program tells no length but by its sound.
  public mutating func measure(_ text: [UInt8], counter: (_ frames: Int) -> Bool) throws(Trouble) {
    throw Trouble(.damaged, "a command tells no length before its sound")
  }
}
