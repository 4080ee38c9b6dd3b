import EventLoop
import Speech
package import Vocabulary

/// The listener's choice of a document's beginning, which overrides the kept place.
package struct DocumentStart: Equatable {
  /// The number of the chapter among those with a text, from 1.
  package var chapter = 1
  /// The number of the paragraph in it, from 1.
  package var paragraph = 1

  /// The value from its parts.
  package init(chapter: Int = 1, paragraph: Int = 1) {
    self.chapter = chapter
    self.paragraph = paragraph
  }

  /// The reason why there is no such place; `nil` if there is one, or may be one in the unread text.
  ///
  /// - Parameters: as for ``place(in:isEnded:)``.
  @Core
  package func problem(in tracks: [Track], isEnded: Bool) -> ReadingError? {
    func words(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
    guard chapter <= tracks.count else {
      guard isEnded, !tracks.isEmpty else { return nil }
      return ReadingError(.outOfRange, "it has \(words(tracks.count, "chapter")), and no chapter \(chapter)")
    }
    // This chapter is complete if another one follows.
    guard isEnded || chapter < tracks.count else { return nil }
    let track = tracks[chapter - 1]
    let count = (0..<track.sentenceCount).dropLast().count { track.timeline.endsParagraph($0) } + 1
    guard paragraph > count else { return nil }
    return ReadingError(
      .outOfRange, "its chapter \(chapter) has \(words(count, "paragraph")), and no paragraph \(paragraph)")
  }

  /// The place, as soon as it is known. ``problem(in:isEnded:)`` reports if there is none.
  ///
  /// - Parameters:
  ///   - tracks: the tracks with sentences, in order.
  ///   - isEnded: true if there will be no further tracks, and no more text of the last one.
  @Core
  package func place(in tracks: [Track], isEnded: Bool) -> ChapterPlace? {
    let index = chapter - 1
    guard tracks.indices.contains(index) || isEnded, !tracks.isEmpty else { return nil }
    let track = tracks[min(index, tracks.count - 1)]
    var rest = paragraph - 1
    var start = 0
    for sentence in 0..<track.sentenceCount where rest > 0 && track.timeline.endsParagraph(sentence) {
      guard sentence + 1 < track.sentenceCount else { break }
      start = sentence + 1
      rest -= 1
    }
    // This chapter is complete if another one follows.
    guard rest == 0 || isEnded || index < tracks.count - 1 else { return nil }
    return ChapterPlace(chapter: track.chapter, scalar: track.span(of: start).scalars.lowerBound)
  }
}
