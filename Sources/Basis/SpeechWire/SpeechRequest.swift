public import Speech
import Vocabulary
package import Wire

/// A request of the service to a speech worker, `aloud-speak`.
public enum SpeechRequest: Equatable, Sendable {
  /// Once, before anything is spoken; answered by `ready` or `failed` with request 0.
  case configure(VoiceConfiguration)
  /// Answered by `started`, `samples`, `marks`, `reached`, at last `done` or `failed`.
  case speak(Utterance)
  /// Like `speak`, at idle priority; `progress` comes instead of samples, and no mark.
  case measure(Utterance)
  /// Answered by `started`, `said`, `rule`, `phonemes`, at last `done` or `failed`. A resumption is ignored.
  case explain(Utterance)
  /// Ends the request with the same number; answered by `failed` (cancelled) unless it has ended before.
  case cancel
  /// Answered by `voiceList` and `done`.
  case voices
  /// Pauses all measurements until `goOn`. Neither `hold` nor `goOn` is answered.
  case hold
  /// Resumes measurements after `hold`.
  case goOn

  /// The argument of a worker that will be asked for its voices first.
  public static let voicesArgument = "--voices"
}

extension SpeechRequest: WireMessage {
  /// The kinds of requests.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case configure = 1
    case speak = 2
    case measure = 3
    case cancel = 4
    case voices = 5
    case hold = 6
    case goOn = 7
    case explain = 8
  }

  /// See ``WireMessage/kind``.
  package var kind: Kind {
    switch self {
    case .configure: .configure
    case .speak: .speak
    case .measure: .measure
    case .explain: .explain
    case .cancel: .cancel
    case .voices: .voices
    case .hold: .hold
    case .goOn: .goOn
    }
  }

  /// - Precondition: an utterance is well-formed (``Utterance/isWellFormed``).
  package func write(to payload: inout ByteWriter) {
    switch self {
    case .configure(let configuration): payload.configuration(configuration)
    case .speak(let utterance), .measure(let utterance), .explain(let utterance): payload.utterance(utterance)
    case .cancel, .voices, .hold, .goOn: break
    }
  }

  /// See ``WireMessage/read(_:from:)``.
  package static func read(_ kind: Kind, from payload: inout ByteReader) -> SpeechRequest? {
    switch kind {
    case .configure: payload.configuration().map { .configure($0) }
    case .speak: payload.utterance().map { .speak($0) }
    case .measure: payload.utterance().map { .measure($0) }
    case .explain: payload.utterance().map { .explain($0) }
    case .cancel: .cancel
    case .voices: .voices
    case .hold: .hold
    case .goOn: .goOn
    }
  }
}

extension ByteWriter {
  fileprivate mutating func configuration(_ configuration: VoiceConfiguration) {
    string(configuration.voice.name)
    count(configuration.wordsPerMinute)
    count(configuration.pitch)
    count(configuration.range)
    u8(configuration.punctuation.code)
  }
}

extension ByteReader {
  fileprivate mutating func configuration() -> VoiceConfiguration? {
    guard let voice = string(), let speed = count(), let pitch = count(), let range = count(), let code = u8(),
      let punctuation = SpokenPunctuation.allCases.first(where: { $0.code == code })
    else { return nil }
    return VoiceConfiguration(
      voice: .own(voice), wordsPerMinute: speed, pitch: pitch, range: range, punctuation: punctuation)
  }
}

extension SpokenPunctuation {
  /// The byte in a packet.
  fileprivate var code: UInt8 {
    switch self {
    case .none: 0
    case .some: 1
    case .all: 2
    }
  }
}
