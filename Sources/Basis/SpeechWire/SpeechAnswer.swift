public import Speech
public import Vocabulary
package import Wire

/// An answer of a speech worker.
public enum SpeechAnswer: Equatable, Sendable {
  /// The first packet: the engine's name, and what there is to know of it before the first text.
  case hello(engine: String, EngineTraits)
  /// The configuration is in effect. All sound and all frames of this process have the rate of its voice.
  case ready(SampleRate)
  /// The request has left the worker's queue; again: the worker works on it, and has nothing to send.
  case started
  /// Signed 16-bit mono, without gaps from frame 0 on.
  case samples(firstFrame: Int, [Int16])
  /// Words, without gaps from 0 on, each before or with the samples in which it begins. Words without an event of the
  /// engine come later, when the next word is known.
  case marks(first: Int, [WordMark])
  /// A mark of the text is reached: its number among those of the utterance, from 0, in order and without a hole. It is
  /// heard from `frame` on, and comes before or with the samples there, or with the word that it stands before.
  case reached(mark: Int, frame: Int)
  /// Sent instead of samples and marks when measuring, at the same moments: the numbers of frames and marks so far, and
  /// the UTF-8 offset of the last of those marks.
  case progress(frames: Int, marks: Int, lastMark: Int)
  /// A piece of the utterance that crashes the engine; it was left out.
  case skipped(TextSpan)
  /// The request is complete: the frames of speech, the bytes of the phonemes, or the number of voices.
  case done(total: Int)
  /// The request has failed; with request 0, the worker.
  case failed(Trouble)
  /// The next voices of the list.
  case voiceList([Voice])
  /// The folders in which voices are installed and removed, absolute, at most ``maximumFolders``; before the list's
  /// end.
  case voiceFolders([String])
  /// The next bytes of the text that the engine gets, in UTF-8; a character may lie in two packets.
  case said([UInt8])
  /// A clause in the International Phonetic Alphabet, or the next bytes of a long one.
  case phonemes([UInt8])
  /// A rule that has changed the text. Parts of more than ``maximumRulePart`` bytes are cut.
  case rule(AppliedRule)

  /// The most folders of voices.
  public static let maximumFolders = 16
  /// The most samples in one packet.
  public static let maximumSamples = (Wire.maximumPayload - 4) / 2
  /// The most marks in one packet.
  public static let maximumMarks = (Wire.maximumPayload - 4) / 28
  /// The most bytes of what is said, or of phonemes, in one packet.
  public static let maximumTextBytes = Wire.maximumPayload
  /// The most bytes of each part of a rule.
  public static let maximumRulePart = 4096

  /// The bytes before `count` samples in a packet, so that a worker can send the samples without copying them.
  public static func samplesPrefix(request: UInt32, firstFrame: Int, count: Int) -> [UInt8] {
    var payload = ByteWriter()
    payload.count(firstFrame)
    return FrameHeader(kind: Kind.samples.rawValue, request: request, length: 4 + 2 * count).encoded + payload.bytes
  }
}

