/// The reason for which a sentence ends or goes on at a place.
///
/// The raw value is the rule's name, which `aloud explain` prints. Names stay the same once they are released.
public enum SentenceRule: String, CaseIterable, Sendable {
  /// Unicode's rules alone (UAX #29).
  case unicode
  /// A full stop of an abbreviation.
  case abbreviation
  /// An abbreviation before its number: "p. 55".
  case number
  /// The first letter of a name.
  case initial
  /// An ordinal number: "3. Oktober".
  case ordinal
  /// A date in numbers: "27. 10. 2014".
  case date
  /// The mark of a list's item, of a heading or of a section.
  case listMark = "list-mark"
  /// The next item of a list.
  case listItem = "list-item"
  /// A sentence around a quotation, or the marks that close it.
  case quotation
  /// A sign that the speaker of a quotation follows: "I asked".
  case attribution
  /// A reference in brackets after a quotation.
  case reference
  /// Digits that point to a footnote.
  case footnote
  /// Full stops that stand for omitted words.
  case ellipsis
  /// A mark within an address, a name of a file or a word.
  case address
  /// A name that contains a mark: "Yahoo!".
  case name
  /// A small letter follows a question mark or an exclamation mark.
  case lowerCase = "lower-case"
  /// One question of several.
  case question
  /// A dash, before which another speaker begins.
  case dash
  /// A line of a verse.
  case verse
  /// The title of a work in its brackets: 《摔跤吧！爸爸》.
  case title
  /// Nothing before the place can be spoken.
  case mark
  /// A mark that ends sentences in this language alone.
  case stop
  /// A mark that does not end sentences in this language.
  case innerMark = "inner-mark"
  /// A space in a language without other marks.
  case space
  /// The space between two sentences is missing.
  case missingSpace = "missing-space"
}

/// The decision of the sentence rules at one place of a paragraph.
public struct SentenceDecision: Equatable, Sendable {
  /// Code units of UTF-16 from the beginning of the paragraph. The next sentence begins here, or would begin here.
  public var place: Int
  /// True if a sentence ends at the place.
  public var isEnd: Bool
  /// The rule that decided.
  public var rule: SentenceRule
}

/// The answer of a rule about one place.
enum SentenceVerdict: Equatable {
  /// The sentence ends, and the next one begins at `place`, which may be another one than the place in question.
  case ends(at: Int, SentenceRule)
  case goesOn(SentenceRule)
}
