import EventLoop
import Speech

/// A text that several engines speak, one part after the other: its events are those of one utterance.
@Core
final class JoinedSpeech {
  /// The part of a text that one engine speaks.
  struct Part: Equatable {
    var engine: String
    var text: [UInt8]
    var configuration: VoiceConfiguration
    /// The parts of ``text`` that other voices of the same engine speak.
    var spans: [VoiceSpan]
    /// The place of the part in the whole text; only its start counts.
    var origin: TextSpan
  }

  private let deliver: @Core (SpeechEvent) -> Void
  /// The events of the parts that are not at their turn yet.
  private var waiting: [[SpeechEvent]]
  private var current = 0
  /// The frames of the parts before the current one.
  private var frames = 0
  private let origins: [TextSpan]
  private(set) var isOver = false

  init(_ parts: [Part], deliver: @escaping @Core (SpeechEvent) -> Void) {
    self.deliver = deliver
    origins = parts.map(\.origin)
    waiting = parts.map { _ in [] }
  }

  /// Takes an event of a part.
  func take(_ event: SpeechEvent, of part: Int) {
    guard !isOver else { return }
    guard part == current else { return waiting[part].append(event) }
    switch event {
    case .samples(let first, let samples): deliver(.samples(firstFrame: frames + first, samples))
    case .mark(let mark):
      deliver(.mark(WordMark(frame: frames + mark.frame, span: mark.span.shifted(by: origins[part]))))
    case .skipped(let span): deliver(.skipped(span.shifted(by: origins[part])))
    case .failed:
      isOver = true
      deliver(event)
    case .done(let count):
      frames += Int(count)
      current += 1
      guard current < waiting.count else {
        isOver = true
        return deliver(.done(frames: Frame(frames)))
      }
      let events = waiting[current]
      waiting[current] = []
      for event in events { take(event, of: current) }
    }
  }

  /// The parts of a text, each of them for one engine, in order.
  ///
  /// - Parameters:
  ///   - configuration: the voice of what no span covers.
  ///   - spans: the parts that other voices speak, in order.
  static func parts(_ text: [UInt8], _ configuration: VoiceConfiguration, _ spans: [VoiceSpan]) -> [Part] {
    let marked = spans.map { TextRun(utf8: $0.utf8, RunAttributes(voice: $0.voice)) }
    var parts: [Part] = []
    var place = TextPlace.start
    for run in TextRun.covering(text.count, marked) {
      let own = run.attributes.voice.map(configuration.with(voice:)) ?? configuration
      let bytes = text[run.utf8]
      if var last = parts.last, last.engine == own.voice.engine {
        let start = last.text.count
        if own != last.configuration {
          last.spans.append(VoiceSpan(utf8: start..<start + bytes.count, voice: own.voice))
        }
        last.text += bytes
        parts[parts.count - 1] = last
      } else {
        parts.append(
          Part(
            engine: own.voice.engine, text: Array(bytes), configuration: own, spans: [],
            origin: TextSpan(place, place)))
      }
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { place = place.after(scalar) }
    }
    return parts
  }
}
