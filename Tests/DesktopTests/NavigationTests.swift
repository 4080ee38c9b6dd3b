import DesktopSupport
import DocumentSupport
import Foundation
import Testing

/// Chapters, titles and bookmarks from the shell, used to find a place in a book.
@Suite(.timeLimit(.minutes(3)))
struct NavigationTests {
  private let aloud = Project.program("aloud")

  private func write(_ bytes: [UInt8], _ name: String, in desktop: PrivateDesktop) throws -> String {
    let path = "\(desktop.directory)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private var book: Book {
    Book(
      ["Getting help", "Mailing lists", "Mail in general"].enumerated().map { index, title in
        let text = "It says something about this for quite a while, so that there is time. "
        return Book.Part("c\(index).xhtml", body: "<h1>\(title)</h1><p>\(String(repeating: text, count: 5))</p>")
      })
  }

  @Test func aChapterIsFoundByItsTitle() async throws {
    try await PrivateDesktop.with { desktop in
      let service = try await desktop.startService()
      #expect(try await desktop.run(aloud, "chapters").answer.hasPrefix("nothing is being read"))
      let path = try write(book.bytes, "book.epub", in: desktop)
      // A path in place of a verb is opened.
      #expect(try await desktop.run(aloud, path).succeeded)
      try await desktop.follow([aloud, "status", "--follow", "--format", "{{queue}}"], untilLine: "3")
      let lines = try await desktop.run(aloud, "chapters").lines
      #expect(lines[0] == "The Book - Ann Author" && lines[2].hasSuffix("Mailing lists"), "\(lines)")
      #expect(
        try await desktop.run(aloud, "chapters", "--json").answer.hasPrefix(#"{"version":1,"chapters":[{"number":1,"#))
      #expect(try await desktop.run(aloud, "goto", "mailing").succeeded)
      #expect(try await desktop.run(aloud, "metadata", "title").answer == "Mailing lists")
      let several = try await desktop.run(aloud, "goto", "mail")
      #expect(several.exitCode == 2 && several.errors.contains("2 'Mailing lists', 3 'Mail in general'"), "\(several)")
      #expect(try await desktop.run(aloud, "queue", "goto", "Mail", "in").succeeded)
      #expect(try await desktop.run(aloud, "metadata", "title").answer == "Mail in general")
      let beyond = try await desktop.run(aloud, "read", "--from", "999", path)
      #expect(beyond.exitCode == 2 && beyond.errors.contains("it has 3 chapters, and no chapter 999"), "\(beyond)")
      #expect(beyond.errors.contains("try: aloud read \(path), then aloud chapters"), "\(beyond)")
      withExtendedLifetime(service) {}
    }
  }

  @Test func aPlaceIsMarkedOnceAndThatIsSaid() async throws {
    try await PrivateDesktop.with { desktop in
      let service = try await desktop.startService()
      let path = try write(book.bytes, "book.epub", in: desktop)
      #expect(try await desktop.run(aloud, "read", path).succeeded)
      #expect(try await desktop.run(aloud, "pause").succeeded)
      let first = try await desktop.run(aloud, "mark", "why", "not")
      #expect(first.succeeded && first.answer.hasPrefix("1  ch. 1, "), "\(first)")
      // Without a note the bookmark is unchanged.
      let again = try await desktop.run(aloud, "mark")
      #expect(again.succeeded && again.answer.hasPrefix("marked already: 1  ch. 1, "), "\(again)")
      #expect(again.answer.contains("why not - "), "\(again)")
      let renamed = try await desktop.run(aloud, "mark", "--json", "therefore")
      #expect(renamed.answer.contains(#""number":1,"#) && renamed.answer.contains(#""new":false"#), "\(renamed)")
      let marks = try await desktop.run(aloud, "marks").lines
      #expect(marks.count == 1 && marks[0].contains("therefore - "), "\(marks)")
      _ = try await desktop.run(aloud, "next", "sentence")
      let further = try await desktop.run(aloud, "mark", "--json")
      #expect(further.answer.contains(#""number":2,"#) && further.answer.contains(#""new":true"#), "\(further)")
      withExtendedLifetime(service) {}
    }
  }

  @Test func bookmarksAreRemovedByRanges() async throws {
    try await PrivateDesktop.with { desktop in
      let service = try await desktop.startService()
      let path = try write(book.bytes, "book.epub", in: desktop)
      #expect(try await desktop.run(aloud, "read", path).succeeded)
      #expect(try await desktop.run(aloud, "pause").succeeded)
      for note in ["one", "two", "three", "four"] {
        let marked = try await desktop.run(aloud, "mark", note)
        #expect(marked.succeeded, "\(marked)")
        _ = try await desktop.run(aloud, "next", "sentence")
      }
      let wrong = try await desktop.run(aloud, "marks", "rm", "1", "7-9")
      #expect(wrong.exitCode == 2 && wrong.errors.contains("has the numbers 1 to 4"), "\(wrong)")
      #expect(try await desktop.run(aloud, "marks").lines.count == 4, "nothing is removed by half")
      #expect(try await desktop.run(aloud, "marks", "rm", "2-3").succeeded)
      let left = try await desktop.run(aloud, "marks", "--json").answer
      #expect(
        left.contains("one") && left.contains("four") && !left.contains("two") && !left.contains("three"), "\(left)")
      withExtendedLifetime(service) {}
    }
  }

  @Test func theNameOfAFileIsSpokenWithAWordAboutIt() async throws {
    try await PrivateDesktop.with { desktop in
      let service = try await desktop.startService()
      let path = try write(Array("A text.".utf8), "a text.txt", in: desktop)
      let terminal = try desktop.startInTerminal([aloud, "say", path], columns: 200)
      try await terminal.wait(forText: "aloud read '\(path)' reads its contents")
      #expect(try await terminal.waitForEnd() == .exited(0))
      // Without a terminal there is no hint.
      let quiet = try await desktop.run(aloud, "say", path)
      #expect(quiet.succeeded && quiet.errors == "", "\(quiet)")
      withExtendedLifetime(service) {}
    }
  }

  @Test func aFileWithoutTextEndsWithTheSixthStatusAndACommandToType() async throws {
    try await PrivateDesktop.with { desktop in
      let service = try await desktop.startService()
      let program = try await desktop.run(aloud, "read", aloud)
      #expect(program.exitCode == 6 && program.errors.contains("it is binary, not text"), "\(program)")
      let book = try write(
        Array("<?xml version='1.0'?>\n<FictionBook xmlns='x'></FictionBook>".utf8), "b c.fb2", in: desktop)
      let fiction = try await desktop.run(aloud, "read", book)
      #expect(
        fiction.exitCode == 6
          && fiction.errors.contains("try: ebook-convert '\(book)' 'b c.epub' && aloud read 'b c.epub'"),
        "\(fiction)")
      withExtendedLifetime(service) {}
    }
  }
}
