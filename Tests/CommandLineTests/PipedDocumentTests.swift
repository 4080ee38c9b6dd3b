import Testing
import Vocabulary

@testable import aloud

/// Documents that come through a pipe have a kind and a title.
@Suite(.timeLimit(.minutes(1)))
struct PipedDocumentTests {
  private func piped(_ text: String, _ format: DocumentFormat? = nil, name: String? = nil) -> PipedDocument {
    PipedDocument(Array(text.utf8)[...], format: format, name: name)
  }

  @Test(
    arguments: [
      ("---\ntitle: Beans\nlang: en\n---\n\n# Soil\n\nText.\n", nil), ("# Soil\n\nIt rains.\n", "Soil"),
      ("\n\n# Soil #\n\nIt rains.\n\n## Water\n\nMuch.\n", "Soil"), ("Soil\n====\n\nIt rains.\n", "Soil"),
      ("An introduction.\n\n## Soil\n\nSee [the garden](a.html).\n", "Soil"), ("# Soil\r\n\r\nIt rains.\r\n", "Soil"),
      ("Some **strong** words and [a link](b.html).\n", nil),
    ] as [(String, String?)])
  func markdownIsRecognisedByItsSigns(text: String, title: String?) {
    let document = piped(text)
    #expect(document.format == .markdown, "\(text)")
    #expect(document.title == title)
  }

  @Test(arguments: [
    "It rains.\nIt pours.\n", "#!/bin/sh\n\n# A script\n\necho\n\n# The end\n\nexit\n", "#hashtag\n\nwords\n",
    "A list:\n- one\n- two\n", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "Words # with a sign\n\nand more\n",
    "# one comment\nkey = value\n# another comment\nkey2 = value\n", "", "\n\n", "---\n", "5 * 3 ** 2\n",
  ])
  func otherTextIsPlain(text: String) { #expect(piped(text).format == .text, "\(text)") }

  @Test func plainTextIsCalledByItsFirstLine() {
    #expect(piped("\n  The Kitchen Garden  \n\nIt rains.").title == "The Kitchen Garden")
    #expect(piped("\u{1B}[1mBold\u{1B}[0m title\nIt rains.").title == "Bold title")
    #expect(piped(String(repeating: "long ", count: 50)).title?.count == 80)
    #expect(piped(" \n").title == nil)
  }

  @Test func aNameTellsKindAndTitle() {
    #expect(piped("It rains.", name: "/tmp/book.md").format == .markdown)
    #expect(piped("It rains.", name: "/tmp/book.md").title == "book")
    #expect(piped("# Soil\n\nIt rains.", name: "book.txt").format == .text)
    #expect(piped("# Soil\n\nIt rains.", .text).format == .text, "the listener's word is the last")
    #expect(piped("<html><body>x", name: "page.html").format == .html)
    #expect(piped("<!DOCTYPE html><html><body>x").format == .auto, "the service recognises it")
  }

  @Test func formatsHaveTheNamesOfTheirFilesToo() {
    #expect(DocumentFormat(typed: "md") == .markdown && DocumentFormat(typed: ".SRT") == .subtitles)
    #expect(DocumentFormat(typed: "txt") == .text && DocumentFormat(typed: "exe") == nil)
    for format in DocumentFormat.allCases { #expect(DocumentFormat(typed: format.rawValue) == format) }
  }
}
