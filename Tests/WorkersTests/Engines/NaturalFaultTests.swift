import DesktopSupport
import EventLoop
import Foundation
import Speech
import Testing
import Vocabulary
import Workers

/// Models, descriptions and libraries that are not what they seem, by the real engine: each is told in one line, and
/// the voice beside it speaks on.
@Suite(
  .enabled(if: Project.fetchedVoices != nil, "scripts/fetch-voices has fetched no voices"), .timeLimit(.minutes(5)))
struct NaturalFaultTests {
  init() { TestLoop.start() }

  /// A voice that is not one, and a part of what is said of it.
  struct Odd: Sendable, CustomTestStringConvertible {
    var name: String
    var description = OnnxFile.Voice.description()
    var model: [UInt8]
    var reason: String
    /// True if it is seen only when it is loaded.
    var isListed = false

    var testDescription: String { name }
  }

  private static func voice(_ change: (inout OnnxFile.Voice) -> Void) -> [UInt8] {
    var voice = OnnxFile.Voice()
    change(&voice)
    return voice.bytes
  }

  private static func lying(_ name: String, _ reason: String, _ member: String) -> Odd {
    Odd(
      name: name, description: OnnxFile.Voice.description(more: ", " + member), model: OnnxFile.Voice().bytes,
      reason: reason)
  }

  private static func broken(
    _ name: String, _ reason: String, _ change: (inout OnnxFile.Voice) -> Void
  ) -> Odd {
    Odd(name: name, model: voice(change), reason: reason, isListed: true)
  }

  private static let real =
    (try? Data(
      contentsOf: URL(fileURLWithPath: (Project.fetchedVoices ?? "") + "/share/aloud/voices/heart.onnx")))
    .map { Array($0) } ?? []

  /// A step that never ends.
  private static let endless: [UInt8] = {
    let body =
      OnnxFile.node("Identity", ["more"], ["again"]) + OnnxFile.node("Identity", ["x"], ["y"]) + OnnxFile.text(2, "b")
      + OnnxFile.value(11, "i", .integer, rank: 0) + OnnxFile.value(11, "more", .bool, rank: 0)
      + OnnxFile.value(11, "x", .float, rank: 2) + OnnxFile.value(12, "again", .bool, rank: 0)
      + OnnxFile.value(12, "y", .float, rank: 2)
    return OnnxFile.node("Loop", ["most", "", "a"], ["b"], body: body)
  }()

