import Confinement
import Espeak
import Linguistics
import Speech
import Vocabulary
import Wire

/// The engine with its voice. Each call of `speak` needs a process of its own.
final class Speaker {
  /// Ten minutes. No utterance is so long, and an engine that never stops must be ended.
  private static let maximumFrames = 600 * SampleRate.speech.hertz
  /// The interval of a measurement's signs of life: 20 s of sound, which take about ten milliseconds.
  private static let framesPerSign = 20 * SampleRate.speech.hertz

  private var engine: Espeak
  private var splitter: WordSplitter?
  /// The voice of this process.
  private var own: VoiceConfiguration?
  /// The voice that the engine has now: another one than ``own`` only in a copy of the process.
  private var current: VoiceConfiguration?

  init(engine: consuming Espeak) {
    self.engine = engine
    splitter = nil
  }

  var isConfigured: Bool {
    switch splitter {
    case .some: true
    case .none: false
    }
  }

  func voices() -> [Voice] { engine.voices() }

  /// Chooses the voice; to be called once.
  func configure(_ configuration: VoiceConfiguration) throws(WorkerFailure) {
    guard !isConfigured else { throw WorkerFailure(.badRequest, "a voice was chosen before") }
    do throws(EspeakError) {
      try engine.configure(configuration)
    } catch {
      throw WorkerFailure(error)
    }
    (own, current) = (configuration, configuration)
    do throws(LinguisticsError) {
      splitter = try makeSplitter()
    } catch {
      throw WorkerFailure(.engine, error.detail)
    }
  }

  private func makeSplitter() throws(LinguisticsError) -> WordSplitter {
    try WordSplitter(language: engine.language, includesPunctuation: own?.punctuation ?? .none != .none)
  }

  /// Takes the voice of a part, with the parameters of this process; only in a copy of the process.
  ///
  /// - Parameter voice: `nil` for the own voice.
  func take(_ voice: String?) throws(EspeakError) {
    guard let own else { return }
    let wanted = voice.map { own.with(voice: $0) } ?? own
    guard wanted != current else { return }
    try engine.configure(wanted)
    current = wanted
  }

  /// The words of a part of an utterance, relative to the part, for the voice that the engine has now.
  private func words(in text: String) -> [TextSpan] {
    if current != own, let other = try? makeSplitter() { return other.words(in: text) }
    return splitter?.words(in: text) ?? []
  }

  /// Speaks an utterance and reports its end.
  ///
  /// - Returns: the exit code of the process.
  func speak(_ utterance: Utterance, _ delivery: Delivery) -> Int32 {
    delivery.send(.started)
    guard let text = SpeakableText(utterance.text) else {
      delivery.send(.failed(.notUTF8))
      return 0
    }
    do throws(EspeakError) {
      if let resumption = utterance.resumption {
        let pieces = try parts(of: utterance, text).map { part throws(EspeakError) in
          try take(part.voice)
          return VoicedWords(voice: part.voice, words: words(in: part.string).map { $0.shifted(by: part.origin) })
        }
        PieceSpeaker(speaker: self, text: text, delivery: delivery, resumption: resumption)?.speak(pieces)
        return 0
      }
      // Far more time than any text needs, even on a far slower machine: the engine takes a thousandth of the sound's
      // duration here.
      Confinement.limitProcessorTime(milliseconds: 2000 + text.bytes.count)
      var delivery = delivery
      for part in parts(of: utterance, text) {
        try take(part.voice)
        delivery = try speak(part.bytes, words(in: part.string), delivery, origin: part.origin)
      }
      delivery.send(.done(total: delivery.total))
    } catch {
      delivery.send(.failed(WorkerFailure(error)))
    }
    return 0
  }

  /// A part of an utterance that one voice speaks.
  private struct Part {
    var bytes: [UInt8]
    var string: String
    /// The place of the part; only its start counts.
    var origin: TextSpan
    var voice: String?
  }

  private func parts(of utterance: Utterance, _ text: SpeakableText) -> [Part] {
    guard !utterance.spans.isEmpty else {
      return [Part(bytes: text.bytes, string: text.string, origin: TextSpan(.start, .start), voice: nil)]
    }
    var place = TextPlace.start
    return utterance.parts.map { part in
      let bytes = Array(text.bytes[part.utf8])
      let string = String(decoding: bytes, as: UTF8.self)
      let origin = TextSpan(place, place)
      for scalar in string.unicodeScalars { place = place.after(scalar) }
      return Part(bytes: bytes, string: string, origin: origin, voice: part.voice)
    }
  }

