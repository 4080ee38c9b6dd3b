import Documents
import EventLoop
import Recordings
import Speech
import Vocabulary

/// Decodes a clip from its beginning to its end, as samples of ``FrameFormat/parts``.
@Core
final class ClipDecoding {
  enum Event {
    /// The next samples, interleaved.
    case samples([Int16])
    /// All of it was decoded.
    case ended
    /// It cannot be decoded, or not to its end.
    case failed(ReadingError)
  }

  private let gain: Float
  private let events: @Core (Event) -> Void
  private var decoder: (any RecordingDecoder)?
  private var samples: PartSamples?
  private var format = FrameFormat.parts
  private var isOver = false
  /// The frames that were asked for and have not come.
  private var wanted = 0

  /// Decodes an open file. Events never come from within the call.
  init(
    _ file: any TextFile, gain: Float = 1, with recordings: any RecordingOpener,
    events: @escaping @Core (Event) -> Void
  ) {
    self.gain = gain
    self.events = events
    // The decoder keeps this object until it is abandoned.
    decoder = recordings.open(file) { self.take($0) }
  }

  /// Ends the decoding: no event follows.
  func abandon() {
    isOver = true
    decoder?.abandon()
    decoder = nil
  }

  private func take(_ event: RecordingEvent) {
    guard !isOver else { return }
    switch event {
    case .described(let description): begin(description)
    case .samples(_, let samples): take(samples)
    case .atEnd:
      if let rest = samples?.end(), !rest.isEmpty { events(.samples(rest)) }
      if !isOver { end(.ended) }
    case .brokenOff(let frame, let reason):
      let time = ClockText.of(microseconds: frame.microseconds(at: SampleRate(hertz: format.sampleRate)))
      end(.failed(ReadingError(.damaged, "it is broken at \(time): \(reason)")))
    case .failed(let trouble): end(.failed(ReadingError(trouble)))
    case .cover, .length, .peaks, .levels, .index: break
    }
  }

  private func begin(_ description: RecordingDescription) {
    guard description.sampleRate >= OpeningQueue.lowestRate else {
      return end(
        .failed(
          ReadingError(
            .unknownFormat, "its sample rate of \(description.sampleRate) Hz is too low to be heard")))
    }
    format = FrameFormat(sampleRate: description.sampleRate, channels: description.channels)
    samples = PartSamples(from: format, gain: gain)
    ask()
  }

  private func take(_ more: [Float]) {
    guard let converted = samples?.convert(more[...]) else { return }
    wanted -= more.count / format.channels
    if !converted.isEmpty { events(.samples(converted)) }
    if let made = samples?.framesOut, made > Clip.longest {
      return end(.failed(.tooLong))
    }
    if !isOver, wanted <= 0 { ask() }
  }

  private func ask() {
    wanted = max(1, format.sampleRate)
    decoder?.want(frames: wanted)
  }

  private func end(_ event: Event) {
    guard !isOver else { return }
    abandon()
    events(event)
  }
}

extension ReadingError {
  /// More sound than the clips of an utterance may have.
  static var tooLong: ReadingError {
    ReadingError(
      .tooLarge,
      "the clips of an utterance may take 5 minutes together; `aloud play FILE` plays longer recordings")
  }
}