  static let odd: [Odd] =
    [0, 1, 100, 4_096, real.count / 2, real.count - 1].map { count in
      Odd(
        name: "cut\(count)", model: Array(real.prefix(count)),
        reason: count == 0 ? "it has no graph" : "it is truncated, or no model in the format of ONNX")
    } + [
      Odd(name: "page", model: Array("<html>no model</html>".utf8), reason: "it is no model in the format of ONNX"),
      Odd(name: "zeros", model: [UInt8](repeating: 0, count: 1 << 20), reason: "it is no model in the format of ONNX"),
      // Another model that works.
      Odd(
        name: "sum",
        model: OnnxFile.model(
          OnnxFile.node("Neg", ["x"], ["y"]) + OnnxFile.value(11, "x", .float, rank: 1)
            + OnnxFile.value(12, "y", .float, rank: 1)),
        reason: "its inputs are not those of Piper", isListed: true),
      Odd(
        name: "hibari", description: OnnxFile.Voice.description(more: ", \"model\": \"hibari\""),
        model: OnnxFile.Voice().bytes, reason: "its inputs and outputs are not those of hibari", isListed: true),
      broken("names", "its inputs are not those of Piper") { $0.input = "text" },
      broken("rounded", "it tells no durations") { $0.hasCeiling = false },
      broken("twice", "it tells no durations") { $0.step = OnnxFile.node("Ceil", ["a"], ["b"]) },
      broken("chance", "it has a random RandomUniformLike") {
        $0.step = OnnxFile.node("RandomUniformLike", ["a"], ["r"]) + OnnxFile.node("Add", ["a", "r"], ["b"])
      },
      broken("dice", "it has a random Bernoulli") {
        $0.step = OnnxFile.node("Bernoulli", ["a"], ["r"]) + OnnxFile.node("Add", ["a", "r"], ["b"])
      },
      broken("unknown", "ONNX Runtime: ") { $0.step = OnnxFile.node("NoSuchStep", ["a"], ["b"]) },
      broken("nan", "it tells no durations") { $0.table = [Float](repeating: .nan, count: 16) },
      broken("negative", "it tells no durations") { $0.table = [Float](repeating: -4, count: 16) },
      broken("endless", "it tells no durations") { $0.table = [Float](repeating: 1e9, count: 16) },
      broken("short", "its sound has not the length of its durations") { $0.hop = 255 },
      // 16 TiB.
      broken("greedy", "ONNX Runtime: ") {
        $0.step =
          OnnxFile.node("ConstantOfShape", ["vast"], ["much"])
          + OnnxFile.node("ReduceMax", ["much"], ["m"], ["keepdims": 0])
          + OnnxFile.node("Add", ["a", "m"], ["b"])
        $0.more = OnnxFile.constant("vast", [1 << 42] as [Int64])
      },
      broken("sixteen", "it cannot speak the phoneme 15 ") { $0.table = [Float](repeating: 10, count: 15) },
      lying("alphabet", "it cannot speak the phoneme 99999 ", "\"x\": 1").with {
        $0.description = $0.description.replacing("\"a\": [4]", with: "\"a\": [99999]")
        $0.isListed = true
      },
      lying("speakers", "it has not the 9 speakers of its description", "\"num_speakers\": 9").with {
        $0.isListed = true
      },
      lying("crowd", "it has 1000000 speakers", "\"num_speakers\": 1000000"),
      lying("noise", "its inference.noise_scale is -1.0", "\"inference\": {\"noise_scale\": -1}"),
      lying("slow", "its inference.length_scale is 1e+30", "\"inference\": {\"length_scale\": 1e30}"),
      lying("number", "it is no JSON", "\"inference\": {\"length_scale\": NaN}"),
      lying("infinite", "it is no JSON", "\"inference\": {\"noise_w\": 1e999}"),
      lying("loud", "its gain_db is 4000", "\"gain_db\": 4000"),
      lying("language", "its language is \"../../etc\"", "\"language\": {\"code\": \"../../etc\"}"),
      lying("many", "a phoneme of its has 1000 numbers", "\"x\": 1").with {
        let numbers = [String](repeating: "4", count: 1_000).joined(separator: ",")
        $0.description = $0.description.replacing("\"a\": [4]", with: "\"a\": [\(numbers)]")
      },
      lying("rate", "its audio.sample_rate has to be a number from 8000 to 192000", "\"x\": 1").with {
        $0.description = $0.description.replacing("22050", with: "1")
      },
      lying("nest", "it is no JSON", "\"x\": " + String(repeating: "[", count: 100_000)),
      lying("large", "cannot be read: it is no file of at most 4 MiB", "\"x\": 1").with {
        $0.description += String(repeating: " ", count: 5 << 20)
      },
    ]

  private static let text = "One two."

  /// All of them beside a voice that works.
  @Test @Core func eachIsToldInOneLineAndTheOthersSpeakOn() async throws {
    let prefix = try NaturalPrefix()
    defer { prefix.remove() }
    try prefix.add(fetched: "heart")
    for odd in Self.odd { try prefix.add(odd.name, odd.description, model: odd.model) }
    let session = try Session(("neural", prefix.program))
    defer { session.end() }
    let listed = Set(try await session.voices().map(\.id.name))
    #expect(listed.contains("heart"))
    let heart = await session.speak(Self.text, .voice("neural:heart"))
    #expect(heart.error == nil && heart.samples.contains { $0 > 1_500 })
    for odd in Self.odd {
      #expect(listed.contains(odd.name) == odd.isListed, "\(odd.name)")
      let spoken = await session.speak(Self.text, .voice("neural:\(odd.name)"))
      let detail = spoken.error?.detail ?? ""
      #expect(spoken.samples.isEmpty && detail.contains(odd.reason), "\(odd.name): \(detail)")
      #expect(detail.contains(odd.name + ".onnx") && detail.count < 400, "\(odd.name): \(detail)")
      #expect(!detail.contains { $0.isNewline } && detail.allSatisfy { !$0.isASCII || $0.asciiValue ?? 0 >= 32 })
      #expect(spoken.error?.code == (odd.isListed ? .engine : .noVoice), "\(odd.name)")
    }
    #expect(await session.speak(Self.text, .voice("neural:heart")) == heart)
  }

