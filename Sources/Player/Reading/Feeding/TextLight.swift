import EventLoop
import Playback
import Speech
import Vocabulary

/// The text beside a recording: a light that moves over the sound, which runs through.
@Core
struct TextLight {
  /// The sentence that was announced last in the fed sound; `nil` if none was.
  private(set) var sentence: Int?

  /// The sound is fed anew: the sentence in which it begins is announced again.
  mutating func forget() { sentence = nil }

  /// The sentences that begin in the next piece of the sound, and the one in which it begins.
  ///
  /// - Parameters:
  ///   - frames: the piece, in frames of the track.
  ///   - media: the media frame of the first one.
  ///   - end: the frame at which the present round ends.
  mutating func plans(
    in frames: Range<Frame>, at media: Frame, until end: Frame?, of track: Track, _ epoch: Player.Epoch,
    _ reported: ReportedPosition
  ) -> [SentencePlan] {
    let timeline = track.timeline
    guard timeline.hasCues else { return [] }
    var plans: [SentencePlan] = []
    func announce(_ sentence: Int, from frame: Frame, at media: Frame) {
      let start = timeline.recordedStart(of: sentence)
      let audio = SentenceAudio()
      for word in track.recording?.words(of: sentence, at: timeline.sampleRate) ?? [] { audio.append(word) }
      audio.end(.complete)
      plans.append(
        SentencePlan(
          epoch: epoch, track: track.id, sentence: sentence, span: track.span(of: sentence), media: media,
          offset: frame - start, audio: audio, recordedFrames: timeline.estimatedSpeech(of: sentence),
          goesBack: reported.isDiscontinuity(media), end: end.map { $0 - start }))
    }
    var next = 0
    switch timeline.place(at: timeline.gaps.leadingDelay + frames.lowerBound) {
    case .sentence(let here, _):
      if sentence != here { announce(here, from: frames.lowerBound, at: media) }
      next = here + 1
    case .gap(let before, _): next = before + 1
    case .leadingDelay: break
    case .trailingDelay, .end: return []
    }
    while next < timeline.sentenceCount, timeline.recordedStart(of: next) < frames.upperBound {
      let start = timeline.recordedStart(of: next)
      announce(next, from: start, at: media + start - frames.lowerBound)
      next += 1
    }
    sentence = plans.last?.sentence ?? sentence
    return plans
  }
}

// A recording is fed as one long sentence, with and without a text beside it.
extension Timeline {
  /// The place in what is fed for a place of the timeline.
  func fedPlace(of place: Place) -> Place {
    guard hasCues, let frame = recordedFrame(at: place) else { return place }
    return .sentence(0, offset: frame)
  }

  /// The place of the timeline for a place in what was fed.
  ///
  /// - Parameter roundEnd: the frame of the recording at which the last round of a repetition has ended.
  func place(ofFed place: Place, _ roundEnd: Frame?) -> Place {
    guard hasCues else { return place }
    switch place {
    case .sentence(_, let offset): return self.place(at: gaps.leadingDelay + offset)
    // The silence between two rounds belongs to the sentence before it.
    case .gap(_, let offset):
      let last = roundEnd.map { sentence(atRecorded: $0 - 1) ?? 0 } ?? sentenceCount - 1
      return .gap(after: last, offset: min(offset, max(0, gap(after: last) - 1)))
    case .leadingDelay, .trailingDelay, .end: return place
    }
  }

  /// The frame of the recording with which a sentence begins.
  func recordedStart(of sentence: Int) -> Frame { start(of: sentence) - gaps.leadingDelay }

  /// The sentence of a recording at a frame of it, or the one before; `nil` before the first one.
  func sentence(atRecorded frame: Frame) -> Int? {
    switch place(at: gaps.leadingDelay + max(0, frame)) {
    case .sentence(let sentence, _), .gap(let sentence, _): sentence
    case .leadingDelay: nil
    case .trailingDelay, .end: sentenceCount - 1
    }
  }
}