  /// Measures an utterance and reports its length. Nothing else is sent, so that it costs hardly more than the engine
  /// itself: each packet wakes the service, and each memory page that this copy touches first must be copied.
  /// - Returns: the exit code of the process.
  func measure(_ text: SpeakableText, of utterance: Utterance, _ delivery: Delivery) -> Int32 {
    Confinement.limitProcessorTime(milliseconds: 2000 + text.bytes.count)
    var frames = 0
    var nextSign = Self.framesPerSign
    do throws(EspeakError) {
      for part in utterance.parts {
        try take(part.voice)
        let bytes = utterance.spans.isEmpty ? text.bytes : Array(text.bytes[part.utf8])
        try engine.measure(bytes) { new in
          frames += new
          if frames >= nextSign {
            // At idle priority a long utterance may take a while.
            delivery.send(.started)
            nextSign += Self.framesPerSign
          }
          return frames < Self.maximumFrames
        }
      }
      delivery.send(.done(total: frames))
    } catch {
      delivery.send(.failed(WorkerFailure(error)))
    }
    return 0
  }

  /// Explains an utterance instead of speaking it.
  ///
  /// - Returns: the exit code of the process.
  func explain(_ utterance: Utterance, _ delivery: Delivery) -> Int32 {
    delivery.send(.started)
    guard let text = SpeakableText(utterance.text) else {
      delivery.send(.failed(.notUTF8))
      return 0
    }
    Confinement.limitProcessorTime(milliseconds: 2000 + text.bytes.count)
    delivery.send(.said(text.bytes))
    let original = String(decoding: utterance.text, as: UTF8.self)
    for rule in text.rules(in: original) { delivery.send(.rule(rule)) }
    var total = 0
    engine.transcribe(text.bytes) { clause in
      guard !clause.isEmpty else { return }
      var rest = Array((total > 0 ? "\n" : "").utf8)[...] + Array(clause.utf8)
      total += rest.count
      while !rest.isEmpty {
        delivery.send(.phonemes(Array(rest.prefix(WorkerAnswer.maximumTextBytes))))
        rest = rest.dropFirst(WorkerAnswer.maximumTextBytes)
      }
    }
    delivery.send(.done(total: total))
    return 0
  }

  /// Speaks a part of a text in UTF-8. The words are relative to it.
  ///
  /// - Parameters:
  ///   - origin: the start of the part in the utterance, for the marks that are sent.
  ///   - progress: called after each packet.
  /// - Returns: the delivery after the part.
  func speak(
    _ bytes: [UInt8], _ words: [TextSpan], _ delivery: Delivery, origin: TextSpan? = nil,
    progress: (Delivery) -> Void = { _ in }
  ) throws(EspeakError) -> Delivery {
    var delivery = delivery
    let start = delivery.total
    let scalars = bytes.count { $0 & 0xC0 != 0x80 }
    var mapping = WordMapping(words: words, length: scalars)
    func placed(_ marks: [WordMark]) -> [WordMark] {
      marks.map { mark in
        WordMark(frame: mark.frame + start, span: origin.map { mark.span.shifted(by: $0) } ?? mark.span)
      }
    }
    try engine.synthesize(bytes) { samples, events in
      delivery.add(samples)
      for event in events { delivery.add(placed(mapping.add(event))) }
      delivery.flushIfFull()
      progress(delivery)
      return delivery.total < Self.maximumFrames
    }
    delivery.add(placed(mapping.finish(frames: delivery.total - start)))
    delivery.finish()
    progress(delivery)
    return delivery
  }

  /// True if the engine survives a text, spoken by a voice of ``take(_:)``. Sends nothing.
  func survives(_ bytes: [UInt8], voice: String?) -> Bool {
    let child = ChildProcess.run {
      Confinement.limitProcessorTime(milliseconds: 500 + bytes.count)
      var frames = 0
      do throws(EspeakError) {
        try take(voice)
        try engine.synthesize(bytes) { samples, _ in
          frames += samples.count
          return frames < Self.maximumFrames
        }
        return 0
      } catch {
        return 1
      }
    }
    return child?.wait() == .exited(code: 0)
  }
}

extension WorkerFailure {
  static var notUTF8: WorkerFailure { WorkerFailure(.malformedText, "an utterance that is not UTF-8") }
}
