import EventLoop
import Playback
import Speech

@testable import AloudService

/// A voice whose letters, spaces and full stops are of the same length, and whose words are marked to the frame.
@Core
final class CountingVoice: Synthesizer {
  /// A tenth of a second.
  static let framesPerLetter = 2205

  var isMeasuringHeld = false
  /// The texts that fail, with their errors.
  var failures: [String: SynthesisError] = [:]
  private let scheduler: ManualScheduler
  private var next: UInt64 = 1
  private var running: Set<SynthesisRequest> = []

  init(scheduler: ManualScheduler) { self.scheduler = scheduler }

  func speak(
    _ text: [UInt8], with voice: VoiceConfiguration, _ urgency: SynthesisUrgency,
    events: @escaping @Core (SynthesisEvent) -> Void
  ) -> SynthesisRequest {
    begin { [self] in
      if let error = failures[String(decoding: text, as: UTF8.self)] { return events(.failed(error)) }
      var start = 0
      for word in text.split(separator: UInt8(ascii: " ")) {
        let span = start..<start + word.count
        events(.mark(WordMark(frame: start * Self.framesPerLetter, span: TextSpan(span))))
        start = span.upperBound + 1
      }
      let frames = text.count * Self.framesPerLetter
      events(.samples(firstFrame: 0, [Int16](repeating: 1 << 14, count: frames)))
      events(.done(frames: Frame(frames)))
    }
  }

  func measure(
    _ text: [UInt8], with voice: VoiceConfiguration, done: @escaping @Core (Result<Frame, SynthesisError>) -> Void
  ) -> SynthesisRequest {
    begin { [self] in
      if let error = failures[String(decoding: text, as: UTF8.self)] { return done(.failure(error)) }
      done(.success(Frame(text.count * Self.framesPerLetter)))
    }
  }

  private func begin(_ body: @escaping @Core () -> Void) -> SynthesisRequest {
    let request = SynthesisRequest(number: next)
    next += 1
    running.insert(request)
    scheduler.schedule(after: .zero) { [weak self] in
      if self?.running.remove(request) != nil { body() }
    }
    return request
  }

  func cancel(_ request: SynthesisRequest) { running.remove(request) }
}

extension TextSpan {
  /// A span of ASCII.
  init(_ range: Range<Int>) { self.init(scalars: range, utf8: range, utf16: range) }
}
