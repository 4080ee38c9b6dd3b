public import Speech

/// The chapter of a document that is being read in, for those who divide the document into its chapters.
///
/// The service makes tracks of the chapters, an export makes parts of a file. Both follow the rules that are here: the
/// language of a sentence, its place in the chapter, and the end of a chapter that cannot be read to its end.
public struct ChapterProgress: Equatable, Sendable {
  /// The language of the document (BCP 47); empty if it is unknown.
  public private(set) var language = ""
  /// The current chapter; `nil` before the first one.
  public private(set) var chapter: Chapter?
  /// True if the current chapter has sentences.
  public private(set) var hasSentences = false
  /// True if the rest of the current chapter is left out, since a part of it cannot be read.
  public private(set) var isBroken = false

  /// Before the document's description and its first chapter.
  public init() {}

  /// Notes the description of the document.
  public mutating func describe(_ description: DocumentDescription) { language = description.language }

  /// Begins a chapter.
  public mutating func begin(_ chapter: Chapter) {
    self.chapter = chapter
    hasSentences = false
    isBroken = false
  }

  /// Leaves out the rest of the current chapter.
  public mutating func breakOff() { isBroken = true }

  /// Notes sentences of the current chapter.
  ///
  /// - Parameter language: of the sentences (BCP 47); empty if the reader does not know it.
  /// - Returns: the language in which they are spoken: their own, else the document's; empty if both are unknown.
  public mutating func take(sentencesIn language: String) -> String {
    hasSentences = true
    return language.isEmpty ? self.language : language
  }

  /// The place in the document's text at which the current chapter begins.
  public var start: TextPlace { chapter?.start ?? .start }

  /// Returns sentences of the current chapter with their places counted from its beginning.
  public func relative(_ sentences: [SentenceRecord]) -> [SentenceRecord] {
    sentences.map { sentence in
      var sentence = sentence
      sentence.span = sentence.span.relative(to: start)
      return sentence
    }
  }

  /// Returns the sentence that tells the listener that the current chapter cannot be read, or the rest of it.
  ///
  /// - Parameters:
  ///   - unnamed: stands for a chapter without a title: `the next chapter`.
  ///   - reason: the reader's reason, without a full stop.
  public func complaint(unnamed: String, reason: String) -> String {
    let title = chapter?.title ?? ""
    let name = title.isEmpty ? unnamed : "the chapter '\(title)'"
    return "\(hasSentences ? "the rest of " : "")\(name) cannot be read: \(reason)"
  }
}
