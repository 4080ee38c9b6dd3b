import DesktopSupport
import Foundation
import Testing

/// Exports of recordings that are broken, interrupted or refused.
@Suite(.timeLimit(.minutes(3)))
struct RecordingFaultTests {
  @Test func aBrokenRecordingIsExportedUpToItsPlace() async throws {
    try await Exports.with { exports in
      try await exports.make("whole.flac", seconds: 3, "-sample_fmt s16")
      let whole = try exports.bytes("whole.flac")
      try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: exports.file("cut.flac")))
      let result = try await exports.export("cut.flac -o out.wav -q")
      #expect(result.exitCode == 6, "\(result)")
      #expect(result.errors.hasPrefix("aloud: cannot export all of 'cut.flac': it is broken at 0:01"), "\(result)")
      let (part, all) = (try await exports.pcm("out.wav"), try await exports.pcm("whole.flac"))
      #expect(part.count > all.count / 3 && all.starts(with: part))
      // A file without any sound leaves nothing.
      try exports.write("RIFF\u{10}\0\0\0WAVEfmt ", "none.wav")
      let none = try await exports.export("none.wav -o nothing.wav")
      #expect(none.exitCode == 6 && none.errors.hasPrefix("aloud: cannot export 'none.wav': "), "\(none)")
      #expect(try exports.names("nothing").isEmpty)
    }
  }

  @Test func anInterruptedRecordingBeginsAnewAndTwoExportsDoNotMix() async throws {
    try await Exports.with { exports in
      try await exports.make("long.wav", "anoisesrc=r=48000:a=0.3", seconds: 1200, "-c:a pcm_s16le")
      let command = "cd '\(exports.folder)' && exec '\(Project.program("aloud"))' export long.wav -o long.opus"
      let export = try RunningProcess(["sh", "-c", command], environment: ProcessInfo.processInfo.environment)
      try await eventually("the file has begun") { try !exports.names("long.opus.part.").isEmpty }
      let second = try await exports.export("long.wav -o long.opus")
      #expect(second.exitCode == 1 && second.errors.contains("another export is writing it"), "\(second)")
      export.send(signal: SIGINT)
      let stopped = try await export.waitForEnd()
      #expect(stopped.exitCode == 130, "\(stopped)")
      #expect(
        stopped.errors.hasSuffix("stopped before the end of 'long.wav'\ntry: the same command, which begins anew\n"),
        "\(stopped)")
      #expect(try exports.names("long") == ["long.wav"])
    }
  }

  @Test func anImpossibleExportOfARecordingIsToldInOneLineAndLeavesNothing() async throws {
    try await Exports.with { exports in
      try await exports.make("talk.wav", seconds: 1)
      func refused(_ arguments: String, _ message: String) async throws {
        let result = try await exports.export(arguments)
        #expect(result.exitCode == 2 && result.errors.contains(message), "\(result)")
      }
      try await refused("talk.wav -o out.flac -v en", "it is a recording, which no voice reads\ntry: without -v")
      try await refused("talk.wav -o out.flac -l de", "which no voice reads")
      try await refused("talk.wav -o out.flac --srt", "there is no text beside it\ntry: ")
      try await refused("- -o out.flac --json < talk.wav", "there is no text beside it")
      try await refused("talk.wav -o talk.wav --force", "'talk.wav' is the file that is read")
      try await refused("talk.wav -o - --chapters", "standard output holds one file")
      try exports.write("One.", "talk.txt")
      try await refused("talk.wav -o out.flac --vtt", "'talk.txt' beside it has no times")
      try exports.write("1\n00:00:00,000 --> 00:00:01,000\nOne.\n", "talk.srt")
      try await refused("talk.wav -o talk.flac --srt --force", "'talk.srt' is the text that is read")
      #expect(try exports.names("out").isEmpty && exports.names("talk").count == 3)
    }
  }
}
