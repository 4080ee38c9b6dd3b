import DesktopSupport
import Foundation
import Testing

/// Files beside an export that belong to others are not changed.
@Suite(.timeLimit(.minutes(3)))
struct ForeignFileTests {
  private func write(_ text: String, _ name: String, in exports: Exports) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: exports.file(name)))
  }

  private func text(_ name: String, in exports: Exports) throws -> String {
    String(decoding: try exports.bytes(name), as: UTF8.self)
  }

  /// Downloads in progress are often named `.part`.
  @Test(arguments: ["book.wav.part", "book.wav.part.state"])
  func aFileThatIsNoPartOfAnExportIsRefusedAndKept_B4(name: String) async throws {
    try await Exports.with { exports in
      for content in ["a download", name.hasSuffix("part") ? "" : "another"] {
        try write(content, name, in: exports)
        let result = try await exports.run("book.wav")
        #expect(
          result.exitCode == 2 && result.errors.contains("\(name)' exists, and is not part of an export"), "\(result)")
        #expect(try text(name, in: exports) == content)
        let files = try FileManager.default.contentsOfDirectory(atPath: exports.folder).sorted()
        #expect(files == ["book.epub", name])
      }
      try FileManager.default.removeItem(atPath: exports.file(name))
      #expect(try await exports.run("book.wav").succeeded)
    }
  }

  @Test func noLinkLeadsAnExportToAnotherFile_B5() async throws {
    try await Exports.with { exports in
      try write("precious", "precious.txt", in: exports)
      let manager = FileManager.default
      for name in ["book.wav.part", "book.wav.part.state"] {
        for target in ["precious.txt", "new.txt"] {
          try manager.createSymbolicLink(atPath: exports.file(name), withDestinationPath: exports.file(target))
          let result = try await exports.run("book.wav")
          #expect(result.exitCode == 2 && result.errors.contains("\(name)'"), "\(result)")
          try manager.removeItem(atPath: exports.file(name))
        }
      }
      // A hard link leads to the file as well.
      try manager.linkItem(atPath: exports.file("precious.txt"), toPath: exports.file("book.wav.part.state"))
      #expect(try await exports.run("book.wav").exitCode == 2)
      try manager.removeItem(atPath: exports.file("book.wav.part.state"))
      // The name of an earlier program's temporary file.
      try manager.createSymbolicLink(
        atPath: exports.file("book.wav.part.new"), withDestinationPath: exports.file("precious.txt"))
      #expect(try await exports.run("book.wav").succeeded)
      #expect(try text("precious.txt", in: exports) == "precious" && !exports.exists("new.txt"))
      let type = try manager.attributesOfItem(atPath: exports.file("book.wav"))[.type] as? FileAttributeType
      #expect(type == .typeRegular)
    }
  }

  @Test func cuesOfChaptersAreNotWrittenOverUnasked_B18() async throws {
    try await Exports.with { exports in
      try write("my own subtitles", "o-01.srt", in: exports)
      let refused = try await exports.run("o.wav", "--chapters", "--srt")
      #expect(refused.exitCode == 2 && refused.errors.contains("o-01.srt' exists"), "\(refused)")
      #expect(try text("o-01.srt", in: exports) == "my own subtitles" && !exports.exists("o-01.wav"))
      #expect(try await exports.run("o.wav", "--chapters", "--srt", "--force").succeeded)
      #expect(try text("o-01.srt", in: exports).hasPrefix("1\n00:00:00,000 --> "))
    }
  }

  @Test func neitherTheInputNorTheSoundIsWrittenOver() async throws {
    try await Exports.with { exports in
      let book = try exports.bytes("book.epub")
      let itself = try await exports.run("book.epub", "--as", "wav", "--force")
      #expect(itself.exitCode == 2 && itself.errors.contains("book.epub' is the file that is read"), "\(itself)")
      #expect(try exports.bytes("book.epub") == book)
      let twice = try await exports.run("sound.json", "--as", "wav", "--json")
      #expect(twice.exitCode == 2 && twice.errors.contains("would be the sound and its text"), "\(twice)")
    }
  }

  @Test func aFileThatComesMeanwhileIsNotWrittenOver() async throws {
    try await Exports.with(paragraphs: 40) { exports in
      let run = try exports.start("book.wav")
      try await eventually("it speaks") { exports.exists("book.wav.part.state") }
      try write("mine", "book.wav", in: exports)
      let result = try await run.waitForEnd(within: .seconds(50))
      #expect(result.exitCode == 2 && result.errors.contains("book.wav': it exists by now"), "\(result)")
      #expect(try text("book.wav", in: exports) == "mine" && exports.exists("book.wav.part"))
      // The spoken part is kept for the second try.
      let forced = try await exports.run("book.wav", "--force")
      #expect(forced.succeeded && forced.errors.contains("going on at "), "\(forced)")
      #expect(try exports.bytes("book.wav").starts(with: Data("RIFF".utf8)))
    }
  }

  /// A pipe whose writer is idle.
  @Test(arguments: [SIGINT, SIGTERM]) func whileItReadsItsInputASignalEndsIt_B6(signal: Int32) async throws {
    try await Exports.with { exports in
      let command = [Project.program("aloud"), "export", "-q", "-", "-o", exports.file("y.wav")]
      let run = try RunningProcess(
        command, environment: ["PATH": "/usr/bin:/bin", "HOME": exports.folder, "LC_ALL": "C.UTF-8"],
        input: "A text that goes on.", keepsInputOpen: true)
      // The worker that reads the pipe has started.
      try await eventually("it reads") { !children(of: run.pid).filter { $0.hasPrefix("aloud-read") }.isEmpty }
      run.send(signal: signal)
      let result = try await run.waitForEnd(within: .seconds(20))
      #expect(result.exitCode == 130 && result.errors.contains("stopped before the end of '-'"), "\(result)")
      #expect(!exports.exists("y.wav") && !exports.exists("y.wav.part"))
    }
  }

  /// Names of the programs that a process has started.
  private func children(of process: Int32) -> [String] {
    let list = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return (list ?? "").split(separator: " ").compactMap { child in
      (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8))?.trimmingCharacters(in: .newlines)
    }
  }
}
