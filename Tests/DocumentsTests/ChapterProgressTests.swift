import Documents
import Speech
import Testing

struct ChapterProgressTests {
  private func chapter(_ title: String, at offset: Int = 0) -> Chapter {
    Chapter(index: 0, title: title, start: TextPlace(scalars: offset, utf8: offset, utf16: offset))
  }

  @Test func aSentenceWithoutALanguageIsInTheDocuments() {
    var progress = ChapterProgress()
    #expect(progress.take(sentencesIn: "") == "")
    progress.describe(DocumentDescription(language: "de"))
    #expect(progress.take(sentencesIn: "") == "de")
    #expect(progress.take(sentencesIn: "fr") == "fr")
  }

  @Test func placesAreCountedFromTheChaptersBeginning() {
    var progress = ChapterProgress()
    let told = [SentenceRecord(span: TextSpan(scalars: 10..<15, utf8: 10..<15, utf16: 10..<15), flags: .endsParagraph)]
    #expect(progress.relative(told) == told)
    progress.begin(chapter("Two", at: 10))
    #expect(progress.relative(told).map(\.span.utf8) == [0..<5])
    #expect(progress.relative(told).map(\.flags) == [.endsParagraph])
  }

  @Test func theNextChapterIsWhole() {
    var progress = ChapterProgress()
    progress.begin(chapter("One"))
    _ = progress.take(sentencesIn: "")
    progress.breakOff()
    #expect(progress.isBroken && progress.hasSentences)
    progress.begin(chapter("Two"))
    #expect(!progress.isBroken && !progress.hasSentences)
  }

  @Test func theComplaintNamesTheChapterAndSaysIfItHasBegun() {
    var progress = ChapterProgress()
    #expect(progress.complaint(unnamed: "a chapter", reason: "torn") == "a chapter cannot be read: torn")
    progress.begin(chapter("One"))
    #expect(progress.complaint(unnamed: "a chapter", reason: "torn") == "the chapter 'One' cannot be read: torn")
    _ = progress.take(sentencesIn: "")
    #expect(
      progress.complaint(unnamed: "a chapter", reason: "torn") == "the rest of the chapter 'One' cannot be read: torn")
  }
}
