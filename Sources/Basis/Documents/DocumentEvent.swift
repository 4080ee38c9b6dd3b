public import Vocabulary

/// An event of a document that is being read. The last one is `done`, `recording` or `failed`; a reading that was
/// cancelled has no further event.
public enum DocumentEvent: Equatable, Sendable {
  /// The document's metadata: the first event, unless the document fails before.
  case description(DocumentDescription)
  /// The cover, once, if the description announces one. It may be missing all the same. It is PNG or JPEG according to
  /// its first bytes, and not larger than ``CoverImage/maximumSize``.
  case cover(CoverImage)
  /// A chapter begins. The first one comes before all text, and together the chapters cover the whole text. A chapter
  /// extends to the next one or to the document's end.
  case chapter(Chapter)
  /// The current chapter cannot be read further. Other chapters may follow.
  case chapterFailed(index: Int, Trouble)
  /// A page of the printed edition begins.
  case page(PageMark)
  /// The next bytes of the text, in UTF-8 and without a byte order mark. A chunk may end within a character.
  case text([UInt8])
  /// The next sentences, all in text and chapters of earlier events, and in one language (BCP 47; empty if it is the
  /// description's, or unknown). The first comes as soon as it is known, later ones in batches.
  case sentences([SentenceRecord], language: String)
  /// The times of the next sentences, in the order in which those came, if times are wanted.
  case times([SentenceTime])
  /// All of it has been read.
  case done
  /// It is no text but a recording: the only event of it.
  case recording
  /// It cannot be read, or not further.
  case failed(Trouble)
}
