import Confinement
import Linguistics
import Speech
import SpeechWire
import Vocabulary
import Wire

/// The engine with its voice. Each call of `speak` needs a process of its own.
final class Speaker<E: Engine & ~Copyable> {
  /// Ten minutes. No utterance is so long, and an engine that never stops must be ended.
  private var maximumFrames: Int { 600 * sampleRate.hertz }
  /// The interval of a measurement's signs of life: the sound that takes some twenty milliseconds, 20 s at the most.
  private var framesPerSign: Int {
    sampleRate.hertz * min(max(20_000_000 / Int(E.traits.cost.count), 50), 20_000) / 1000
  }

  private var engine: E
  private var rules: FormRules
  private var splitter: WordSplitter?
  /// The voice of this process.
  private var own: VoiceConfiguration?
  /// The voice that the engine has now: another one than ``own`` only in a copy of the process.
  private var current: VoiceConfiguration?

  init(_ engine: consuming E, _ rules: FormRules) {
    self.engine = engine
    self.rules = rules
    splitter = nil
  }

  var isConfigured: Bool {
    switch splitter {
    case .some: true
    case .none: false
    }
  }

  func voices() -> [Voice] { engine.voicesWithRates() }

  /// See ``Engine/voiceFolders``.
  var voiceFolders: [String] { engine.voiceFolders }

  /// The samples a second of all sound of this process: those of its voice. Kept, since the engine cannot be
  /// asked within one of its own calls.
  private(set) var sampleRate = E.traits.sampleRate

  /// A text as the engine can take it; `nil` if it is not UTF-8.
  func speakable(_ text: [UInt8]) -> SpeakableText? { SpeakableText(text) { engine.mend(&$0) } }

  /// Chooses the voice; to be called once.
  func configure(_ configuration: VoiceConfiguration) throws(Trouble) {
    guard !isConfigured else { throw Trouble(.spokeOutOfTurn, "a voice was chosen before") }
    try engine.configure(configuration)
    // A copy of the process prepares only what it says.
    rules.prepare(for: engine.language)
    (own, current) = (configuration, configuration)
    sampleRate = engine.sampleRate(of: configuration.voice)
    do throws(LinguisticsError) {
      splitter = try makeSplitter(engine.language)
    } catch {
      throw Trouble(.engine, error.detail)
    }
  }

  private func makeSplitter(_ language: String) throws(LinguisticsError) -> WordSplitter {
    try WordSplitter(language: language, includesPunctuation: own?.punctuation ?? .none != .none)
  }

  /// Takes the voice of a run, with the parameters of this process as its prosody changes them; only in a copy of the
  /// process. A voice with another rate of samples has a process of its own; who asks for it here all the same hears
  /// the own voice.
  func take(_ attributes: RunAttributes) throws(Trouble) {
    guard let own else { return }
    let fitting = attributes.voice.flatMap { engine.sampleRate(of: $0) == sampleRate ? $0 : nil }
    let wanted = (fitting.map { own.with(voice: $0) } ?? own).with(attributes.prosody, by: E.traits)
    guard wanted != current else { return }
    try engine.configure(wanted)
    current = wanted
  }

  /// The words of a run of an utterance, relative to the run, for the voice that the engine has now.
  ///
  /// - Parameter language: that of this voice. The engine is not asked, since it may be the one that asks.
  private func words(in text: String, _ language: String) -> [TextSpan] {
    if current?.voice != own?.voice, let other = try? makeSplitter(language) { return other.words(in: text) }
    return splitter?.words(in: text) ?? []
  }

