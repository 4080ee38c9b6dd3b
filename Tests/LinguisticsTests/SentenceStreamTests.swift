import DesktopSupport
import Documents
import Linguistics
import Speech
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SentenceStreamTests {
  /// The sentences of paragraphs that come in pieces of `size` bytes.
  static func records(_ paragraphs: [String], language: String = "en", pieces size: Int = .max) throws
    -> [SentenceRecord]
  {
    var stream = try SentenceStream(language: language)
    var records: [SentenceRecord] = []
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { stream.appendSpaces(2) }
      var rest = Array(paragraph.utf8)[...]
      while !rest.isEmpty {
        stream.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        if size < .max { records += stream.takeSentences() }
      }
      stream.endParagraph()
    }
    return records + stream.takeSentences()
  }

  static func sentences(_ text: String, language: String = "en") throws -> [String] {
    let scalars = Array(text.unicodeScalars)
    let units = Array(text.utf16)
    let bytes = Array(text.utf8)
    return try records([text], language: language).map { record in
      let sentence = String(decoding: bytes[record.span.utf8], as: UTF8.self)
      #expect(
        String(decoding: units[record.span.utf16], as: UTF16.self).unicodeScalars.elementsEqual(sentence.unicodeScalars)
      )
      #expect(scalars[record.span.scalars].elementsEqual(sentence.unicodeScalars))
      return sentence
    }
  }

  @Test(arguments: [
    "Dr. Smith and Mr. Jones met at 5 p.m. in St. Louis.", "It cost $3.50, e.g. at J. R. R. Tolkien's.",
    "\u{201C}Hello!\u{201D} he said.", "See No. 5 on p. 7.", "He lives in the U.S.A. and is fine.",
  ]) func aFullStopWithinASentenceEndsNothing(text: String) throws {
    #expect(try Self.sentences(text) == [text])
  }

  @Test func everyLanguageHasItsOwnFullStops() throws {
    #expect(
      try Self.sentences("Am 5. Mai kam Dr. Maier, z. B. gestern. Er ging.", language: "de-AT")
        == ["Am 5. Mai kam Dr. Maier, z. B. gestern.", "Er ging."])
    #expect(try Self.sentences("M. Dupont est là. Il va.", language: "fr") == ["M. Dupont est là.", "Il va."])
    #expect(try Self.sentences("今天很好。我们走吧！好", language: "zh") == ["今天很好。", "我们走吧！", "好"])
    #expect(try Self.sentences("क्या? हाँ। ठीक।", language: "hi") == ["क्या?", "हाँ।", "ठीक।"])
    #expect(try Self.sentences("هل أنت؟ نعم.", language: "ar") == ["هل أنت؟", "نعم."])
  }

  @Test func anOpeningQuotationMarkBelongsToItsSentence() throws {
    #expect(
      try Self.sentences("彼は言った。「行こう。」それから出た。『本。』（注だ。）「はい！」「『いいえ』。」", language: "ja")
        == ["彼は言った。", "「行こう。」", "それから出た。", "『本。』", "（注だ。）", "「はい！」", "「『いいえ』。」"])
    #expect(try Self.sentences("他说。“好。”她笑了。《书》", language: "zh") == ["他说。", "“好。”", "她笑了。", "《书》"])
    // Languages in which the same mark closes a quotation.
    #expect(
      try Self.sentences("„Ja.“ Er ging. (Er kam.) „Nein.“", language: "de")
        == ["„Ja.“", "Er ging.", "(Er kam.)", "„Nein.“"])
    // After the last sentence there is nothing to open.
    #expect(try Self.sentences("One. End.[") == ["One.", "End.["])
  }

  @Test func unspeakableTextIsLeftOut() throws {
    #expect(try Self.records(["* * *", "---", "…", "=====", "──────", "  ", "\u{301}\u{301}"]).isEmpty)
    #expect(try Self.sentences("One. … Two. 😀 +") == ["One.", "… Two.", "😀 +"])
  }

  @Test func theLastSentenceOfAParagraphIsMarked() throws {
    let records = try Self.records(["One. Two.", "Three. * * *", "***", "Four."])
    #expect(records.map(\.flags) == [[], .endsParagraph, .endsParagraph, .endsParagraph])
  }

  @Test func aLongSentenceIsCutAtGoodPlaces() throws {
    let clause = String(repeating: "word ", count: 29) + "word, "
    let text = String(repeating: clause, count: 20) + "end."
    let sentences = try Self.sentences(text)
    #expect(sentences.allSatisfy { $0.unicodeScalars.count <= 600 })
    #expect(sentences.dropLast().allSatisfy { $0.hasSuffix(",") })
    #expect(sentences.joined(separator: " ") == text)
    let flags: [SentenceRecord.Flags] = try Self.records([text]).map(\.flags)
    #expect(flags.dropLast().allSatisfy { $0 == .continues } && flags.last == .endsParagraph)
  }

  @Test(arguments: ["1", "字", "😀", "e\u{301}", "\u{301}a", "a"]) func asMuchWithoutAPlaceToCutIsCutAnyway(unit: String)
    throws
  {
    let text = String(repeating: unit, count: 20_000)
    let sentences = try Self.sentences(text)
    #expect(sentences.allSatisfy { $0.utf16.count <= 600 })
    #expect(sentences.joined() == text)
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func sentencesAreTheSameInAnyPieces(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bits = [
      "Dr. ", "word ", "Word ", "end. ", "end.) ", "Ok! ", "\"No!\" ", "he ", "5. ", "... ", "字。", "😀 ", "a.b ", "(1) ",
      ", ", "「", "」", "“",
      "u. v. a. m. ", "Ph.D. ", "7. 8. ", "z. Zt. ",
      "e\u{301} ", "U.S.A. ", "? ", String(repeating: "long ", count: 150),
    ]
    for _ in 0..<150 {
      let paragraphs = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        (0..<Int.random(in: 0...60, using: &generator)).map { _ in bits.randomElement(using: &generator)! }.joined()
      }
      let language = ["en", "de", "fr", "zh"].randomElement(using: &generator)!
      let whole = try Self.records(paragraphs, language: language)
      let size = Int.random(in: 1...40, using: &generator)
      #expect(
        try Self.records(paragraphs, language: language, pieces: size) == whole,
        "\(language) \(paragraphs) in \(size)")
    }
  }

  @Test(arguments: [
    ("An owl eats.", " An otter swims too", "en"), ("No!", " What", "en"), ("今天很好。", "我", "zh"),
    ("„Ja.“", " Er", "de"),
  ]) func aSentenceIsCompleteOnceTheNextHasBegun(first: String, next: String, language: String) throws {
    var stream = try SentenceStream(language: language)
    stream.append(Array(first.utf8))
    #expect(stream.takeSentences().isEmpty, "it may go on")
    stream.append(Array(next.utf8))
    #expect(stream.takeSentences().count == 1)
    stream.endParagraph()
    #expect(stream.takeSentences().map(\.flags) == [.endsParagraph])
  }

  @Test func aTextWithoutEndTakesBoundedMemoryAndTime() throws {
    var stream = try SentenceStream(language: "en")
    var count = 0
    let chunk = [UInt8](repeating: UInt8(ascii: "7"), count: 65_536)
    for _ in 0..<16 {
      stream.append(chunk)
      count += stream.takeSentences().count
    }
    stream.endParagraph()
    count += stream.takeSentences().count
    #expect(count == (16 * 65_536 + 599) / 600)
  }

  /// Bytes that are not UTF-8 count as the character that `String` puts in their place: a cut one, a form that is too
  /// long, half a surrogate pair, a number beyond Unicode.
  @Test(arguments: [
    [0xFF], [0xE2, 0x82, 0x41], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0xAF],
  ])
  func otherBytesCountAsReplacementCharacters(bytes: [UInt8]) throws {
    let text = Array("𝄞 é ".utf8) + bytes + Array(" end. And more.".utf8)
    func spans(_ text: [UInt8]) throws -> [Range<Int>] {
      var stream = try SentenceStream(language: "en")
      stream.append(text)
      stream.endParagraph()
      return stream.takeSentences().map(\.span.utf16)
    }
    #expect(try spans(text) == spans(Array(String(decoding: text, as: UTF8.self).utf8)))
    #expect(try spans(text).count == 2)
  }
}
