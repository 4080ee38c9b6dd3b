import Documents

/// The text of a notification's summary or body as it is read aloud. A value.
///
/// The markup of the Desktop Notifications Specification 1.2 ("Markup") is read as text, a link as its text, an image
/// as its `alt`. Broken markup stays text. Control characters, private characters, and characters that change the text
/// direction are removed, as are the sequences of terminals; white space is folded, and addresses are shortened to
/// their host. Time and memory are bounded for texts of any size.
public struct PlainBody: Equatable, Sendable {
  /// The most that is read of a text, in Unicode scalars. Nobody listens to more, and markup takes room.
  static let mostRead = 16_384
  /// The longest word; the rest of it is left out.
  static let longestWord = 512

  /// The text: one line, without blanks at its ends.
  public let text: String
  /// True if something at the end was left out.
  public let isShortened: Bool

  /// - Parameters:
  ///   - source: the text as it was sent.
  ///   - hasMarkup: true for a body, false for a summary, which never has markup.
  ///   - limit: the most of it, in Unicode scalars (1 or more).
  public init(_ source: String, hasMarkup: Bool = true, limit: Int = 4000) {
    var words = SpokenWords(limit: limit)
    let scalars = Array(Self.printed(source.unicodeScalars.prefix(Self.mostRead + 1)))
    var markup = MarkupReader(scalars: scalars.prefix(Self.mostRead), hasMarkup: hasMarkup)
    while !words.isFull, let piece = markup.next() { words.append(piece) }
    words.endWord()
    text = words.text
    isShortened = words.isFull || scalars.count > Self.mostRead
  }

  private static func printed(_ scalars: Substring.UnicodeScalarView) -> String.UnicodeScalarView {
    PrintedText.cleaned(String(scalars)).unicodeScalars
  }
}
