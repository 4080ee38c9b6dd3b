import Documents
import EventLoop
import Recordings
import Speech
import Study
import Vocabulary

/// The phrases of a recording as sentences: those of the text beside it that begin in them, or their times.
@Core
struct PhraseTexts {
  /// The sentences, one for each phrase.
  let passage: Passage
  /// The places of the phrases to which sentences of the text belong.
  private(set) var owners: Set<Int> = []
  private let timeline: Timeline
  /// The frame of the recording with which the track begins.
  private let first: Frame

  /// - Parameters:
  ///   - timeline: that of the recording.
  ///   - voice: that of phrases without a sentence.
  init(_ recording: RecordingContent, _ timeline: Timeline, _ exercise: Exercise, _ voice: VoiceConfiguration) {
    passage = Passage(voice: voice)
    self.timeline = timeline
    first = recording.part.first
    let text = recording.passage
    let isTimed = timeline.hasCues
    if isTimed { for piece in text.text.pieces { passage.append(text: piece) } }
    // The sentences of each phrase, in the order of the recording.
    var spans: [Int: (text: TextSpan, voice: VoiceConfiguration?)] = [:]
    var next = 0
    for place in exercise.order.indices.sorted(by: { exercise.order[$0] < exercise.order[$1] }) {
      let source = exercise.source(at: place)
      guard isTimed else {
        spans[place] = (milliseconds(of: source), nil)
        continue
      }
      // A sentence belongs to the phrase in which most of it may be heard: the one at its middle, or the next one.
      let first = next
      while next < text.sentenceCount, middle(of: next) < source.upperBound { next += 1 }
      if next > first {
        owners.insert(place)
        spans[place] = (TextSpan(text.span(of: first).start, text.span(of: next - 1).end), text.voice(of: first))
      } else {
        spans[place] = (partOfSentence(at: first, in: source, text), nil)
      }
    }
    for place in exercise.order.indices {
      guard let span = spans[place] else { continue }
      passage.speak(with: span.voice)
      passage.append(SentenceRecord(span: span.text, flags: .endsParagraph))
    }
  }

  /// The text of a phrase to which no sentence belongs: the sentence of which it is a part, or an empty place.
  ///
  /// - Parameter next: the first sentence that belongs to a later phrase.
  private func partOfSentence(at next: Int, in source: Range<Frame>, _ text: Passage) -> TextSpan {
    for sentence in [next, next - 1] where sentence >= 0 && sentence < text.sentenceCount {
      let start = start(of: sentence)
      let end = start + timeline.estimatedSpeech(of: sentence)
      if start < source.upperBound, end > source.lowerBound { return text.span(of: sentence) }
    }
    let place =
      next < text.sentenceCount ? text.span(of: next).start : text.span(of: text.sentenceCount - 1).end
    return TextSpan(place, place)
  }

  /// The frame of the recording at which a sentence of its text begins.
  private func start(of sentence: Int) -> Frame { first + timeline.recordedStart(of: sentence) }

  /// The frame in the middle of it.
  private func middle(of sentence: Int) -> Frame {
    start(of: sentence) + timeline.estimatedSpeech(of: sentence) / 2
  }

  /// Without a text places are times: the milliseconds of the recording.
  private func milliseconds(of source: Range<Frame>) -> TextSpan {
    func time(_ frame: Frame) -> Int {
      min(RecordingContent.longest, Int(frame.microseconds(at: timeline.sampleRate).count / 1000))
    }
    return TextSpan(scalars: time(source.lowerBound)..<time(source.upperBound), utf8: 0..<0, utf16: 0..<0)
  }
}