  /// Speaks an utterance and reports its end.
  ///
  /// - Returns: the exit code of the process.
  func speak(_ utterance: Utterance, _ delivery: Delivery) -> Int32 {
    delivery.send(.started)
    guard let text = speakable(utterance.text) else {
      delivery.send(.failed(.notUTF8))
      return 0
    }
    do throws(Trouble) {
      if let resumption = utterance.resumption {
        let runs = WrittenRun.runs(of: utterance, text, by: E.traits)
        let form = SpokenForm(try runs.map { run throws(Trouble) in try spoken(run) })
        PieceSpeaker(speaker: self, form: form, delivery: delivery, resumption: resumption)?.speak()
        return 0
      }
      E.limitProcessorTime(milliseconds: 2000, bytes: utterance.saidBytes)
      var delivery = delivery
      for run in WrittenRun.runs(of: utterance, text, by: E.traits) {
        delivery = try speak(spoken(run), delivery)
      }
      delivery.send(.done(total: delivery.total))
    } catch {
      delivery.send(.failed(error))
    }
    return 0
  }

  /// Takes the voice of a run, and finds what it says.
  private func spoken(_ run: WrittenRun) throws(Trouble) -> SpokenRun {
    if run.isSilent { return SpokenRun(run.attributes, SaidText(), origin: run.origin, marks: run.marks) }
    try take(run.attributes)
    let said =
      if let phonemes = run.attributes.phonemes {
        SaidText(phonemes: phonemes, for: words(in: run.text, engine.language))
      } else {
        said(run.text) ?? SaidText(written: run.bytes, words: words(in: run.text, engine.language))
      }
    return SpokenRun(run.attributes, said, origin: run.origin, marks: run.marks)
  }

  /// The frames of the silence before a run.
  private func silence(before attributes: RunAttributes) -> Int {
    Int(Frame(microseconds: attributes.pauseBefore, at: sampleRate))
  }

  /// The text that is said for another one in the voice that the engine has now; `nil` for that text itself.
  private func said(_ text: String) -> SaidText? {
    guard let current else { return nil }
    let language = engine.language
    return rules.said(
      language, voice: current.voice.name, namesSigns: current.punctuation != .none, text
    ) { words(in: $0, language) }
  }

  /// Measures an utterance and reports its length. Nothing else is sent, so that it costs hardly more than the engine
  /// itself: each packet wakes the service, and each memory page that this copy touches first must be copied.
  /// - Returns: the exit code of the process.
  func measure(_ text: SpeakableText, of utterance: Utterance, _ delivery: Delivery) -> Int32 {
    E.limitProcessorTime(milliseconds: 2000, bytes: utterance.saidBytes)
    var frames = 0
    var nextSign = framesPerSign
    func count(_ new: Int) -> Bool {
      frames += new
      if frames >= nextSign {
        // At idle priority a long utterance may take a while.
        delivery.send(.started)
        nextSign += framesPerSign
      }
      return frames < maximumFrames
    }
    do throws(Trouble) {
      for run in WrittenRun.runs(of: utterance, text, by: E.traits) {
        frames += silence(before: run.attributes)
        guard !run.isSilent else { continue }
        try take(run.attributes)
        if let phonemes = run.attributes.phonemes {
          try engine.measure(phonemes: Array(phonemes.utf8)) { count($0) }
          continue
        }
        let said = said(run.text)?.bytes ?? run.bytes
        if !said.isEmpty || !run.isPoint { try engine.measure(said) { count($0) } }
      }
      delivery.send(.done(total: frames))
    } catch {
      delivery.send(.failed(error))
    }
    return 0
  }

  /// Explains an utterance instead of speaking it.
  ///
  /// - Returns: the exit code of the process.
  func explain(_ utterance: Utterance, _ delivery: Delivery) -> Int32 {
    delivery.send(.started)
    guard let text = speakable(utterance.text) else {
      delivery.send(.failed(.notUTF8))
      return 0
    }
    E.limitProcessorTime(milliseconds: 2000, bytes: utterance.saidBytes)
    let original = String(decoding: utterance.text, as: UTF8.self)
    let reasons = AppliedRule.keepingTogether(original, language: engine.language)
    for rule in reasons + text.rules(in: original) { delivery.send(.rule(rule)) }
    var total = 0
    do throws(Trouble) {
      func tell(_ clause: String) {
        guard !clause.isEmpty else { return }
        let line = Array((total > 0 ? "\n" : "").utf8) + Array(clause.utf8)
        total += line.count
        send(line, delivery, as: SpeechAnswer.phonemes)
      }
      for run in WrittenRun.runs(of: utterance, text, by: E.traits) where !run.isSilent {
        let said = try spoken(run).said
        send(said.bytes, delivery, as: SpeechAnswer.said)
        for rule in said.rules { delivery.send(.rule(rule)) }
        if let phonemes = run.attributes.phonemes {
          tell(phonemes)
        } else {
          try engine.transcribe(said.bytes) { tell($0) }
        }
      }
      delivery.send(.done(total: total))
    } catch {
      delivery.send(.failed(error))
    }
    return 0
  }

