import Documents
import Testing

struct DistinctTitlesTests {
  private func names(_ documents: (String, String?)...) -> [String] {
    DistinctTitles.of(documents.map { DistinctTitles.Item(title: $0, authors: [], path: $1) })
  }

  @Test func aTitleOfItsOwnIsLeftAlone() {
    #expect(names(("A", "/x/a.md"), ("B", "/x/b.md")) == ["A", "B"])
    #expect(names() == [])
  }

  @Test func equalTitlesHaveTheirFilesBehindThem() {
    #expect(
      names(
        ("A small book", "/x/garden.opus"), ("Other", "/o"), ("A small book", "/x/garden.md"), ("A small book", nil))
        == [
          "A small book (garden.opus)", "Other", "A small book (garden.md)", "A small book (standard input)",
        ])
  }

  @Test func asMuchOfThePathIsShownAsTellsThemApart() {
    #expect(
      names(("N", "/a/winter/n.md"), ("N", "/a/summer/n.md"), ("N", "/a/x.md"))
        == ["N (winter/n.md)", "N (summer/n.md)", "N (a/x.md)"])
    #expect(names(("N", "/a/b/n.md"), ("N", "/c/b/n.md")) == ["N (a/b/n.md)", "N (c/b/n.md)"])
  }

  @Test func aTitleThatIsTheFilesNameHasItsFolder() {
    #expect(names(("n.txt", "/a/n.txt"), ("n.txt", "/b/n.txt")) == ["n.txt (a/)", "n.txt (b/)"])
    #expect(names(("n.txt", "/n.txt"), ("n.txt", "/b/n.txt")) == ["n.txt (/)", "n.txt (b/)"])
  }

  @Test func otherAuthorsAreEnough() {
    let documents = [("Poems", "Ann", "/a.md"), ("Poems", "Ben", "/b.md")]
    #expect(DistinctTitles.of(documents.map { .init(title: $0, authors: [$1], path: $2) }) == ["Poems", "Poems"])
  }

  @Test func oneFileThatChangedStaysOneName() {
    #expect(names(("N", "/a/n.md"), ("N", "/a/n.md")) == ["N (n.md)", "N (n.md)"])
  }
}
