import CommandOutput
import Foundation
import Speech
import Testing
import Vocabulary

@testable import aloud

/// The verbs that compare and add voices.
@Suite(.timeLimit(.minutes(1)))
struct VoiceVerbTests {
  // MARK: get

  @Test(arguments: [
    ("en_US-joe-medium", "en/en_US/joe/medium/en_US-joe-medium"),
    ("neural:de_DE-thorsten_emotional-medium:3", "de/de_DE/thorsten_emotional/medium/de_DE-thorsten_emotional-medium"),
    ("zh_CN-huayan-x_low.onnx.json", "zh/zh_CN/huayan/x_low/zh_CN-huayan-x_low"),
    ("pt_PT-tugão-medium.onnx", "pt/pt_PT/tugão/medium/pt_PT-tugão-medium"),
  ])
  func aNameHasItsPlace_S1_19(typed: String, path: String) throws {
    let voice = try #require(PiperVoiceName(typed))
    let start = "https://huggingface.co/rhasspy/piper-voices/resolve/main/"
    #expect(voice.addresses[0] == start + path + ".onnx" && voice.addresses[1] == start + path + ".onnx.json")
    #expect(voice.addresses[2].hasSuffix("/MODEL_CARD"))
    #expect(Voices.Get.lines(voice, folder: "/f").contains { $0.contains("aloud voices add \(voice.text).onnx") })
  }

  @Test(arguments: [
    "heart", "en_US-joe", "en-joe-medium", "en_US-joe-huge", "EN_us-joe-low", "en_US--low", "en_US-../../x-low", "",
    "en_US-a b-low", "en_US-joe-medium;rm",
  ])
  func anotherNameHasNone(typed: String) { #expect(PiperVoiceName(typed) == nil) }

  // MARK: add

  @Test func aVoiceIsNamedByOneOfItsFiles() throws {
    let files = try #require(
      VoiceFiles.named(by: ["/d/a.onnx", "/d/a.onnx.json", "b.onnx.json", "/d/MODEL_CARD"]) { _ in })
    #expect(files.map(\.model) == ["/d/a.onnx", "b.onnx"] && files.map(\.name) == ["a", "b"])
    #expect(files[0].description == "/d/a.onnx.json" && files[0].card == "/d/MODEL_CARD")
    #expect(files[1].card == "MODEL_CARD")
    for wrong in ["a.pth", "a.json", ".onnx", "/d/-x.onnx", "/d/a b.onnx", "/d/x\u{1B}.onnx"] {
      var told = ""
      #expect(VoiceFiles.named(by: ["/d/a.onnx", wrong]) { told = $0 } == nil && told == wrong)
    }
  }

  private func inFolder(_ body: (_ data: String, _ files: VoiceFiles) throws -> Void) throws {
    let data = NSTemporaryDirectory() + "voices-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: data) }
    try FileManager.default.createDirectory(atPath: data + "/from", withIntermediateDirectories: true)
    for name in ["v.onnx", "v.onnx.json"] {
      try Data(repeating: 7, count: 3 << 20).write(to: URL(fileURLWithPath: "\(data)/from/\(name)"))
    }
    try body(data, VoiceFiles(name: "v", model: data + "/from/v.onnx"))
  }

  private func content(_ folder: String) -> [String] {
    (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.contains(".onnx") || $0.contains("CARD") }.sorted()
  }

  @Test func aVoiceComesIntoItsPlaceAsAWhole() throws {
    try inFolder { data, files in
      let folder = try #require(VoiceFolder { ["XDG_DATA_HOME": data, "HOME": "/nowhere"][$0] })
      let draft = try folder.draft(files)
      #expect(!folder.has("v"))
      #expect(draft.folder.hasPrefix(folder.path + "/."), "no engine looks into it")
      try folder.take(draft)
      #expect(folder.has("v") && content(folder.path) == ["v/v.onnx", "v/v.onnx.json"])
      #expect(
        FileManager.default.contentsEqual(atPath: files.model, andPath: folder.folder(of: "v") + "/v.onnx"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["v"], "nothing else is left")
    }
  }

  @Test func aFileThatCannotBeCopiedLeavesNothing() throws {
    try inFolder { data, files in
      let folder = try #require(VoiceFolder { ["XDG_DATA_HOME": data][$0] })
      try FileManager.default.removeItem(atPath: files.description)
      #expect { try folder.draft(files) } throws: { ($0 as? CopyFault)?.path == files.description }
      #expect(mkfifo(files.description, 0o600) == 0)
      #expect { try folder.draft(files) } throws: { ($0 as? CopyFault)?.path == files.description }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test func theFolderIsThatOfTheUsersData() {
    #expect(VoiceFolder { ["HOME": "/home/x"][$0] }?.path == "/home/x/.local/share/aloud/voices")
    #expect(VoiceFolder { ["HOME": "/home/x", "XDG_DATA_HOME": "relative"][$0] }?.path.hasPrefix("/home/x") == true)
    #expect(VoiceFolder { _ in nil } == nil)
  }

  // MARK: try

  private static let voices =
    (1...12).map { Voice(.own("x/en\($0)"), name: "E\($0)", languages: [.init(tag: "en", priority: $0)]) }
    + [
      Voice("gmw/de", name: "German", languages: [.init(tag: "de", priority: 5)]),
      Voice(
        "neural:slow", name: "Slow", languages: [.init(tag: "en-us", priority: 5)], cost: 250_000, isNatural: true),
      Voice(
        "neural:heart", name: "Heart", languages: [.init(tag: "en-us", priority: 5)], cost: 45_000, isNatural: true),
    ]

  @Test func naturalVoicesHaveTheFirstKeys_S1_14() {
    let trial = VoiceTrial("en", in: VoiceCatalogue(Self.voices))
    #expect(trial.candidates.map(\.id.text).prefix(3) == ["neural:heart", "neural:slow", "x/en1"])
    #expect(trial.candidates.count == 9 && Set(trial.candidates.map(\.id)).count == 9)
    let chosen = VoiceTrial("en", in: VoiceCatalogue(Self.voices).preferring(["en": "x/en3"]))
    #expect(chosen.candidates.map(\.id.text).prefix(3) == ["x/en3", "neural:heart", "neural:slow"])
    #expect(VoiceTrial("de", in: VoiceCatalogue(Self.voices)).candidates.map(\.id.text) == ["gmw/de"])
    #expect(VoiceTrial("tlh", in: VoiceCatalogue(Self.voices)).candidates.isEmpty)
  }

  @Test func keysPlayKeepAndLeave() {
    var trial = VoiceTrial("de", in: VoiceCatalogue(Self.voices))
    let voice = trial.candidates[0]
    for (key, effect) in [
      ("\n", .nothing), ("2", .nothing), ("0", .nothing), ("1", .play(0)), ("x", .nothing), ("\n", .keep(voice)),
      ("q", .leave), ("\u{1B}", .leave), ("\u{4}", .leave),
    ] as [(Unicode.Scalar, VoiceTrial.Effect)] {
      let done = trial.take(UInt8(ascii: key))
      #expect(done == effect, "\(key.value)")
    }
  }

  @Test func aSentenceIsInItsLanguage() {
    #expect(SampleSentence.of("de-AT").hasPrefix("Alle Menschen") && SampleSentence.of("en_GB").hasPrefix("All human"))
    #expect(SampleSentence.of("no") == SampleSentence.of("nb-NO") && SampleSentence.of("tlh").hasPrefix("1, 2"))
  }
}
