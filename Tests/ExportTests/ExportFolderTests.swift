import DesktopSupport
import Foundation
import Testing

/// Several documents at once, and data that a format cannot hold.
@Suite(.timeLimit(.minutes(3)))
struct ExportFolderTests {
  private func write(_ text: String, _ name: String, _ exports: Exports) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: exports.file(name)))
  }

  private func command(_ exports: Exports, _ arguments: String) -> String {
    "cd '\(exports.folder)' && '\(Project.program("aloud"))' export -q \(arguments)"
  }

  @Test func documentsAndFoldersGoIntoAFolderEachUnderItsOwnName() async throws {
    try await Exports.with { exports in
      try FileManager.default.createDirectory(atPath: exports.file("texts"), withIntermediateDirectories: false)
      try write("One.", "texts/one.txt", exports)
      try write("---\ntitle: Zwei\n---\nTwo.", "texts/two.md", exports)
      let made = try await exports.shell(command(exports, "book.epub texts -o out/ --as flac"))
      #expect(made.succeeded, "\(made)")
      let files = try FileManager.default.contentsOfDirectory(atPath: exports.file("out")).sorted()
      #expect(files == ["book.flac", "one.flac", "two.flac"])
      #expect(try await exports.probe("out/two.flac").tags["title"] == "Zwei")
      #expect(try await exports.probe("out/one.flac").tags["title"] == "one", "no ending")
      // An existing file is kept, and the others are made.
      try write("mine", "out/one.flac", exports)
      try FileManager.default.removeItem(atPath: exports.file("out/two.flac"))
      let again = try await exports.shell(command(exports, "texts -o out --as flac"))
      #expect(again.exitCode == 2 && again.errors.contains("'out/one.flac' exists"), "\(again)")
      #expect(try exports.bytes("out/one.flac") == Data("mine".utf8) && exports.exists("out/two.flac"))
    }
  }

  @Test(arguments: ["a.txt b/a.md -o out/", "a.txt missing.txt -o a.txt", "a.txt b -o -"])
  func anImpossibleExportIsToldBeforeAnythingIsDone(arguments: String) async throws {
    try await Exports.with { exports in
      try FileManager.default.createDirectory(atPath: exports.file("b"), withIntermediateDirectories: false)
      try write("One.", "a.txt", exports)
      try write("Two.", "b/a.md", exports)
      let result = try await exports.shell(command(exports, arguments))
      #expect(result.exitCode == 2 && result.errors.hasPrefix("aloud: cannot "), "\(result)")
      #expect(try exports.bytes("a.txt") == Data("One.".utf8) && !exports.exists("out"))
    }
  }

  @Test func anMP3HasRoomFor255ChaptersAndComesOutTheSame() async throws {
    try await Exports.with { exports in
      try write((1...260).map { "# Chapter \($0)\n\nA.\n\n" }.joined(), "many.md", exports)
      let line = "'\(Project.program("aloud"))' export many.md -o"
      let made = try await exports.shell("cd '\(exports.folder)' && \(line) one.mp3 && \(line) two.mp3")
      #expect(
        made.succeeded && made.errors.contains("mp3 has room for 255 chapters: the last of them holds 6"), "\(made)")
      let chapters = try await exports.probe("one.mp3").chapters
      #expect(chapters.count == 255 && chapters.last?.tags?["title"] == "Chapter 255")
      #expect(try exports.bytes("one.mp3") == exports.bytes("two.mp3"))
    }
  }
}
