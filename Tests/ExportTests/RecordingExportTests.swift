import DesktopSupport
import Foundation
import Testing

/// `aloud export` of recordings with the real workers; the results are read by another program.
@Suite(.timeLimit(.minutes(3)))
struct RecordingExportTests {
  @Test(arguments: [("wav", true), ("flac", true), ("mka", true), ("opus", false), ("m4b", false), ("mp3", false)])
  func aRecordingKeepsItsSoundTagsChaptersAndCover_S2_01(ending: String, isExact: Bool) async throws {
    try await Exports.with { exports in
      try await exports.makeTalk()
      let name = "out." + ending
      let result = try await exports.export("talk.m4a -o \(name)")
      #expect(result.succeeded && result.output.isEmpty, "\(result)")
      #expect(result.errors.contains("0:03 of sound, 2 chapters"), "\(result)")
      #expect(try exports.names(name) == [name])
      let probe = try await exports.probe(name)
      let sound = try #require(probe.streams.first { $0.codec_type == "audio" })
      #expect(sound.channels == 2 && sound.sample_rate == (ending == "opus" ? "48000" : "44100"), "\(sound)")
      if isExact {
        #expect(try await exports.pcm(name) == exports.pcm("source.wav"))
      } else {
        #expect(abs((probe.format.duration.flatMap { Double($0) } ?? 0) - 3) < 0.06, "\(probe.format)")
      }
      let tags = probe.tags
      #expect(tags["title"] == "The Talk" && tags["artist"] == "Ann Author" && tags["album"] == "Talks", "\(tags)")
      #expect(tags["track"] == "3" && tags["genre"] == "Speech", "\(tags)")
      guard ending != "wav" else { return }
      #expect(probe.hasCover, "\(probe.streams)")
      #expect(probe.chapters.map { $0.tags?["title"] } == ["Hello", "Good bye"])
      #expect(probe.chapters.count == 2 && abs((Double(probe.chapters[1].start_time) ?? 0) - 1.25) < 0.001)
    }
  }

  @Test func theSoundOfAVideoIsExportedAndOptionsNameItsTags_S2_01() async throws {
    try await Exports.with { exports in
      try await exports.make("sound.flac", "anoisesrc=r=48000:a=0.3:s=7", seconds: 2, "-sample_fmt s16")
      try await exports.ffmpeg(
        "-f lavfi -i testsrc=s=64x64:d=2 -i sound.flac -map 0:v -map 1:a -c:v mpeg4 -c:a copy film.mkv")
      let result = try await exports.export("film.mkv -o film.flac -q --title Film --artist Ann --artist Bob")
      #expect(result.succeeded && result.errors == "", "\(result)")
      #expect(try await exports.pcm("film.flac") == exports.pcm("sound.flac"))
      let tags = try await exports.probe("film.flac").tags
      #expect(tags["title"] == "Film" && tags["artist"] == "Ann, Bob", "\(tags)")
    }
  }

  @Test(arguments: [
    (96_000, "mp3", "48000"), (96_000, "flac", "96000"), (11_025, "opus", "48000"), (7000, "mp3", "8000"),
  ])
  func anOddRateIsTheNextOneThatTheFormatHas(rate: Int, ending: String, expected: String) async throws {
    try await Exports.with { exports in
      try await exports.make("odd.wav", "sine=f=300:r=\(rate)", seconds: 1.5)
      let result = try await exports.export("odd.wav -o out.\(ending)")
      #expect(result.succeeded, "\(result)")
      let probe = try await exports.probe("out." + ending)
      #expect(probe.streams[0].sample_rate == expected && probe.streams[0].channels == 1, "\(probe.streams)")
      #expect(abs((probe.format.duration.flatMap { Double($0) } ?? 0) - 1.5) < 0.2, "\(probe.format)")
    }
  }

  @Test func chaptersOfARecordingBecomeFilesThatMakeUpTheWhole_S0_22() async throws {
    try await Exports.with { exports in
      try await exports.makeTalk()
      let result = try await exports.export("talk.m4a -o out.flac --chapters")
      #expect(result.succeeded, "\(result)")
      #expect(try exports.names("out") == ["out-01.flac", "out-02.flac"])
      #expect(try await exports.pcm("out-01.flac") + exports.pcm("out-02.flac") == exports.pcm("source.wav"))
      let tags = try await exports.probe("out-02.flac").tags
      #expect(tags["title"] == "Good bye" && tags["album"] == "Talks" && tags["track"] == "2/2", "\(tags)")
    }
  }

  @Test func anotherRateKeepsThePlacesOfChapters() async throws {
    try await Exports.with { exports in
      try await exports.makeTalk()
      let result = try await exports.export("talk.m4a -o out.mka --rate 1.5")
      #expect(result.succeeded, "\(result)")
      #expect(abs(Double(try await exports.pcm("out.mka").count) / 4 / 44_100 - 2) < 0.05)
      let starts = try await exports.probe("out.mka").chapters.map { Double($0.start_time) ?? -1 }
      #expect(starts.count == 2 && abs(starts[1] - 1.25 / 1.5) < 0.05, "\(starts)")
    }
  }

  @Test func aPipeTakesARecordingAndGivesNone() async throws {
    try await Exports.with { exports in
      try await exports.makeTalk()
      let piped = try await exports.export("talk.m4a -o - --as flac -q | cat > piped.flac")
      #expect(piped.succeeded && piped.errors == "", "\(piped)")
      let fromInput = try await exports.export("- -o input.wav -q < talk.m4a")
      #expect(fromInput.succeeded && fromInput.errors == "", "\(fromInput)")
      let source = try await exports.pcm("source.wav")
      #expect(try await exports.pcm("piped.flac") == source)
      #expect(try await exports.pcm("input.wav") == source)
      let refused = try await exports.shell(
        "cd '\(exports.folder)' && cat talk.m4a | '\(Project.program("aloud"))' export - -o other.wav")
      #expect(
        refused.exitCode == 2
          && refused.errors.contains("a recording comes from a file, not from a pipe)\ntry: aloud export"), "\(refused)"
      )
      let head = try await exports.shell(
        """
        cd '\(exports.folder)' && exec bash -c '"\(Project.program("aloud"))" export talk.m4a -o - -q 2> errors | true
        echo ${PIPESTATUS[0]}'
        """)
      #expect(head.output == "\(128 + SIGPIPE)\n", "\(head)")
      #expect(try exports.bytes("errors") == Data())
    }
  }
}
