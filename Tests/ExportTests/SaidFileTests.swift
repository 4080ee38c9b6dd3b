import DesktopSupport
import Foundation
import Testing

/// `aloud say -o`, and exports that name no output.
@Suite(.timeLimit(.minutes(3)))
struct SaidFileTests {
  private func shell(_ exports: Exports, _ command: String) async throws -> CommandResult {
    try await exports.shell(
      "cd '\(exports.folder)' && \(command.replacing("aloud", with: "'\(Project.program("aloud"))'"))")
  }

  @Test func aSaidTextIsWrittenToAFile() async throws {
    try await Exports.with { exports in
      let said = try await shell(
        exports, "aloud say -o hi.flac -l en 'It rains.' && echo 'It rains.' | aloud say -l en -o pipe.flac")
      #expect(said.succeeded, "\(said)")
      let sound = try await exports.samples("hi.flac")
      #expect(sound.count > 10_000)
      #expect(try await exports.samples("pipe.flac") == sound)
      #expect(try await exports.probe("hi.flac").tags["title"] == nil, "the text is no title")
      // Signs of Markdown or HTML are those of a text.
      let signs = try await shell(exports, "aloud say -l en -o signs.flac '<html>' && aloud say -o - It rains >out.wav")
      #expect(signs.succeeded && exports.exists("signs.flac"), "\(signs)")
      #expect(try exports.bytes("out.wav").prefix(4) == Data("RIFF".utf8))
      let before = try exports.bytes("hi.flac")
      let again = try await shell(exports, "aloud say -o hi.flac 'It pours.'")
      #expect(again.exitCode == 2 && again.errors.contains("it exists"), "\(again)")
      #expect(try exports.bytes("hi.flac") == before)
      for (wrong, reason) in [
        ("-o hi", "names no format"), ("-o a.wav -w", "--wait is for what is heard"),
        ("-o a.wav --volume 20", "without --volume"), ("-o a.wav -p", "without --print-id"),
        ("-o a.wav -n", "without --next"), ("-o a.wav --json", "without --json"),
        ("-o no/a.wav", "cannot write 'no/a.wav': there is no folder 'no'"), ("-o no/a.wav", "mkdir -p no"),
      ] {
        let refused = try await shell(exports, "aloud say \(wrong) 'It pours.'")
        #expect(refused.exitCode == 2 && refused.errors.contains(reason), "\(refused)")
      }
      let tagged = try await shell(exports, "aloud say -o tagged.flac --title One --album All 'It rains.'")
      #expect(tagged.succeeded, "\(tagged)")
      let tags = try await exports.probe("tagged.flac").tags
      #expect(tags["title"] == "One" && tags["album"] == "All", "\(tags)")
    }
  }

  @Test func anExportWithoutANameIsCalledLikeItsDocument() async throws {
    try await Exports.with { exports in
      let made = try await shell(exports, "aloud export -q book.epub && aloud export -q --as opus book.epub")
      #expect(made.succeeded && exports.exists("book.m4b") && exports.exists("book.opus"), "\(made)")
      for (wrong, cure) in [
        ("book.epub .", "-o FOLDER/"), ("-", "OUT is missing"), ("hello", "aloud say -o OUT.wav hello"),
      ] {
        let refused = try await shell(exports, "aloud export -q \(wrong) </dev/null")
        #expect(refused.exitCode == 2 && refused.errors.contains(cure), "\(refused)")
      }
    }
  }
}
