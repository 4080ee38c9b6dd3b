import DesktopSupport
import EventLoop
import Foundation
import Speech
import Testing
import Vocabulary
import Workers

/// Natural voices with their real models, which `scripts/fetch-voices` brings.
@Suite(
  .enabled(if: Project.fetchedVoices != nil, "scripts/fetch-voices has fetched no voices"), .timeLimit(.minutes(5)))
struct NaturalEngineTests {
  init() { TestLoop.start() }

  /// A prefix in which the engine and the voices are installed, and nothing else.
  private static let prefix: String? = {
    guard let voices = Project.fetchedVoices else { return nil }
    let prefix = FileManager.default.temporaryDirectory.appending(path: "natural-\(getpid())").path
    let engines = prefix + "/libexec/aloud/engines"
    let files = FileManager.default
    do {
      try files.createDirectory(atPath: engines, withIntermediateDirectories: true)
      try files.createSymbolicLink(
        atPath: engines + "/neural", withDestinationPath: BuiltProgram.path("aloud-speak"))
      for folder in ["lib", "share"] {
        try files.createSymbolicLink(atPath: prefix + "/" + folder, withDestinationPath: voices + "/" + folder)
      }
    } catch {
      return nil
    }
    return prefix
  }()

  private static func program() throws -> String { try #require(prefix) + "/libexec/aloud/engines/neural" }

  @Core
  private static func session() throws -> Session { try Session(("neural", program())) }

  static let voices = ["neural:heart", "neural:en_US-joe-medium"]
  private static let sentences = [
    "Good morning.", "The lamp of the house turned on, and nobody was there.", "A", "Is it you?",
    "She said: \"No, never!\" and left the room without a word; it was late.",
  ]

  @Test(arguments: voices) func theContractIsKept(voice: String) async throws {
    let checked = try await RunningProcess(
      [BuiltProgram.path("check-engine"), Self.program(), "--voice", VoiceID(voice).name],
      environment: ProcessInfo.processInfo.environment
    ).runToEnd(within: watchdog * 4)
    #expect(checked.succeeded, "\(checked)")
  }

  @Test @Core func eachVoiceTellsItsOrigin() async throws {
    let session = try Self.session()
    defer { session.end() }
    let voices = try await session.voices()
    let heart = try #require(voices.first { $0.id.text == "neural:heart" })
    #expect(heart.name == "Heart" && heart.language == "en-us" && heart.sampleRate.hertz == 24_000)
    #expect(heart.isPrompt && heart.provenance.licence == "Apache-2.0" && heart.provenance.bytes == 7_936_868)
    let joe = try #require(voices.first { $0.id.text == "neural:en_US-joe-medium" })
    #expect(!joe.isPrompt && joe.sampleRate.hertz == 22_050 && joe.provenance.quality == "medium")
    #expect(!joe.provenance.licence.isEmpty)
  }

  /// The same bytes in any order, in any process, whatever was spoken before.
  @Test(arguments: voices) @Core func aSentenceHasOneSound(voice: String) async throws {
    var first: [String: Spoken] = [:]
    for order in [Self.sentences, Self.sentences.reversed()] {
      let session = try Self.session()
      for text in order {
        let spoken = await session.speak(text, .voice(voice))
        #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.frames == spoken.samples.count)
        #expect(try await session.measure(text, .voice(voice)).get() == spoken.frames)
        if let known = first[text] { #expect(known == spoken, "\(text)") }
        first[text] = spoken
      }
      session.end()
    }
  }

  @Test(arguments: voices) @Core func everyWordIsMarkedInOrder(voice: String) async throws {
    let session = try Self.session()
    defer { session.end() }
    let text = Self.sentences[1]
    let spoken = await session.speak(text, .voice(voice))
    #expect(
      spoken.words(of: text) == ["The", "lamp", "of", "the", "house", "turned", "on", "and", "nobody", "was", "there"])
    let frames = spoken.marks.map(\.frame)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 < $1 }, "\(frames)")
    // The silence of the model is trimmed: 40 ms before the first word, 120 ms behind the last one.
    let second = spoken.samples.count
    #expect(frames[0] < 2_400)
    let loud = spoken.samples.indices.filter { spoken.samples[$0].magnitude > 600 }
    #expect(try #require(loud.first) < 4_800)
    #expect(second - (try #require(loud.last)) < 8_400)
  }

  /// Any speed of the settings, and of a part of a text: the model's own, and beyond it the model's sound at that
  /// speed. Length, places and bytes stay exact.
  @Test(.enabled(if: !isSanitized, "a model of Piper takes minutes under a sanitizer"), arguments: voices)
  @Core func anySpeedIsExact(voice: String) async throws {
    let session = try Self.session()
    defer { session.end() }
    let text = Self.sentences[1]
    func spoken(_ words: Int, runs: [TextRun] = []) async throws -> Spoken {
      let configuration = VoiceConfiguration(voice: VoiceID(voice), wordsPerMinute: words)
      let spoken = await session.speak(text, configuration, runs: runs)
      #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.frames == spoken.samples.count, "\(words)")
      #expect(try await session.measure(text, configuration, runs: runs).get() == spoken.frames, "\(words)")
      #expect(await session.speak(text, configuration, runs: runs) == spoken, "\(words)")
      #expect(spoken.marks.count == 11 && spoken.samples.first == 0 && spoken.samples.last == 0, "\(words)")
      return spoken
    }
    let own = try await spoken(175).samples.count
    for words in [80, 120, 250, 350, 450] {
      let length = try await spoken(words).samples.count
      // The model's own speed is not quite what is asked of it.
      #expect(abs(Double(length * words) / Double(own * 175) - 1) < 0.12, "\(words): \(length) beside \(own)")
    }
    let (fastest, fast) = (try await spoken(450), try await spoken(210))
    #expect(fastest.marks.map(\.frame) == fast.marks.map { $0.frame * 210 / 450 })
    // Half and twice the speed of the text.
    let run = { (percent: Int) in
      TextRun(utf8: 0..<text.utf8.count, RunAttributes(prosody: Prosody(rate: .init(percent: percent))))
    }
    let twice = try await spoken(175, runs: [run(200)])
    #expect(twice.samples == (try await spoken(350)).samples)
  }

  /// Texts at which such voices mumble, or babble.
  @Test(arguments: voices) @Core func oddTextsHaveASoundOrNone(voice: String) async throws {
    let session = try Self.session()
    defer { session.end() }
    func spoken(_ text: String) async throws -> Spoken {
      let spoken = await session.speak(text, .voice(voice))
      #expect(spoken.error == nil && spoken.faults.isEmpty, "\(text): \(spoken.error as Any)")
      #expect(try await session.measure(text, .voice(voice)).get() == spoken.frames, "\(text)")
      return spoken
    }
    for silent in ["...", ". . .", "—", "", "   "] {
      let sound = try await spoken(silent)
      #expect(sound.samples.allSatisfy { $0 == 0 } && 2_000...24_000 ~= sound.samples.count, "\(silent)")
    }
    for (text, range) in [
      ("A", 0.15...1.2), ("a", 0.15...1.2), ("I", 0.15...1.2), ("x", 0.2...1.2), ("1", 0.2...1.2), ("42", 0.4...1.8),
      ("Hm", 0.2...1.8), ("B.", 0.15...1.2), ("😀", 0.4...2.5), ("ALL CAPS", 0.4...2), ("你好", 0.2...6),
      ("Привет", 0.2...6), ("Mr", 0.2...1.5), ("https://www.example.org/a?b=1", 2...12),
      ("123456789012345678901234567890", 5...30), (String(repeating: "a", count: 63), 1...20),
    ] {
      let sound = try await spoken(text)
      let seconds = Double(sound.samples.count) / (voice.hasSuffix("heart") ? 24_000 : 22_050)
      #expect(range ~= seconds, "\(text): \(seconds) s")
      #expect(sound.samples.contains { $0.magnitude > 1_500 }, "\(text)")
    }
    // Without a mark: cut between words, each of them heard.
    let long = (0..<120).map { ["lamp", "river", "window", "seven"][$0 % 4] }.joined(separator: " ")
    let sound = try await spoken(long)
    #expect(sound.marks.count == 120)
  }

  /// A newcomer's first sound must not be a click, nor louder than the other voices.
  @Test(arguments: voices) @Core func theLoudnessIsThatOfOtherVoices(voice: String) async throws {
    let natural = try Self.session()
    let usual = try Session()
    defer {
      natural.end()
      usual.end()
    }
    var levels: [Double] = []
    for (session, voice) in [(natural, voice), (usual, "gmw/en-US")] {
      var (sum, count) = (0.0, 0)
      for text in Self.sentences {
        let spoken = await session.speak(text, .voice(voice))
        if session === natural { #expect(spoken.samples.first == 0 && spoken.samples.last == 0) }
        let loud = spoken.samples.filter { $0.magnitude > 300 }
        sum += loud.reduce(0.0) { $0 + Double($1) * Double($1) }
        count += loud.count
      }
      levels.append(10 * log10(sum / Double(count)))
    }
    #expect(abs(levels[0] - levels[1]) < 3, "\(levels) dB")
  }

  /// A sentence whose sound takes seconds to be made: the process gives signs of life meanwhile, and is not taken for
  /// one that hangs.
  @Test(arguments: voices) @Core func aProcessThatWorksLongIsLeftAlone(voice: String) async throws {
    let session = try Self.session()
    defer { session.end() }
    _ = await session.speak("Yes.", .voice(voice))
    let process = session.engine.processIDs
    let long = (0..<60).map { ["lamp", "river", "window", "seven"][$0 % 4] }.joined(separator: " ") + "."
    let spoken = await session.speak(long, .voice(voice))
    #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.marks.count == 60)
    #expect(session.engine.processIDs == process)
  }

  /// A long sentence is ended in the middle of the work, at once.
  @Test(arguments: voices) @Core func aCancelledTextEndsAtOnce(voice: String) async throws {
    let session = try Self.session()
    defer { session.end() }
    _ = await session.speak("Yes.", .voice(voice))
    let long = Self.sentences.joined(separator: ", and ")
    let request = session.engine.speak(Array(long.utf8), configuration: .voice(voice)) { event in
      Issue.record("\(event) of a text that was cancelled")
    }
    session.engine.cancel(request)
    #expect(await session.speak("Yes.", .voice(voice)).error == nil)
  }
}
