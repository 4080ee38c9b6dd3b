import EventLoop
import Speech
package import Vocabulary

/// Where the listener wants a document to begin, whatever is kept of it.
package struct DocumentStart: Equatable {
  /// Which one of the chapters that have a text, from 1.
  package var chapter = 1
  /// Which paragraph of that, from 1.
  package var paragraph = 1

  /// The value from its parts.
  package init(chapter: Int = 1, paragraph: Int = 1) {
    self.chapter = chapter
    self.paragraph = paragraph
  }

  /// Why there is no such place; `nil` where there is, or may be in what is still to be read.
  ///
  /// - Parameters: as for ``place(in:isEnded:)``.
  @Core
  package func problem(in tracks: [SpokenTrack], isEnded: Bool) -> ReadingError? {
    func words(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
    guard chapter <= tracks.count else {
      guard isEnded, !tracks.isEmpty else { return nil }
      return ReadingError(.outOfRange, "it has \(words(tracks.count, "chapter")), and no chapter \(chapter)")
    }
    // A chapter behind it says that this one is over.
    guard isEnded || chapter < tracks.count else { return nil }
    let track = tracks[chapter - 1]
    let count = (0..<track.sentenceCount).dropLast().count { track.timeline.endsParagraph($0) } + 1
    guard paragraph > count else { return nil }
    return ReadingError(
      .outOfRange, "its chapter \(chapter) has \(words(count, "paragraph")), and no paragraph \(paragraph)")
  }

  /// The place, as soon as it can be told; ``problem(in:isEnded:)`` says where there is none.
  ///
  /// - Parameters:
  ///   - tracks: those that have sentences, in order.
  ///   - isEnded: whether there will be no more of them, nor more of the last one.
  @Core
  package func place(in tracks: [SpokenTrack], isEnded: Bool) -> ChapterPlace? {
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
    // A chapter behind it says that this one is over.
    guard rest == 0 || isEnded || index < tracks.count - 1 else { return nil }
    return ChapterPlace(chapter: track.chapter, scalar: track.span(of: start).scalars.lowerBound)
  }
}
