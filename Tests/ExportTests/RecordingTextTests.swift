import DesktopSupport
import Foundation
import Testing

/// Texts beside recordings, and folders with both.
@Suite(.timeLimit(.minutes(3)))
struct RecordingTextTests {
  @Test func theTextBesideARecordingIsWrittenWithItsTimes_S0_22() async throws {
    try await Exports.with { exports in
      try await exports.makeTalk()
      try exports.write(
        "1\n00:00:00,200 --> 00:00:01,000\nGood morning.\n\n2\n00:00:01,500 --> 00:00:09,000\nSee you.\n", "talk.srt")
      let result = try await exports.export("talk.m4a -o out.flac --srt --vtt --json -q")
      #expect(result.succeeded, "\(result)")
      let srt = String(decoding: try exports.bytes("out.srt"), as: UTF8.self)
      // No cue ends behind the sound.
      #expect(
        srt == "1\n00:00:00,200 --> 00:00:01,000\nGood morning.\n\n2\n00:00:01,500 --> 00:00:03,000\nSee you.\n\n",
        "\(srt)")
      #expect(
        String(decoding: try exports.bytes("out.vtt"), as: UTF8.self).contains("00:00:01.500 --> 00:00:03.000\nSee"))
      let times = try exports.times("out.json")
      #expect(times.sentences.map(\.chapter) == [0, 1] && times.length == 3)
      #expect(times.chapters.map(\.title) == ["Hello", "Good bye"] && times.chapters[1].start == 1.25)

      #expect(try await exports.export("talk.m4a -o part.flac --chapters --srt -q").succeeded)
      let part = String(decoding: try exports.bytes("part-02.srt"), as: UTF8.self)
      #expect(part == "1\n00:00:00,250 --> 00:00:01,750\nSee you.\n\n", "\(part)")

      #expect(try await exports.export("talk.m4a -o slow.flac --rate 0.5 --json -q").succeeded)
      let slow = try exports.times("slow.json")
      #expect(abs(slow.sentences[1].start - 3) < 0.1 && abs(slow.length - 6) < 0.1, "\(slow)")
    }
  }

  @Test func aFolderMayHaveRecordingsAndTexts() async throws {
    try await Exports.with { exports in
      try FileManager.default.createDirectory(atPath: exports.file("in"), withIntermediateDirectories: false)
      try await exports.make("in/talk.flac", seconds: 1, "-sample_fmt s16")
      try exports.write("[00:00.20]One\n", "in/talk.lrc")
      try exports.write("Two.", "in/text.txt")
      let result = try await exports.export("in -o out --as flac --json -v en -q")
      #expect(result.succeeded && result.errors == "", "\(result)")
      let names = try FileManager.default.contentsOfDirectory(atPath: exports.file("out")).sorted()
      #expect(names == ["talk.flac", "talk.json", "text.flac", "text.json"])
      #expect(try await exports.pcm("out/talk.flac") == exports.pcm("in/talk.flac"))
      #expect(try exports.times("out/talk.json").sentences.map(\.text) == ["One"])
      // A voice for recordings alone has no meaning.
      try FileManager.default.removeItem(atPath: exports.file("in/text.txt"))
      let refused = try await exports.export("in -o other --as flac -v en -q")
      #expect(refused.exitCode == 2 && refused.errors.contains("which no voice reads"), "\(refused)")
    }
  }
}