extension SpeechAnswer: WireAnswer {
  /// The kinds of answers.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case hello = 64
    case ready = 65
    case started = 66
    case samples = 67
    case marks = 68
    case progress = 69
    case skipped = 70
    case done = 71
    case failed = 72
    case voiceList = 73
    case said = 74
    case phonemes = 75
    case rule = 76
    case voiceFolders = 77
    case reached = 78
  }

  /// See ``WireAnswer/isGreeting``.
  package var isGreeting: Bool { if case .hello = self { true } else { false } }

  /// See ``WireMessage/kind``.
  package var kind: Kind {
    switch self {
    case .hello: .hello
    case .ready: .ready
    case .started: .started
    case .samples: .samples
    case .marks: .marks
    case .reached: .reached
    case .progress: .progress
    case .skipped: .skipped
    case .done: .done
    case .failed: .failed
    case .voiceList: .voiceList
    case .voiceFolders: .voiceFolders
    case .said: .said
    case .phonemes: .phonemes
    case .rule: .rule
    }
  }

  /// See ``WireMessage/write(to:)``.
  package func write(to payload: inout ByteWriter) {
    switch self {
    case .hello(let engine, let traits):
      payload.traits(traits)
      payload.string(engine)
    case .ready(let rate): payload.count(rate.hertz)
    case .started: break
    case .samples(let firstFrame, let samples):
      payload.count(firstFrame)
      payload.samples(samples)
    case .marks(let first, let marks):
      payload.count(first)
      for mark in marks {
        payload.count(mark.frame)
        payload.span(mark.span)
      }
    case .reached(let mark, let frame):
      payload.count(mark)
      payload.count(frame)
    case .progress(let frames, let marks, let lastMark):
      payload.count(frames)
      payload.count(marks)
      payload.count(lastMark)
    case .skipped(let span): payload.span(span)
    case .done(let total): payload.count(total)
    case .failed(let trouble): payload.trouble(trouble)
    case .voiceList(let voices): for voice in voices { payload.voice(voice) }
    case .voiceFolders(let folders): for folder in folders { payload.string(folder) }
    case .said(let bytes), .phonemes(let bytes): payload.raw(bytes)
    case .rule(let rule):
      payload.string(rule.rule)
      payload.string(rule.from)
      payload.string(rule.to)
    }
  }

  /// See ``WireMessage/read(_:from:)``.
  package static func read(_ kind: Kind, from payload: inout ByteReader) -> SpeechAnswer? {
    switch kind {
    case .hello:
      guard let traits = payload.traits(), let engine = payload.string() else { return nil }
      return .hello(engine: engine, traits)
    case .ready: return payload.sampleRate().map { .ready($0) }
    case .started: return .started
    case .samples:
      guard let first = payload.count(), let samples = payload.samples() else { return nil }
      return .samples(firstFrame: first, samples)
    case .marks:
      guard let first = payload.count(), let marks = payload.list({ $0.mark() }) else { return nil }
      return .marks(first: first, marks)
    case .reached:
      guard let mark = payload.count(), let frame = payload.count() else { return nil }
      return .reached(mark: mark, frame: frame)
    case .progress:
      guard let frames = payload.count(), let marks = payload.count(), let lastMark = payload.count() else {
        return nil
      }
      return .progress(frames: frames, marks: marks, lastMark: lastMark)
    case .skipped: return payload.span().map { .skipped($0) }
    case .done: return payload.count().map { .done(total: $0) }
    case .failed: return payload.trouble().map { .failed($0) }
    case .voiceList: return payload.list { $0.voice() }.map { .voiceList($0) }
    case .voiceFolders:
      guard let folders = payload.list({ $0.string() }), folders.count <= maximumFolders,
        folders.allSatisfy({ $0.hasPrefix("/") })
      else { return nil }
      return .voiceFolders(folders)
    case .said: return .said(Array(payload.rest()))
    case .phonemes: return .phonemes(Array(payload.rest()))
    case .rule:
      guard let rule = payload.string(), let from = payload.string(), let to = payload.string() else { return nil }
      return .rule(AppliedRule(rule: rule, from: from, to: to))
    }
  }
}

extension ByteWriter {
  fileprivate mutating func voice(_ voice: Voice) {
    string(voice.id.name)
    string(voice.name)
    count(voice.sampleRate.hertz)
    count(Int(voice.cost.count))
    count(Int(voice.measuringCost.count))
    u8((voice.isAlone ? 1 : 0) | (voice.isNatural ? 2 : 0))
    string(voice.provenance.quality)
    string(voice.provenance.licence)
    count(voice.provenance.bytes)
    u8(voice.gender.code)
    u8(UInt8(clamping: voice.age ?? 0))
    u8(UInt8(clamping: voice.languages.count))
    for language in voice.languages.prefix(255) {
      u8(UInt8(clamping: language.priority))
      string(language.tag)
    }
  }
}

extension ByteReader {
  fileprivate mutating func mark() -> WordMark? {
    guard let frame = count(), let span = span() else { return nil }
    return WordMark(frame: frame, span: span)
  }

  fileprivate mutating func voice() -> Voice? {
    guard let identifier = string(), let name = string(), let rate = sampleRate(), let cost = count(),
      let measuring = count(), let traits = u8(), traits <= 3, let quality = string(), let licence = string(),
      let bytes = count(), let code = u8(), let age = u8(), let languageCount = u8(),
      let gender = Voice.Gender.allCases.first(where: { $0.code == code })
    else { return nil }
    var languages: [Voice.Language] = []
    for _ in 0..<languageCount {
      guard let priority = u8(), let tag = string() else { return nil }
      languages.append(.init(tag: tag, priority: Int(priority)))
    }
    return Voice(
      .own(identifier), name: name, languages: languages, gender: gender, age: age == 0 ? nil : Int(age),
      sampleRate: rate, cost: Microseconds(Int64(cost)), measuringCost: Microseconds(Int64(measuring)),
      isAlone: traits & 1 != 0, isNatural: traits & 2 != 0,
      provenance: .init(quality: quality, licence: licence, bytes: bytes))
  }
}

extension Voice.Gender {
  /// The byte in a packet.
  fileprivate var code: UInt8 {
    switch self {
    case .unspecified: 0
    case .male: 1
    case .female: 2
    }
  }
}
