import EventLoop
import Speech

/// Turns the events of a spoken sentence into those of a content whose frames are others: an utterance of texts and
/// clips, or a recording whose translation is spoken.
@Core
final class PartSpeech {
  private var samples: PartSamples

  /// - Parameters:
  ///   - rate: the samples a second of the speech.
  ///   - format: that of the content.
  init(from rate: SampleRate, to format: FrameFormat = .parts) {
    samples = PartSamples(from: FrameFormat(sampleRate: rate.hertz, channels: 1), to: format)
  }

  /// The events in place of one.
  func converted(_ event: SpeechEvent) -> [SpeechEvent] {
    switch event {
    case .samples(let firstFrame, let more):
      // By contract there is no hole; after one, nothing can be at its place.
      guard Frame(firstFrame) == samples.framesIn else { return [] }
      let first = Int(samples.framesOut)
      let converted = samples.convert(more)
      return converted.isEmpty ? [] : [.samples(firstFrame: first, converted)]
    case .mark(let word):
      return [.mark(WordMark(frame: Int(samples.frame(of: Frame(word.frame))), span: word.span))]
    case .reached(let mark, let frame):
      return [.reached(mark: mark, frame: Int(samples.frame(of: Frame(frame))))]
    case .done(let frames): return rest() + [.done(frames: samples.frame(of: frames))]
    case .failed: return rest() + [event]
    case .skipped, .otherVoice: return [event]
    }
  }

  private func rest() -> [SpeechEvent] {
    let first = Int(samples.framesOut)
    let rest = samples.end()
    return rest.isEmpty ? [] : [.samples(firstFrame: first, rest)]
  }
}
