import Testing

@testable import NaturalVoices

/// What stands beside a model.
@Suite struct VoiceDescriptionTests {
  private static let piper = """
    {"audio": {"sample_rate": 22050, "quality": "medium"}, "espeak": {"voice": "en-us"},
     "inference": {"noise_scale": 0.5, "length_scale": 1.2, "noise_w": 0.7}, "phoneme_type": "espeak",
     "phoneme_id_map": {"_": [0], "^": [1], "$": [2], "a": [14], "\\u0327": [50], "ab": [9]},
     "num_speakers": 904, "language": {"code": "en_GB"}, "dataset": "alba"}
    """

  private func description(_ text: String) throws -> VoiceDescription { try VoiceDescription(Array(text.utf8)) }

  @Test func aPiperVoiceIsRead() throws {
    let voice = try description(Self.piper)
    #expect(voice.kind == .piper && voice.sampleRate == 22_050 && voice.espeakVoice == "en-us")
    #expect(voice.language == "en_GB" && voice.name == "alba" && voice.quality == "medium" && voice.speakers == 904)
    #expect(voice.noise == 0.5 && voice.lengthScale == 1.2 && voice.durationNoise == 0.7)
    #expect(voice.numbers["a"] == [14] && voice.numbers["\u{327}"] == [50] && voice.numbers.count == 5)
  }

  @Test func aHibariVoiceNeedsNoAlphabet() throws {
    let voice = try description(
      #"{"model": "hibari", "name": "Heart", "espeak": {"voice": "en-us"}, "audio": {"sample_rate": 24000}, "gain_db": 5}"#
    )
    #expect(voice.kind == .hibari && voice.gain == 5 && voice.language == "en-us" && voice.name == "Heart")
  }

  /// A file that lies is refused by one sentence, and nothing is taken from it.
  @Test(arguments: [
    ("", "it is no JSON (line 1)"), ("[1,2]", "its audio.sample_rate has to be a number from 8000 to 192000"),
    (#"{"audio": {"sample_rate": 1}}"#, "its audio.sample_rate has to be a number from 8000 to 192000"),
    (#"{"audio": {"sample_rate": "22050"}}"#, "its audio.sample_rate has to be a number from 8000 to 192000"),
    (#"{"audio": {"sample_rate": 22050}}"#, "its phonemes are not those of espeak-ng but \"espeak\""),
    (
      #"{"audio": {"sample_rate": 22050}, "espeak": {"voice": "de"}, "phoneme_type": "text"}"#,
      "its phonemes are not those of espeak-ng but \"text\""
    ),
    (#"{"audio": {"sample_rate": 22050}, "espeak": {"voice": "de"}}"#, "its phoneme_id_map has no \"_\""),
    (#"{"model": "kokoro"}"#, "its model is \"kokoro\""),
    (#"{"audio": {"sample_rate": 22050}, "espeak": {"voice": "de"}, "num_speakers": 0}"#, "it has 0 speakers"),
    (
      #"{"audio": {"sample_rate": 22050}, "espeak": {"voice": "de"}, "inference": {"length_scale": 0}}"#,
      "its inference.length_scale is 0.0"
    ),
    (#"{"audio": {"sample_rate": 22050}, "espeak": {"voice": "de"}, "gain_db": 99}"#, "its gain_db is 99.0"),
  ]) func aDescriptionThatLiesIsRefused(text: String, reason: String) {
    #expect(throws: OnnxVoiceFault.description(reason)) { try description(text) }
  }

  @Test func anEndlessNestIsRefused() {
    #expect(throws: OnnxVoiceFault.self) { try description(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: OnnxVoiceFault.description("it is larger than 4 MiB")) {
      try description(String(repeating: " ", count: 5 << 20))
    }
  }

  @Test func foldersAreThoseOfTheListenerAndOfOtherPrograms() {
    let program = "/opt/x/libexec/aloud/engines/neural"
    let folders = VoiceFolders(program: program) { ["HOME": "/h", "XDG_DATA_DIRS": "/a:relative:/b"][$0] }
    #expect(folders.roots.first == "/h/.local/share/aloud/voices")
    #expect(folders.roots.contains("/a/piper-voices") && folders.roots.contains("/b/piper/voices"))
    #expect(folders.roots.contains("/opt/x/share/aloud/voices"))
    #expect(VoiceFolders.prefix(of: "/usr/libexec/aloud/engines/neural") == "/usr")
    #expect(VoiceFolders.prefix(of: "/src/.build/debug/engines/neural") == nil)
    #expect(VoiceFolders.prefix(of: "libexec/aloud/x") == nil && VoiceFolders.prefix(of: "/libexec/aloud/x") == "/")
    #expect(folders.roots.allSatisfy { $0.hasPrefix("/") })
    #expect(folders.roots.contains { $0.contains("SpeechNote") } && folders.roots.contains { $0.contains("pied") })
  }
}
