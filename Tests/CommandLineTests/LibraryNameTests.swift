import AloudAPI
import CommandOutput
import Documents
import Testing

@testable import aloud

/// Documents of the library, named by words.
@Suite(.timeLimit(.minutes(1)))
struct LibraryNameTests {
  private func document(_ title: String, _ path: String, by author: String? = nil) -> LibraryEntry {
    LibraryEntry(id: path, title: title, artists: author.map { [$0] } ?? [], uri: FileURI.uri(path: path))
  }

  private var library: [LibraryEntry] {
    [
      document("The Kitchen Garden", "/books/garden.epub", by: "Emma Lind"),
      document("A small book", "/books/garden.opus"), document("A small book", "/books/small.md"),
      document("Élan vital", "/élan.txt"), document("1984", "/x/1984.epub", by: "George Orwell"),
      document("The Kitchen", "/books/kitchen.txt"),
    ]
  }

  private func failure(_ body: () throws(Failure) -> Void) -> Failure? {
    do throws(Failure) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func equalTitlesAreToldApartInTheList() {
    #expect(
      LibraryNames.of(library) == [
        "The Kitchen Garden - Emma Lind", "A small book (garden.opus)", "A small book (small.md)", "Élan vital",
        "1984 - George Orwell", "The Kitchen",
      ])
    let lines = LibraryVerb.lines(library, .ascii, width: 80)
    #expect(lines[1].hasSuffix("A small book (garden.opus)") && lines[5].hasSuffix("The Kitchen"), "\(lines)")
  }

  @Test(arguments: [
    ("1", 0), ("kitchen garden", 0), ("Garden, kitchen", 0), ("lind", 0), ("the kitchen", 5), ("garden.opus", 1),
    ("ELAN", 3), ("1984", 4), ("orwell 1984", 4), ("small.md", 2), ("vit", 3),
  ])
  func aDocumentIsNamedByItsNumberOrByWords(wanted: String, place: Int) throws {
    #expect(try LibraryNames.search(library).find(wanted) == place)
  }

  @Test func severalDocumentsThatFitAreNamedWithTheirNumbers() {
    let several = failure { () throws(Failure) in _ = try LibraryNames.search(library).find("small book") }
    #expect(
      several?.message
        == "cannot tell which document 'small book' is: 2 'A small book (garden.opus)', 3 'A small book (small.md)'")
    #expect(several?.cure == "aloud library read 2")
    let none = failure { () throws(Failure) in _ = try LibraryNames.search(library).find("whales") }
    #expect(none?.message == "cannot find 'whales' in the library: no title has that in it")
  }

  @Test func documentsAreRemovedByRangesAsTextsAreFromTheQueue() throws {
    let search = LibraryNames.search(library)
    #expect(try search.find(all: ["2-4"]) == [1, 2, 3] && search.find(all: ["5-", "1", "5"]) == [0, 4, 5])
    #expect(try search.find(all: ["kitchen", "garden"]) == [0])
    for wrong in ["2-300", "7", "0", "4-2", "-", "small"] {
      let found = failure { () throws(Failure) in _ = try search.find(all: [wrong]) }
      #expect(found?.status == .usage && found?.cure != nil, "\(wrong)")
    }
  }

  // MARK: Names instead of files

  private func resolved(_ arguments: String...) throws(Failure) -> (files: [String], told: [String]) {
    var told: [String] = []
    let files = try LibraryNames.resolved(arguments, in: library) { told.append($0) }
    return (files, told)
  }

  @Test func aNameThatIsNoFileIsLookedForInTheLibraryAndThatIsSaid() throws {
    let found = try resolved("kitchen", "garden")
    #expect(found.files == ["/books/garden.epub"])
    #expect(found.told == [#"reads "The Kitchen Garden" from the library"#])
    #expect(try resolved("orwell", "vital").files == ["/x/1984.epub", "/élan.txt"])
    // A path, a file and words of no title stay for the message about the file; so does a part of a word.
    for argument in ["./kitchen", "/kitchen", "file:///kitchen", "-", "whales", "itchen", "."] {
      let same = try resolved(argument)
      #expect(same.files == [argument] && same.told.isEmpty, "\(argument)")
    }
  }

  @Test func aNameThatFitsSeveralReadsNone() {
    do throws(Failure) {
      _ = try resolved("small")
      Issue.record("it was read")
    } catch {
      #expect(error.message.contains("2 'A small book (garden.opus)', 3 'A small book (small.md)'"), "\(error)")
      #expect(error.cure == "aloud library read 2")
    }
  }

  @Test func aChapterIsNamedByWordsBeforeTheDocumentIsOpened() throws {
    let search = ChapterSearch.search(["Preface", "Soil", "Water", "Water in winter"], in: "a b.epub")
    #expect(try search.find("water") == 2 && search.find("winter") == 3)
    let several = failure { () throws(Failure) in _ = try search.find("wat") }
    #expect(several?.message == "cannot tell which chapter 'wat' is: 3 'Water', 4 'Water in winter'")
    #expect(several?.cure == "--from 3")
    let none = failure { () throws(Failure) in _ = try search.find("snow") }
    #expect(none?.message == "cannot read 'a b.epub' from 'snow': no chapter has that in its title")
  }

  @Test(arguments: [("Straße", "STRASSE"), ("Élan", "elan"), ("e\u{301}", "É"), ("ﬁn", "fin"), ("", "")])
  func caseAndAccentsDoNotMatter(a: String, b: String) { #expect(FoldedText.of(a) == FoldedText.of(b)) }
}