  /// The tests' own voice is one: what is refused of the others is what they have of their own.
  @Test @Core func theSmallVoiceWorks() async throws {
    let prefix = try NaturalPrefix()
    defer { prefix.remove() }
    try prefix.add(
      "small", OnnxFile.Voice.description(more: ", \"name\": \"\(String(repeating: "n", count: 100_000))\\n\""),
      model: OnnxFile.Voice().bytes)
    let session = try Session(("neural", prefix.program))
    defer { session.end() }
    let voice = try #require(try await session.voices().first { $0.id.name == "small" })
    #expect(voice.name.count == 80)
    let spoken = await session.speak(Self.text, .voice("neural:small"))
    #expect(
      spoken.error == nil && spoken.words(of: Self.text) == ["One", "two"], "\(String(describing: spoken.error))")
    #expect(spoken.samples.allSatisfy { $0 == 0 } && spoken.samples.count > 256 * 10)
    #expect(try await session.measure(Self.text, .voice("neural:small")).get() == spoken.frames)
  }

  /// Files of two gigabytes with holes: neither is read.
  @Test @Core func aHugeFileIsRefusedBeforeItIsRead() async throws {
    let prefix = try NaturalPrefix()
    defer { prefix.remove() }
    try prefix.add(fetched: "heart")
    for name in ["model", "description"] {
      try prefix.add(name, OnnxFile.Voice.description(), model: OnnxFile.Voice().bytes)
      let end = name == "model" ? ".onnx" : ".onnx.json"
      try #require(truncate("\(prefix.voices)/\(name)\(end)", 2 << 30) == 0)
    }
    let session = try Session(("neural", prefix.program))
    defer { session.end() }
    #expect(try await session.voices().map(\.id.name).filter { ["model", "description"].contains($0) } == [])
    for (name, most) in [("model", 512), ("description", 4)] {
      let detail = await session.speak(Self.text, .voice("neural:\(name)")).error?.detail ?? ""
      #expect(detail.contains("\(name).onnx cannot be read: it is no file of at most \(most) MiB"), "\(detail)")
    }
    #expect(await session.speak(Self.text, .voice("neural:heart")).error == nil)
    for process in session.engine.processIDs {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let peak = status.firstMatch(of: #/VmHWM:\s+(\d+) kB/#).flatMap { Int($0.output.1) }
      let kibibytes = try #require(peak)
      #expect(isSanitized || kibibytes < 700_000, "\(status)")
    }
  }

  // MARK: Voices that are ill, and engines

  @Core private static func spoken(_ engines: EngineDirectory, _ text: String, _ voice: VoiceID) async -> Spoken {
    await withCheckedContinuation { continuation in
      var spoken = Spoken()
      _ = engines.speak(Array(text.utf8), configuration: VoiceConfiguration(voice: voice), at: .usual) { event in
        spoken.take(event)
        switch event {
        case .done, .failed: continuation.resume(returning: spoken)
        case .samples, .mark, .reached, .skipped, .otherVoice: break
        }
      }
    }
  }

  @Core private static func engines(_ prefix: NaturalPrefix) async throws -> EngineDirectory {
    let engines = EngineDirectory([
      EngineProgram(name: UsualEngine.name, try WorkerExecutable.speak.program()),
      EngineProgram(name: "neural", HeldProgram(prefix.program)),
    ])
    engines.substitute = { _, found in found("gmw/en-US") }
    _ = try await withCheckedContinuation { continuation in
      engines.voices { continuation.resume(returning: $0) }
    }.get()
    return engines
  }

  /// A voice that cannot be loaded, one that hangs, and one whose file is gone bad: another voice reads in the place of
  /// each, and the engine's other voices are not taken for ill.
  @Test(arguments: ["rounded", "hangs", "cut1"]) @Core func anIllVoiceIsNoIllEngine(name: String) async throws {
    let prefix = try NaturalPrefix()
    defer { prefix.remove() }
    try prefix.add(fetched: "heart")
    var odd = Self.odd.first { $0.name == name } ?? Self.odd[0]
    if name == "hangs" {
      odd.model = Self.voice {
        $0.step = Self.endless
        $0.more = OnnxFile.constant("most", [.max] as [Int64], isScalar: true)
      }
    }
    try prefix.add(name, odd.description, model: odd.model)
    let engines = try await Self.engines(prefix)
    defer { engines.release() }
    var told: [String] = []
    engines.onHealth = { subject, trouble in told.append("\(subject) \(trouble == nil ? "works" : "is ill")") }
    let usual = await Self.spoken(engines, Self.text, "gmw/en-US")
    let heart = await Self.spoken(engines, Self.text, "neural:heart")
    #expect(heart.otherVoices == 0 && heart.error == nil)
    for _ in 0..<2 {
      let spoken = await Self.spoken(engines, Self.text, VoiceID("neural:\(name)"))
      #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.otherVoices == 1)
      #expect(spoken.samples == usual.samples && spoken.marks == usual.marks)
    }
    #expect(told == ["the voice neural:\(name) is ill"])
    #expect(engines.troubles.isEmpty && engines.voiceTroubles.map(\.voice.text) == ["neural:\(name)"])
    #expect(await Self.spoken(engines, Self.text, "neural:heart") == heart)
    // A list that is made once more is no reason to believe in it.
    engines.voicesMayHaveChanged(isSeen: false)
    #expect(engines.voiceTroubles.map(\.voice.text) == ["neural:\(name)"])
    // Its files are others now.
    try prefix.add(name, OnnxFile.Voice.description(), model: OnnxFile.Voice().bytes)
    engines.voicesMayHaveChanged(isSeen: true)
    #expect(engines.voiceTroubles.isEmpty)
    let mended = await Self.spoken(engines, Self.text, VoiceID("neural:\(name)"))
    #expect(mended.otherVoices == 0 && mended.samples.allSatisfy { $0 == 0 }, "\(String(describing: mended.error))")
  }

  private static func library(version: String, table: String = "0", more: String = "") -> String {
    """
    static const void *functions[300];
    static const void *table(unsigned version) { return \(table); }
    static const char *version(void) { return "\(version)"; }
    static const struct { const void *(*table)(unsigned); const char *(*version)(void); } base = { table, version };
    const void *OrtGetApiBase(void) { return &base; }
    \(more)
    """
  }

  static let libraries: [(source: String, reason: String)] = [
    (library(version: "1.20.1"), "is ONNX Runtime 1.20.1, and natural voices need 1.21 or later"),
    (library(version: "nonsense\\n\\t1"), "is ONNX Runtime nonsense1, and natural voices need 1.21 or later"),
    (
      library(
        version: "1.29.0", more: "const char *address = \"https://mobile.events.data.microsoft.com/OneCollector\";"),
      "is ONNX Runtime 1.29.0, which sends data to its vendor"
    ),
    (library(version: "1.28.0"), "is no library of ONNX Runtime: version 1.28.0 lacks a function"),
    (library(version: "1.28.0", table: "functions"), "is no library of ONNX Runtime: version 1.28.0 lacks a function"),
    ("int nothing;", "is no library of ONNX Runtime: it has no OrtGetApiBase"),
  ]

  /// True if the loader finds ONNX Runtime among the libraries of the system.
  private static let hasLibrary = [
    "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
  ].contains { folder in
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.contains { $0.hasPrefix("libonnxruntime.so.1") }
  }

  /// A library that does not fit is told in one line, and the usual engine reads; one that fits beside it is taken.
  @Test(.enabled(if: !hasLibrary, "the system has the library"), arguments: libraries.indices)
  @Core func anUnfitLibraryIsTold(index: Int) async throws {
    let (source, reason) = Self.libraries[index]
    let library = try BuiltLibrary(source)
    let prefix = try NaturalPrefix(library: library.path)
    defer { prefix.remove() }
    try prefix.add(fetched: "heart")
    let engines = try await Self.engines(prefix)
    defer { engines.release() }
    #expect(await eventually { !engines.troubles.isEmpty })
    let detail = engines.troubles.first?.trouble.detail ?? ""
    #expect(detail.hasPrefix("\(prefix.path)/lib/aloud/libonnxruntime.so.1 \(reason)"), "\(detail)")
    #expect(!detail.contains { $0.isNewline })
    let spoken = await Self.spoken(engines, Self.text, "neural:heart")
    #expect(spoken.error == nil && spoken.otherVoices == 1 && !spoken.samples.isEmpty)
    // Beside the programs.
    try FileManager.default.createSymbolicLink(
      atPath: prefix.path + "/libexec/aloud/libonnxruntime.so.1",
      withDestinationPath: (Project.fetchedVoices ?? "") + "/lib/aloud/libonnxruntime.so.1")
    let session = try Session(("neural", prefix.program))
    defer { session.end() }
    #expect(try await session.voices().contains { $0.id.name == "heart" })
    #expect(await session.speak(Self.text, .voice("neural:heart")).error == nil)
  }
}

extension NaturalFaultTests.Odd {
  fileprivate func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
