import Documents
import Testing

/// The title of a text that has only a file's name.
@Suite(.timeLimit(.minutes(1)))
struct FileTitleTests {
  @Test(arguments: [
    ("talk.srt", "talk"), ("introduction.txt", "introduction"), ("A book.MARKDOWN", "A book"), ("talk.mp3", "talk"),
    ("a.b.txt", "a.b"), (".profile", ".profile"), ("plain", "plain"), ("Dr.No", "Dr.No"),
    ("Version 1.2", "Version 1.2"),
    ("Mr. Smith", "Mr. Smith"), ("Part 2.", "Part 2."), ("", ""), ("Für Elise.opus", "Für Elise"),
  ])
  func aFilesTitleHasNoEnding(name: String, title: String) { #expect(FileName.title(name) == title) }
}
