import EventLoop
import Speech

/// Turns the events of a spoken sentence into those of an utterance of texts and clips, whose frames are others.
@Core
final class PartSpeech {
  private var samples: PartSamples

  /// - Parameter rate: the samples a second of the speech.
  init(from rate: SampleRate) { samples = PartSamples(from: FrameFormat(sampleRate: rate.hertz, channels: 1)) }

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
