import AloudAPI
import EventLoop
import Speech

/// Where the listener wants a document to begin, whatever is kept of it.
struct DocumentStart: Equatable {
  /// Which one of the chapters that have a text, from 1.
  var chapter = 1
  /// Which paragraph of that, from 1.
  var paragraph = 1

  /// `nil` where the options say nothing of it.
  init?(_ options: SpeakOptions) {
    guard options.again || options.fromChapter != nil || options.fromParagraph != nil else { return nil }
    chapter = options.fromChapter ?? 1
    paragraph = options.fromParagraph ?? 1
  }

  /// The place, as soon as it can be told; behind the end of a chapter or of the document is its last paragraph or
  /// chapter.
  ///
  /// - Parameters:
  ///   - tracks: those that have sentences, in order.
  ///   - isEnded: whether there will be no more of them, nor more of the last one.
  @Core
  func place(in tracks: [SpokenTrack], isEnded: Bool) -> (chapter: Int, scalar: Int)? {
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
    return (track.chapter, track.span(of: start).scalars.lowerBound)
  }
}
