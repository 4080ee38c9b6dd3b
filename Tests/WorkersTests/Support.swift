import EventLoop
import Glibc
import Speech
import Testing
import Vocabulary
import Workers

/// The core loop of the test process, on a thread of its own.
enum TestLoop {
  private static let started: Void = Core.loop.startThread()

  /// Called in each suite's `init`: nothing that is `@Core` runs before that thread does.
  static func start() { started }
}

/// The events of an utterance, collected.
struct Spoken: Equatable, Sendable {
  var samples: [Int16] = []
  var marks: [WordMark] = []
  var skipped: [TextSpan] = []
  /// The marks of the text that were reached, with their frames.
  var reached: [String] = []
  /// The number of times that another voice took over.
  var otherVoices = 0
  var frames: Int?
  var error: Trouble?
  /// Events that must not come: samples with a gap, or anything after the end.
  var faults: [String] = []

  mutating func take(_ event: SpeechEvent) {
    if frames != nil || error != nil { faults.append("an event after the end") }
    switch event {
    case .samples(let first, let new):
      if first != samples.count { faults.append("frame \(first) after \(samples.count)") }
      samples += new
    case .mark(let mark): marks.append(mark)
    case .reached(let mark, let frame): reached.append("\(mark) \(frame)")
    case .skipped(let span): skipped.append(span)
    case .otherVoice: otherVoices += 1
    case .done(let frames): self.frames = Int(frames)
    case .failed(let error): self.error = error
    }
  }

  /// The words that were marked.
  func words(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    return marks.map { String(decoding: bytes[$0.span.utf8], as: UTF8.self) }
  }
}

@Core
final class Session {
  let engine: SpeechEngine
  let reader: DocumentReader
  /// Called with each event before it is recorded.
  var onEvent: ((SpeechEvent) -> Void)?

  /// - Parameter engine: the name and the program of the engine; `nil` for the usual one.
  init(_ engine: (name: String, program: String)? = nil) throws {
    self.engine =
      if let engine {
        SpeechEngine(engine: engine.name, HeldProgram(engine.program))
      } else {
        SpeechEngine(try WorkerExecutable.speak.program())
      }
    reader = DocumentReader(try WorkerExecutable.read.program())
  }

  func speak(
    _ text: String, _ configuration: VoiceConfiguration = .english, runs: [TextRun] = [], at rate: SampleRate? = nil
  ) async -> Spoken {
    await speak(Array(text.utf8), configuration, runs: runs, at: rate)
  }

  func speak(
    _ text: [UInt8], _ configuration: VoiceConfiguration, runs: [TextRun] = [], at rate: SampleRate? = nil
  ) async -> Spoken {
    await withCheckedContinuation { continuation in
      var spoken = Spoken()
      _ = engine.speak(text, runs: runs, configuration: configuration, at: rate) { [self] event in
        onEvent?(event)
        spoken.take(event)
        switch event {
        case .done, .failed: continuation.resume(returning: spoken)
        case .samples, .mark, .reached, .skipped, .otherVoice: break
        }
      }
    }
  }

  func measure(
    _ text: String, _ configuration: VoiceConfiguration = .english, runs: [TextRun] = [], at rate: SampleRate? = nil
  ) async -> Result<Int, Trouble> {
    await withCheckedContinuation { continuation in
      _ = engine.measure(Array(text.utf8), runs: runs, configuration: configuration, at: rate) {
        continuation.resume(returning: $0.map { Int($0) })
      }
    }
  }

  func explain(_ text: String, _ voice: String = "gmw/en-US") async throws(Trouble) -> Explanation {
    let result: Result<Explanation, Trouble> = await withCheckedContinuation { continuation in
      _ = engine.explain(Array(text.utf8), configuration: VoiceConfiguration.voice(voice)) {
        continuation.resume(returning: $0)
      }
    }
    return try result.get()
  }

  func voices() async throws -> [Voice] {
    try await withCheckedContinuation { continuation in
      engine.voices { continuation.resume(returning: $0) }
    }.get()
  }

  /// Ends the processes, so that none outlives its test.
  func end() {
    engine.release()
    reader.release()
  }
}

extension VoiceConfiguration {
  static let english = VoiceConfiguration(voice: "gmw/en-US")
  static func voice(_ text: String) -> VoiceConfiguration { VoiceConfiguration(voice: VoiceID(text)) }
}

/// The request that a handler of its own events ends.
@Core
final class RequestBox {
  var token: RequestToken?
}
