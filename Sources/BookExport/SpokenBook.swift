import Speech

/// When each sentence and word of a book is heard. One chapter follows the other as tracks of the queue do, with the
/// same silences.
struct SpokenBook {
  /// A word of a sentence: frames from the sentence's first, bytes from its first.
  struct Word: Equatable {
    var frame: Int
    var bytes: Range<Int>
  }

  /// What became of a sentence.
  struct Sound: Equatable {
    var frames: Int
    var words: [Word]
  }

  let book: Book
  /// For each part of the book.
  private(set) var timelines: [Timeline] = []
  /// Of the sentences that have been spoken, the first ones.
  private(set) var sounds: [Sound] = []
  private var part = 0

  init(_ book: Book, gaps: Timeline.Gaps) {
    self.book = book
    for (index, part) in book.parts.enumerated() {
      var timeline = Timeline(gaps: index == 0 ? gaps : gaps.withoutLeadingDelay, assumedFramesPerScalar: 1)
      for sentence in part.sentences {
        timeline.append(
          scalars: book.sentences[sentence].scalars, endsParagraph: book.sentences[sentence].endsParagraph)
      }
      timeline.complete(trailingDelay: index + 1 < book.parts.count ? gaps.paragraph : nil)
      timelines.append(timeline)
    }
  }

  /// Enters the next sentence.
  ///
  /// - Returns: the silence in front of it and behind it.
  mutating func append(_ sound: Sound) -> (before: Frame, after: Frame) {
    let number = sounds.count
    while !book.parts[part].sentences.contains(number) { part += 1 }
    let local = number - book.parts[part].sentences.lowerBound
    timelines[part].setSpeech(Frame(sound.frames), of: local)
    sounds.append(sound)
    let timeline = timelines[part]
    let isLast = local == timeline.sentenceCount - 1
    return (
      local == 0 ? timeline.gaps.leadingDelay : 0,
      timeline.gap(after: local) + (isLast ? timeline.gaps.trailingDelay : 0)
    )
  }

  /// Frames in front of a part.
  func start(of part: Int) -> Frame { timelines[..<part].reduce(0) { $0 + $1.length } }

  /// All frames, once everything has been spoken.
  var length: Frame { start(of: timelines.count) }
}
