import DesktopSupport
import EventLoop
import Foundation
import Speech
import Testing
import Vocabulary

@testable import Workers

/// Two engines: espeak-ng and the one that hums.
@Suite(.timeLimit(.minutes(3)))
struct EngineDirectoryTests {
  private static let programs = [
    EngineProgram(name: UsualEngine.name, HeldProgram(Project.program("aloud-speak"))),
    EngineProgram(name: "hum", HeldProgram(Project.program("humming-engine"))),
  ]

  init() { TestLoop.start() }

  private static let text = "Before hummed after."
  /// "hummed " by the other engine.
  private static let spans = [TextRun(utf8: 7..<14, voice: "hum:hum/en")]

  @Core
  private static func spoken(
    _ engines: EngineDirectory, _ text: String, _ runs: [TextRun], voice: VoiceID = "gmw/en-US",
    at rate: SampleRate = .usual, then act: @escaping @Core (SpeechEvent) -> Void = { _ in }
  ) async -> Spoken {
    await withCheckedContinuation { continuation in
      var spoken = Spoken()
      _ = engines.speak(
        Array(text.utf8), runs: runs, configuration: VoiceConfiguration(voice: voice), at: rate
      ) { event in
        spoken.take(event)
        act(event)
        switch event {
        case .done, .failed: continuation.resume(returning: spoken)
        case .samples, .mark, .reached, .skipped, .otherVoice: break
        }
      }
    }
  }

  @Core
  private static func measured(_ engines: EngineDirectory, _ text: String, _ runs: [TextRun]) async throws -> Frame {
    try await withCheckedContinuation { continuation in
      _ = engines.measure(
        Array(text.utf8), runs: runs, configuration: VoiceConfiguration(voice: "gmw/en-US"), at: .usual
      ) { continuation.resume(returning: $0) }
    }.get()
  }

  @Core private static func listed(_ engines: EngineDirectory) async throws -> [Voice] {
    try await withCheckedContinuation { continuation in
      engines.voices { continuation.resume(returning: $0) }
    }.get()
  }

  @Test @Core func theVoicesOfAllEnginesAreListed() async throws {
    let engines = EngineDirectory(Self.programs)
    let voices = try await Self.listed(engines)
    let catalogue = VoiceCatalogue(voices)
    #expect(catalogue.engines == ["espeak-ng", "hum"])
    #expect(catalogue.named("hum/de")?.id == "hum:hum/de" && catalogue.named("gmw/de")?.id == "gmw/de")
    let names = try #require(engines.names)
    #expect(names["hum"]?.engine == "hum 1")
    #expect(names.name(for: ["gmw/en-US", "hum:hum/en"] as [VoiceID]).hasSuffix(" + hum 1"))
    #expect(names.name(for: ["gmw/en-US"] as [VoiceID]) == names["espeak-ng"]?.engine)
    engines.release()
  }

