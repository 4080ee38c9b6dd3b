import Documents
import Testing

@Suite(.timeLimit(.minutes(3)))
struct DocumentsTests {
  @Test func aTitleIsOneCleanLine() {
    #expect(Line.clean("  A\u{1B}[31m \n\t tale\u{202E} of\u{7} two ", limit: 100) == "A tale of two")
    #expect(Line.clean("Ж\u{301}ой", limit: 5) == "Ж\u{301}")
    #expect(Line.clean("👩‍👩‍👧", limit: 100) == "👩‍👩‍👧")
    let once = Line.clean(String(repeating: "ab ", count: 1000), limit: 64)
    #expect(once.utf8.count <= 64 && Line.clean(once, limit: 64) == once)
  }

  @Test func aLanguageIsATagOrNothing() {
    #expect(LanguageTag.clean("pt_BR") == "pt-BR" && LanguageTag.clean(" de ") == "de")
    #expect(LanguageTag.clean("zh-Hant-TW") == "zh-Hant-TW")
    for bad in ["", "x", "en;rm", "-en", "en-", "a b c", String(repeating: "abcdefgh-", count: 9) + "a"] {
      #expect(LanguageTag.clean(bad) == "" || bad == "a b c", "\(bad)")
    }
  }

  @Test func aCoverIsWhatItsBytesSay_S3_22() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2]
    #expect(CoverImage(png)?.kind == .png && CoverImage([0xFF, 0xD8, 0xFF, 0xE0])?.kind.mediaType == "image/jpeg")
    #expect(CoverImage(Array("<svg onload='x'/>".utf8)) == nil && CoverImage([]) == nil)
    #expect(CoverImage(png + [UInt8](repeating: 0, count: CoverImage.maximumSize)) == nil)
  }

  @Test func metadataHasBounds() {
    let description = DocumentDescription(
      title: String(repeating: "x", count: 5000), authors: [""] + [String](repeating: "A\nB", count: 40))
    #expect(description.title.utf8.count == DocumentDescription.maximumLength)
    #expect(description.authors == [String](repeating: "A B", count: DocumentDescription.maximumAuthors))
    let chapter = Chapter(index: 0, title: "\u{2028}One\u{0}", level: 70_000, language: "en_GB", anchor: "a.xhtml#b")
    #expect(chapter.title == "One" && chapter.level == 255 && chapter.language == "en-GB")
  }
}
