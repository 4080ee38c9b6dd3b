public import Speech

/// A text in the letters that the engine reads. Otherwise it would name marks and letters one by one, as in shapes of
/// Arabic letters, Hebrew points, and letters whose marks are characters of their own.
public struct Respelling {
  /// The version of the rules, to be raised by each change of what is said.
  public static let version = "1"
  /// Languages in whose usual texts letters are written otherwise. In all others only rare forms change, such as
  /// letters of full width.
  public static let languages = [
    "ar", "as", "bn", "bpy", "fa", "gu", "he", "hi", "kn", "ko", "kok", "ml", "mr", "ne", "or", "pa", "sd", "si", "ta",
    "te", "th", "ur",
  ]

  /// The text for the engine.
  public let text: String
  /// The rules that were applied, in the order of the text, each only once.
  public let rules: [AppliedRule]
  /// The place in ``text`` of each Unicode scalar of the original, and of its end.
  private let places: [TextPlace]
  /// The place in the original of each of its Unicode scalars, and of its end.
  private let origins: [TextPlace]

  /// `nil` if the text stays as it is.
  ///
  /// - Parameters:
  ///   - language: that of the voice (BCP 47).
  ///   - words: finds the words of a text; called only for a sign that repeats a word.
  public init?(_ text: String, language: String, words: (String) -> [TextSpan] = { _ in [] }) {
    guard Self.mayChange(text) else { return nil }
    let scalars = Array(text.unicodeScalars)
    let repeatsWords = scalars.contains { $0.respelling == .thaiRepetition }
    var writer = RespellingWriter(
      scalars, words: repeatsWords ? words(text) : [], keepsJoiners: language.utf8.starts(with: "ml".utf8))
    writer.write()
    guard !writer.rules.isEmpty else { return nil }
    (self.text, rules, places) = (writer.text, writer.rules, writer.places)
    var origin = TextPlace.start
    origins =
      [origin]
      + text.unicodeScalars.map { scalar in
        origin = origin.after(scalar)
        return origin
      }
  }

  /// True for a text with a character that a rule may change. Most texts have none.
  private static func mayChange(_ text: String) -> Bool {
    // Nothing below U+0100 changes.
    text.utf8.contains { $0 >= 0xC4 } && text.unicodeScalars.contains { $0.respelling != nil }
  }

  /// The place of a part of the original in ``text``; empty if nothing of it is left.
  public func place(of span: TextSpan) -> TextSpan {
    TextSpan(places[span.scalars.lowerBound], places[span.scalars.upperBound])
  }

  /// The part of the original of which a part of ``text`` is left. Characters that were left out belong to what is
  /// before them.
  private func origin(of span: TextSpan) -> TextSpan {
    let start = places.partitioningIndex { $0.scalars >= span.scalars.lowerBound }
    let end = places.partitioningIndex { $0.scalars >= span.scalars.upperBound }
    return TextSpan(origins[start], origins[max(start, end)])
  }

  /// The original as it is said.
  ///
  /// - Parameters:
  ///   - said: what is said for ``text``; `nil` if that is ``text`` itself.
  ///   - words: the words of the original.
  public func said(_ said: SaidText?, words: [TextSpan]) -> SaidText {
    var result = SaidText()
    for rule in rules { result.note(rule) }
    guard let said else {
      result.say(Array(text.unicodeScalars), words: words.map { SaidWord(span: $0, said: place(of: $0).scalars) })
      return result
    }
    let isDividedAlike = said.words.map(\.span) == words.map(place(of:))
    let spans = isDividedAlike ? words : said.words.map { origin(of: $0.span) }
    for rule in said.rules { result.note(rule) }
    result.say(
      Array(String(decoding: said.bytes, as: UTF8.self).unicodeScalars),
      words: zip(spans, said.words).map { SaidWord(span: $0, said: $1.said) })
    return result
  }
}

extension SaidText {
  /// Says a text as a whole, with words at their places in it.
  fileprivate mutating func say(_ scalars: [Unicode.Scalar], words: [SaidWord]) {
    var end = 0
    var last: Range<Int>?
    for word in words {
      if word.said == last, !word.said.isEmpty {
        sayWithLast(word.span)
        continue
      }
      last = word.said
      say(String(scalars[end..<max(end, word.said.lowerBound)]))
      say(String(scalars[max(end, word.said.lowerBound)..<max(end, word.said.upperBound)]), for: word.span)
      end = max(end, word.said.upperBound)
    }
    say(String(scalars[end...]))
  }
}

extension String {
  fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
    self.init()
    unicodeScalars.append(contentsOf: scalars)
  }
}
