/// The way in which a part of a text is said. Markup and dictionaries of pronunciation add to it.
public struct RunAttributes: Hashable, Sendable {
  /// The language (BCP 47); empty for that of the voice.
  public var language: String
  /// The voice, with the parameters of the text's; `nil` for the voice of the text.
  public var voice: VoiceID?

  /// The attributes of a text that says nothing about itself.
  public init(language: String = "", voice: VoiceID? = nil) { (self.language, self.voice) = (language, voice) }
}

/// A part of a text that is said in one way.
public struct TextRun: Hashable, Sendable {
  /// Bytes of the text (UTF-8), between characters.
  public var utf8: Range<Int>
  /// The way in which it is said.
  public var attributes: RunAttributes

  /// The part `utf8` of a text.
  public init(utf8: Range<Int>, _ attributes: RunAttributes) { (self.utf8, self.attributes) = (utf8, attributes) }

  /// The part `utf8` of a text, spoken by `voice` with the parameters of the rest.
  public init(utf8: Range<Int>, voice: VoiceID) { self.init(utf8: utf8, RunAttributes(voice: voice)) }

  /// The runs that cover a text, in order: the marked parts, and what lies between them. A text without a character is
  /// one run.
  ///
  /// - Parameters:
  ///   - count: bytes of the text.
  ///   - marked: parts of the text, in order; they do not overlap.
  ///   - rest: the way in which everything else is said.
  public static func covering(_ count: Int, _ marked: [TextRun], rest: RunAttributes = RunAttributes()) -> [TextRun] {
    var runs: [TextRun] = []
    var end = 0
    for run in marked {
      if end < run.utf8.lowerBound { runs.append(TextRun(utf8: end..<run.utf8.lowerBound, rest)) }
      runs.append(run)
      end = run.utf8.upperBound
    }
    if end < count || runs.isEmpty { runs.append(TextRun(utf8: end..<count, rest)) }
    return runs
  }
}
