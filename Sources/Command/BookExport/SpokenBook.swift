import DirectReading
import Speech

/// The times of each sentence and word of a book. The chapters follow one another like the tracks of the queue, with
/// the same silences.
struct SpokenBook {
  /// A word of a sentence, in frames and bytes from the beginning of the sentence.
  struct Word: Equatable {
    var frame: Int
    var bytes: Range<Int>
  }

  /// The length and the words of a spoken sentence.
  struct Sound: Equatable {
    var frames: Int
    var words: [Word]
  }

  let book: Book
  /// The samples a second of its sound.
  let sampleRate: SampleRate
  /// The timeline of each part of the book.
  private(set) var timelines: [Timeline] = []
  /// The sounds of the first sentences, as far as they have been spoken.
  private(set) var sounds: [Sound] = []
  private var part = 0

  init(_ book: Book, gaps: Timeline.Gaps, at sampleRate: SampleRate) {
    self.book = book
    self.sampleRate = sampleRate
    for (index, part) in book.parts.enumerated() {
      var timeline = Timeline(
        gaps: index == 0 ? gaps : gaps.withoutLeadingDelay, sampleRate: sampleRate, assumedFramesPerScalar: 1)
      for sentence in part.sentences {
        timeline.append(
          scalars: book.sentences[sentence].scalars, endsParagraph: book.sentences[sentence].endsParagraph)
      }
      timeline.complete(trailingDelay: index + 1 < book.parts.count ? gaps.paragraph : nil)
      timelines.append(timeline)
    }
  }

  /// Adds the next sentence.
  ///
  /// - Returns: the silence before and after it.
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

  /// Returns the number of frames before a part.
  func start(of part: Int) -> Frame { timelines[..<part].reduce(0) { $0 + $1.length } }

  /// The number of all frames, once everything has been spoken.
  var length: Frame { start(of: timelines.count) }
}
