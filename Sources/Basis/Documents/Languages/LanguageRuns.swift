public import Speech

/// Finds the language of each part of a document, block by block.
///
/// The order of the evidence: a script that the language of a tag is not written in; a tag; what a detector finds in a
/// block, in a sentence, in a quotation; the document so far; the surroundings. What stays undecided keeps the language
/// of its surroundings, so a name or a loan word changes nothing.
public struct LanguageRuns: Sendable {
  /// The language of the document's or the block's own tag; empty if it has none. A text that shows another language
  /// wins, since such tags are often those of the program that wrote the document.
  public var surrounding: String { didSet { if surrounding != oldValue { expectation = nil } } }
  /// The language of the desktop, the last word where nothing else decides; may be empty.
  public let desktop: String
  /// The languages of the document so far.
  public private(set) var document = DocumentLanguages()
  /// The language that is expected in a script, kept from block to block.
  private var expectation: Expectation?

  private struct Expectation: Sendable {
    var system: WritingSystem
    var hints: LanguageHints?
  }

  /// The most bytes of a block that are considered together. Longer blocks are considered in parts.
  static let largestPart = 32 << 10

  /// The beginning of a document.
  public init(surrounding: String, desktop: String) {
    self.surrounding = LanguageTag.known(surrounding)
    self.desktop = LanguageTag.known(desktop)
  }

  /// Returns spans that cover `text`, in order and without holes, neighbours with different tags. Empty only for an
  /// empty text.
  ///
  /// - Parameters:
  ///   - text: a block, or a part of one that ends with a sentence; valid UTF-8 of any length. The time grows with the
  ///     length, the memory does not.
  ///   - declared: parts of the text whose elements have tags of their own. A tag wins over what the detector finds,
  ///     and loses where its language is not written in the script of the text. They may be in any order and overlap.
  ///   - confirm: looks quickly whether a text is in the expected language; nil for a close look at all of it.
  ///   - detect: finds the language of a text of one script.
  public mutating func spans(
    of text: [UInt8], declared: [LanguageSpan] = [], confirm: LanguageConfirmer? = nil,
    detect: @escaping LanguageDetector
  ) -> [LanguageSpan] {
    let declared = declared.cleaned(within: text.count)
    var spans: [LanguageSpan] = []
    Self.forEachPart(of: text) { part in
      if declared.isEmpty, let tag = confirmed(part, confirm) {
        spans.append(LanguageSpan(utf8: part.indices, tag: tag))
        return
      }
      var analysis = analysis(of: part, declared: declared, detect: detect)
      analysis.run()
      for found in analysis.found {
        document.note(found.tag, letters: found.letters, isQuotation: found.isQuotation)
      }
      expectation = nil
      spans.append(contentsOf: analysis.spans())
    }
    return spans.joined()
  }

  /// Returns spans like ``spans(of:declared:confirm:detect:)`` for a text that is known to be in `language`: only words
  /// in a script that the language is not written in have another one.
  public func spans(of text: [UInt8], in language: String, declared: [LanguageSpan] = []) -> [LanguageSpan] {
    let declared = declared.cleaned(within: text.count)
    var spans: [LanguageSpan] = []
    Self.forEachPart(of: text) { part in
      if declared.isEmpty, WritingSystems(of: language).includeAll(of: part) {
        spans.append(LanguageSpan(utf8: part.indices, tag: language))
        return
      }
      var analysis = analysis(of: part, declared: declared) { _, _ in nil }
      analysis.run(in: language)
      spans.append(contentsOf: analysis.spans())
    }
    return spans.joined()
  }

  private func analysis(
    of part: ArraySlice<UInt8>, declared: [LanguageSpan], detect: @escaping LanguageDetector
  ) -> LanguageAnalysis {
    LanguageAnalysis(
      outline: TextOutline(part, declared: declared), text: part, declared: declared, surroundings: surroundings,
      detect: detect)
  }

  private static func forEachPart(of text: [UInt8], _ body: (ArraySlice<UInt8>) -> Void) {
    var rest = text[...]
    while !rest.isEmpty {
      let part = rest.prefix(end(ofPart: rest) - rest.startIndex)
      rest = rest[part.endIndex...]
      body(part)
    }
  }

  /// The language of the document, if all of `text` is in it without doubt.
  private mutating func confirmed(_ text: ArraySlice<UInt8>, _ confirm: LanguageConfirmer?) -> String? {
    guard let confirm, let system = WritingSystem.ofFirstLetter(in: text)?.family else { return nil }
    if expectation?.system != system { expectation = Expectation(system: system, hints: hints(for: system)) }
    guard let hints = expectation?.hints else { return nil }
    let found: Int? =
      if system.isShared {
        confirm(text, hints)
      } else if system == .han {
        // Several languages write with Chinese characters.
        EastAsianText.letters(of: text, ifIn: hints.expected)
      } else {
        system.letters(ofAll: text)
      }
    guard let letters = found else { return nil }
    // More text in the document's language changes nothing that is expected.
    document.note(hints.expected, letters: letters)
    return hints.expected
  }

  /// The language that text in `system` probably has; nil if the document says nothing about it.
  private func hints(for system: WritingSystem) -> LanguageHints? {
    let surroundings = surroundings
    guard surroundings.areKnown(in: system), WritingSystems(of: surroundings.base).includes(system) else { return nil }
    let tag = surroundings.fallback(in: system)
    return LanguageHints(expected: tag, isOfDocument: true, others: document.tags.filter { $0 != tag })
  }

  private var surroundings: LanguageSurroundings {
    LanguageSurroundings(surrounding: surrounding, desktop: desktop, document: document)
  }

  /// The end of the next part: all of a usual block, else after a line, else after a space, else after a letter.
  private static func end(ofPart text: ArraySlice<UInt8>) -> Int {
    guard text.count > largestPart else { return text.endIndex }
    let limit = text.startIndex + largestPart
    let last = text[(limit - largestPart / 4)..<limit]
    for end: UInt8 in [0x0A, 0x20] {
      if let place = last.lastIndex(of: end) { return place + 1 }
    }
    var place = limit
    while place > limit - 4, text[place] & 0xC0 == 0x80 { place -= 1 }
    return place
  }
}

/// All that is known beside the text.
struct LanguageSurroundings {
  var surrounding: String
  var desktop: String
  var document: DocumentLanguages

  /// True if the document has shown its language, or its tag names it.
  var areKnown: Bool { !document.isEmpty || !surrounding.isEmpty }

  /// True if the language of words in `system` follows from the document or its tag.
  func areKnown(in system: WritingSystem) -> Bool {
    WritingSystems(of: surrounding).includes(system) || document.main(in: system) != nil
  }

  /// The language of words in `system` that do not show their own.
  func fallback(in system: WritingSystem) -> String {
    if let tag = document.main(in: system) { return tag }
    for tag in [surrounding, desktop] where !tag.isEmpty && WritingSystems(of: tag).includes(system) {
      return tag
    }
    return LikelyLanguage.of(system)
  }

  /// The language of a text without letters.
  var base: String { surrounding.isEmpty ? document.first ?? desktop : surrounding }
}

extension [LanguageSpan] {
  /// Joins neighbours of the same language.
  func joined() -> [LanguageSpan] {
    var spans: [LanguageSpan] = []
    for span in self where !span.utf8.isEmpty {
      if let last = spans.last, last.tag == span.tag, last.utf8.upperBound == span.utf8.lowerBound {
        spans[spans.count - 1].utf8 = last.utf8.lowerBound..<span.utf8.upperBound
      } else {
        spans.append(span)
      }
    }
    return spans
  }
}