  /// The parts of a sentence are the same sounds as alone, one behind the other.
  @Test @Core func aSentenceOfTwoEnginesIsJoinedToTheSample() async throws {
    let engines = EngineDirectory(Self.programs)
    let whole = await Self.spoken(engines, Self.text, Self.spans)
    let first = await Self.spoken(engines, "Before ", [])
    let second = await Self.spoken(engines, "hummed ", [], voice: "hum:hum/en")
    let third = await Self.spoken(engines, "after.", [])
    #expect(whole.faults.isEmpty && whole.error == nil && whole.words(of: Self.text) == ["Before", "hummed", "after"])
    #expect(whole.samples == first.samples + second.samples + third.samples)
    #expect(whole.frames == whole.samples.count)
    let frames = [first, second, third].map { Int($0.frames ?? 0) }
    #expect(
      whole.marks.map(\.frame) == [
        first.marks[0].frame, frames[0] + second.marks[0].frame, frames[0] + frames[1] + third.marks[0].frame,
      ])
    #expect(try await Self.measured(engines, Self.text, Self.spans) == Frame(whole.samples.count))
    #expect(await Self.spoken(engines, Self.text, Self.spans) == whole, "the same text has the same sound")
    engines.release()
  }

  /// Each engine is killed while it speaks: no word is lost, and no frame is said twice.
  @Test(arguments: ["aloud-speak", "humming-engine"]) @Core func aKilledEngineCostsNoWord(program: String) async throws
  {
    let engines = EngineDirectory(Self.programs)
    let text = "One two three four five six hummed hummed hummed seven eight nine."
    let spans = [TextRun(utf8: 28..<49, voice: "hum:hum/slow")]
    let whole = await Self.spoken(engines, text, spans)
    #expect(whole.words(of: text).count == 12 && whole.error == nil)
    var isKilled = false
    let killed = await Self.spoken(engines, text, spans) { event in
      let isHummed = if case .mark(let mark) = event { 28..<49 ~= mark.span.utf8.lowerBound } else { false }
      guard !isKilled, program == "aloud-speak" || isHummed else { return }
      isKilled = true
      for pid in engines.processIDs {
        let name = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")) ?? ""
        if name.hasSuffix("/" + program) { kill(pid, SIGKILL) }
      }
    }
    #expect(isKilled && killed == whole)
    engines.release()
  }

  @Test @Core func aVoiceWhoseEngineIsMissingIsNoVoice() async throws {
    let engines = EngineDirectory([Self.programs[0]])
    let spoken = await Self.spoken(engines, Self.text, [], voice: "hum:hum/en")
    #expect(spoken.error == Trouble(.noVoice, "hum:hum/en") && spoken.samples.isEmpty)
    // A part of a text is read by its own voice, and a whole one by that which the client finds.
    let own = await Self.spoken(engines, Self.text, [])
    let parted = await Self.spoken(engines, Self.text, Self.spans)
    #expect(parted.samples == own.samples && parted.marks == own.marks && own.error == nil)
    #expect(parted.otherVoices == 1 && own.otherVoices == 0, "its length is not that of the text")
    var asked: [VoiceID] = []
    engines.substitute = { voice, found in
      asked.append(voice)
      found("gmw/en-US")
    }
    let other = await Self.spoken(engines, Self.text, [], voice: "hum:hum/en")
    #expect(other.samples == own.samples && other.otherVoices == 1 && asked == ["hum:hum/en"])
    engines.substitute = { _, found in found("hum:hum/de") }
    #expect(await Self.spoken(engines, Self.text, [], voice: "hum:hum/en").error?.code == .noVoice)
    engines.release()
  }

  @Test(arguments: ["/nowhere", "mute"]) @Core func anEngineThatIsIllHasNoVoices(program: String) async throws {
    let path = program == "mute" ? "/usr/bin/sleep" : program
    let engines = EngineDirectory([Self.programs[0], EngineProgram(name: "ill", HeldProgram(path))])
    let voices = try await Self.listed(engines)
    #expect(VoiceCatalogue(voices).engines == ["espeak-ng"])
    engines.release()
  }

  /// Two voices of one engine, whose rates differ, cannot share a process.
  @Test @Core func aSentenceOfTwoRatesIsJoinedToTheSample() async throws {
    let engines = EngineDirectory(Self.programs)
    _ = try await Self.listed(engines)
    let text = "Hummed low hummed"
    let low = [TextRun(utf8: 7..<11, voice: "hum:hum/low")]
    let alone = await Self.spoken(engines, text, [], voice: "hum:hum/en")
    let joined = await Self.spoken(engines, text, low, voice: "hum:hum/en")
    #expect(joined.faults.isEmpty && joined.error == nil && joined.frames == joined.samples.count)
    #expect(abs(joined.samples.count - alone.samples.count) <= 3)
    #expect(joined.marks.map(\.span) == alone.marks.map(\.span))
    #expect(zip(joined.marks, alone.marks).allSatisfy { abs($0.frame - $1.frame) <= 2 })
    #expect(joined.samples != alone.samples)
    engines.release()
  }

  // MARK: Engines that are ill, and that come and go

  /// So many words that the engine has not said all of them when the test takes it away.
  private static let hummed = (1...40).map { "hummed\($0)" }
  private static let longText = "One two three \(hummed.joined(separator: " ")) seven eight nine."
  /// The hummed words, by the other engine.
  private static let longSpans = [
    TextRun(utf8: 14..<14 + hummed.joined(separator: " ").utf8.count, voice: "hum:hum/slow")
  ]

  /// The engine falls ill in the middle of its part: another voice says the rest of the sentence and all later
  /// ones, nobody waits for the ill one, and it is told once. It is tried again, and speaks when it works.
  @Test(arguments: [1, 2, 3]) @Core func whatAnIllEngineDoesNotSayAnotherOneSays(word: Int) async throws {
    let hum = try RemovableEngine()
    let engines = EngineDirectory([Self.programs[0], hum.program], firstTrial: .milliseconds(200))
    engines.substitute = { _, found in found("gmw/de") }
    _ = try await Self.listed(engines)
    var told: [String] = []
    engines.onHealth = { told.append("\($0) \($1.map { "\($0.code)" } ?? "well")") }
    var hummed = 0
    let spoken = await Self.spoken(engines, Self.longText, Self.longSpans) { event in
      guard case .mark(let mark) = event, Self.longSpans[0].utf8 ~= mark.span.utf8.lowerBound else { return }
      hummed += 1
      if hummed == word { hum.remove(from: engines) }
    }
    #expect(spoken.faults.isEmpty && spoken.error == nil && spoken.frames == spoken.samples.count)
    #expect(
      spoken.words(of: Self.longText)
        == ["One", "two", "three"] + Self.hummed + ["seven", "eight", "nine"])
    #expect(spoken.otherVoices == 1 && told == ["the engine hum spawnFailed"])
    #expect(try await Self.listed(engines).contains { $0.id.engine == "hum" })
    #expect(engines.troubles.map(\.engine) == ["hum"], "a list that was kept says nothing about its health")
    let next = await Self.spoken(engines, "Two.", [], voice: "hum:hum/en")
    let other = await Self.spoken(engines, "Two.", [], voice: "gmw/de")
    #expect(next.samples == other.samples && next.otherVoices == 1 && other.otherVoices == 0)
    // The length of the other voice would be wrong when the engine is well again.
    await #expect(throws: Trouble.self) { try await Self.measured(engines, Self.longText, Self.longSpans) }
    try hum.install()
    try await eventually("it is well again") { told == ["the engine hum spawnFailed", "the engine hum well"] }
    #expect(await Self.spoken(engines, "Two.", [], voice: "hum:hum/en").samples != other.samples)
    #expect(engines.troubles.isEmpty)
    engines.release()
  }

  /// Without somebody who finds other voices, as in an export, a sentence fails instead of being said by another one.
  @Test @Core func withoutAnotherVoiceTheSentenceFails() async throws {
    let hum = try RemovableEngine()
    let engines = EngineDirectory([Self.programs[0], hum.program], firstTrial: .seconds(60))
    let spoken = await Self.spoken(engines, Self.longText, Self.longSpans) { event in
      if case .mark(let mark) = event, mark.span.utf8.lowerBound == 14 { hum.remove(from: engines) }
    }
    #expect(spoken.error?.code == .spawnFailed && spoken.otherVoices == 0)
    engines.release()
  }

  @Test @Core func enginesComeAndGo() async throws {
    let hum = try RemovableEngine()
    let engines = EngineDirectory([Self.programs[0]])
    var changes = 0
    engines.onVoicesChanged = { changes += 1 }
    func names() async throws -> [String] {
      VoiceCatalogue(
        try await withCheckedContinuation { continuation in engines.voices { continuation.resume(returning: $0) } }
          .get()
      ).engines
    }
    #expect(try await names() == ["espeak-ng"])
    engines.refresh([Self.programs[0], hum.program])
    try await eventually("the new engine is known") { changes == 1 }
    #expect(try await names() == ["espeak-ng", "hum"])
    engines.refresh([Self.programs[0], hum.program])
    // A text that it speaks when it is removed is spoken to its end.
    var isRemoved = false
    let spoken = await Self.spoken(engines, Self.longText, Self.longSpans) { event in
      guard !isRemoved, case .mark(let mark) = event, mark.span.utf8.lowerBound >= 14 else { return }
      isRemoved = true
      engines.refresh([Self.programs[0]])
    }
    #expect(isRemoved && spoken.error == nil && spoken.words(of: Self.longText).count == 46)
    try await eventually("the engine is gone") { changes == 2 }
    #expect(try await names() == ["espeak-ng"])
    #expect(await Self.spoken(engines, "Two.", [], voice: "hum:hum/en").error?.code == .noVoice)
    engines.release()
  }

  /// An engine that lists its voices late has them when it does.
  @Test @Core func voicesThatComeLateAreTold() async throws {
    let hum = try RemovableEngine()
    unlink(hum.path)
    let engines = EngineDirectory([Self.programs[0], hum.program], firstTrial: .milliseconds(100))
    var changes = 0
    engines.onVoicesChanged = { changes += 1 }
    _ = await withCheckedContinuation { continuation in engines.voices { continuation.resume(returning: $0) } }
    #expect(changes == 0 && engines.troubles.map(\.trouble.code) == [.spawnFailed])
    try hum.install()
    try await eventually("its voices are known") { changes == 1 }
    #expect(engines.troubles.isEmpty)
    engines.release()
  }

  /// A voice is put into the folder of an engine that is there already.
  @Test @Core func aVoiceIsInstalledAndRemoved() async throws {
    let hum = try RemovableEngine()
    hum.installProgram()
    let folder = hum.path + ".voices"
    mkdir(folder, 0o700)
    let engines = EngineDirectory([Self.programs[0], hum.program])
    var listed: [String] = []
    func list() {
      engines.voices { result in
        listed = ((try? result.get()) ?? []).map(\.id.text).filter { $0.hasPrefix("hum:hum/new") } + ["."]
      }
    }
    list()
    #expect(await eventually { listed == ["."] } && engines.voiceFolders == [folder])
    engines.onVoicesChanged = { list() }
    close(creat(folder + "/new", 0o600))
    engines.voicesMayHaveChanged(isSeen: true)
    // Once more, while they are listed.
    close(creat(folder + "/newer", 0o600))
    engines.voicesMayHaveChanged(isSeen: true)
    #expect(await eventually { listed == ["hum:hum/new", "hum:hum/newer", "."] })
    unlink(folder + "/new")
    engines.voicesMayHaveChanged(isSeen: true)
    #expect(await eventually { listed == ["hum:hum/newer", "."] })
    let spoken = await Self.spoken(engines, "One two.", [], voice: "hum:hum/newer")
    #expect(spoken.error == nil && spoken.otherVoices == 0 && spoken.marks.count == 2)
    engines.release()
  }

  /// It is well all the same: the library of its voices need not be installed.
  @Test @Core func anEngineWithoutVoicesKeepsNoProcess() async throws {
    let path = try BuiltProgram.link("humming-engine", as: "humming-voiceless")
    let engines = EngineDirectory([Self.programs[0], EngineProgram(name: "mute", HeldProgram(path))])
    var listed: [Voice]?
    engines.voices { listed = (try? $0.get()) ?? [] }
    #expect(await eventually { listed != nil })
    #expect(listed?.contains { $0.id.engine == "mute" } == false)
    #expect(engines.processIDs.count == 1 && engines.troubles.isEmpty)
    engines.release()
  }

  @Test @Core func aCancelledSentenceTellsNothingMore() async throws {
    let engines = EngineDirectory(Self.programs)
    var events = 0
    var request: RequestToken?
    await withCheckedContinuation { continuation in
      request = engines.speak(
        Array(Self.text.utf8), runs: Self.spans, configuration: VoiceConfiguration(voice: "gmw/en-US"), at: .usual
      ) { _ in
        events += 1
        guard events == 1, let request else { return }
        engines.cancel(request)
        continuation.resume()
      }
    }
    #expect(await Self.spoken(engines, "After.", []).error == nil)
    #expect(events == 1)
    engines.release()
  }

  /// A refusal needs no engine, and would be told at once.
  @Test @Core func aCancelledRefusalTellsNothing() async throws {
    let engines = EngineDirectory(Self.programs)
    var told = 0
    let missing = VoiceConfiguration(voice: "gone:v")
    engines.cancel(engines.explain(Array("A".utf8), configuration: missing) { _ in told += 1 })
    engines.cancel(engines.measure(Array("A".utf8), configuration: missing, at: .usual) { _ in told += 1 })
    engines.cancel(engines.speak(Array("A".utf8), configuration: missing, at: .usual) { _ in told += 1 })
    #expect(await Self.spoken(engines, "After.", []).error == nil)
    #expect(told == 0)
    _ = engines.explain(Array("A".utf8), configuration: missing) { _ in told += 1 }
    #expect(await Self.spoken(engines, "After.", []).error == nil)
    #expect(told == 1)
    engines.release()
  }

  // MARK: The cut

  @Test @Core func aTextIsCutWhereTheEngineChanges() {
    let text = Array("aé b c d".utf8)
    func parts(_ runs: [TextRun]) -> [String] {
      JoinedSpeech.parts(text, VoiceConfiguration(voice: "x"), runs).map { part in
        let runs = part.runs.map { run in
          "\(run.utf8.lowerBound)-\(run.utf8.upperBound) \(run.attributes.voice?.text ?? "")"
        }.joined(separator: ",")
        return
          "\(part.configuration.voice) '\(String(decoding: part.text, as: UTF8.self))' \(part.origin.scalars.lowerBound)"
          + (runs.isEmpty ? "" : " [\(runs)]")
      }
    }
    #expect(parts([]) == ["x 'aé b c d' 0"])
    #expect(parts([TextRun(utf8: 4..<5, voice: "y")]) == ["x 'aé b c d' 0 [4-5 y]"])
    #expect(parts([TextRun(utf8: 4..<6, voice: "hum:h")]) == ["x 'aé ' 0", "hum:h 'b ' 3", "x 'c d' 5"])
    #expect(
      parts([TextRun(utf8: 0..<3, voice: "hum:h"), TextRun(utf8: 3..<6, voice: "hum:i")])
        == ["hum:h 'aé b ' 0 [3-6 hum:i]", "x 'c d' 5"])
    #expect(
      parts([TextRun(utf8: 4..<6, voice: "y"), TextRun(utf8: 6..<7, voice: "hum:h")])
        == ["x 'aé b ' 0 [4-6 y]", "hum:h 'c' 5", "x ' d' 6"])
  }
}