  /// Sends bytes in as many packets as they need.
  private func send(_ bytes: [UInt8], _ delivery: Delivery, as answer: ([UInt8]) -> SpeechAnswer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      delivery.send(answer(Array(rest.prefix(SpeechAnswer.maximumTextBytes))))
      rest = rest.dropFirst(SpeechAnswer.maximumTextBytes)
    }
  }

  /// Speaks a run in the voice that the engine has now.
  ///
  /// - Parameter progress: called after each packet.
  /// - Returns: the delivery after the run.
  func speak(
    _ run: SpokenRun, _ delivery: Delivery, progress: (Delivery) -> Void = { _ in }
  ) throws(Trouble) -> Delivery {
    var delivery = delivery
    delivery.pause(frames: silence(before: run.attributes))
    if run.attributes.pauseBefore != .zero { progress(delivery) }
    let start = delivery.total
    var mapping = WordMapping(run.said)
    var marks = run.marks[...]
    func add(_ words: [WordMark]) {
      for word in words {
        while let mark = marks.first, mark.utf8 <= word.span.utf8.lowerBound {
          delivery.add(reached: mark.number, at: word.frame + start)
          marks.removeFirst()
        }
        delivery.add([WordMark(frame: word.frame + start, span: word.span.shifted(by: run.origin))])
      }
    }
    let volume = run.attributes.prosody.volume
    try synthesize(run) { samples, events in
      delivery.add(samples, at: volume)
      for event in events { add(mapping.add(event)) }
      delivery.flushIfFull()
      progress(delivery)
      return delivery.total < maximumFrames
    }
    add(mapping.finish(frames: delivery.total - start))
    for mark in marks { delivery.add(reached: mark.number, at: delivery.total) }
    delivery.finish()
    progress(delivery)
    return delivery
  }

  /// Has the engine say a run in its voice, if there is anything to say.
  private func synthesize(
    _ run: SpokenRun, sink: (_ samples: UnsafeBufferPointer<Int16>, _ words: [EngineWord]) -> Bool
  ) throws(Trouble) {
    if run.isSilent { return }
    try take(run.attributes)
    if run.attributes.phonemes != nil {
      try engine.synthesize(phonemes: run.said.bytes, sink: sink)
    } else {
      try engine.synthesize(run.said.bytes, sink: sink)
    }
  }

  /// True if the engine survives a run. Sends nothing.
  func survives(_ run: SpokenRun) -> Bool {
    let child = ChildProcess.run {
      E.limitProcessorTime(milliseconds: 500, bytes: run.said.bytes.count)
      var frames = 0
      do throws(Trouble) {
        try synthesize(run) { samples, _ in
          frames += samples.count
          return frames < maximumFrames
        }
        return 0
      } catch {
        return 1
      }
    }
    return child?.wait() == .exited(code: 0)
  }
}

extension Engine where Self: ~Copyable {
  /// Makes the kernel end this copy of the process if a text takes far more time than any needs, even on a far slower
  /// machine: as much as if each byte were spoken for a second.
  ///
  /// - Parameter milliseconds: the time for what a text needs besides.
  static func limitProcessorTime(milliseconds: Int, bytes: Int) {
    Confinement.limitProcessorTime(milliseconds: milliseconds + bytes * Int(traits.cost.count) / 1000)
  }
}

extension Trouble {
  static var notUTF8: Trouble { Trouble(.malformedText, "an utterance that is not UTF-8") }
}
