import EventLoop
import Speech
import SpeechWire
import Vocabulary

/// The rules of texts.
extension Checks {
  func words() throws(Breach) -> String? {
    let spoken = try ready().speak(Self.sentence)
    guard spoken.samples.contains(where: { $0 != 0 }) else { throw Breach("nothing is heard") }
    let bytes = Array(Self.sentence.utf8)
    let marked = spoken.marks.map { String(decoding: bytes[$0.span.utf8], as: UTF8.self) }
    let words = Self.sentence.split { !$0.isLetter }.map { String($0) }
    if traits.marks == .none {
      guard marked.isEmpty else { throw Breach("marks of an engine that says that it has none") }
    } else {
      guard marked == words else { throw Breach("\(marked) are marked") }
    }
    return "\(spoken.samples.count) frames, \(marked.count) marks"
  }

  func sameSound() throws(Breach) -> String? {
    let engine = try ready()
    let first = try engine.speak(Self.sentence)
    _ = try engine.speak(Self.other)
    guard try engine.speak(Self.sentence) == first else { throw Breach("another sound after another text") }
    guard try ready().speak(Self.sentence) == first else { throw Breach("another sound in another process") }
    return nil
  }

  func lengths() throws(Breach) -> String? {
    let engine = try ready()
    let spoken = try engine.speak(Self.sentence).samples.count
    let measured = try engine.ask(.measure(Utterance(text: Array(Self.sentence.utf8))))
    switch traits.lengths {
    case .exact:
      guard measured.total == spoken else { throw Breach("\(measured.total ?? 0) frames are measured of \(spoken)") }
    case .estimated:
      guard let total = measured.total, total * 2 > spoken, total < spoken * 2 else {
        throw Breach("\(measured.total ?? 0) frames are estimated for \(spoken)")
      }
    case .none:
      guard measured.trouble != nil else { throw Breach("a length of an engine that says that it has none") }
    }
    return nil
  }

  func speeds() throws(Breach) -> String? {
    let speed = voice.wordsPerMinute
    let fast = VoiceConfiguration(
      voice: voice.voice, wordsPerMinute: min(speed * 2, traits.wordsPerMinute.upperBound))
    guard fast.wordsPerMinute > speed else { return "it has one speed" }
    let (slow, quick) = (try ready().speak(Self.sentence), try ready(fast).speak(Self.sentence))
    guard quick.samples.count < slow.samples.count else {
      throw Breach(
        "\(quick.samples.count) frames at \(fast.wordsPerMinute) words per minute, \(slow.samples.count) at \(speed)")
    }
    return nil
  }

  func parts() throws(Breach) -> String? {
    guard let other = voices.first(where: { $0.id != voice.voice }) else { return "it has one voice" }
    let span = TextRun(utf8: 4..<8, voice: other.id)
    let engine = try ready()
    let spoken = try engine.speak(Self.sentence, parts: [span])
    let alone = try ready().speak(Self.sentence)
    guard spoken.marks.map(\.span) == alone.marks.map(\.span) else { throw Breach("other words are marked") }
    guard try engine.speak(Self.sentence) == alone else { throw Breach("the voice of a part stays behind") }
    return nil
  }

  /// A voice of each rate of samples: it is told with the voice's choice, and the sound is as long as with the others.
  func rates() throws(Breach) -> String? {
    let length = Double(try ready().speak(Self.sentence).samples.count) / Double(try ready().sampleRate.hertz)
    var tried: [SampleRate] = []
    for other in voices where !tried.contains(other.sampleRate) {
      tried.append(other.sampleRate)
      let engine = try ready(VoiceConfiguration(voice: other.id, wordsPerMinute: voice.wordsPerMinute))
      guard engine.sampleRate == other.sampleRate else {
        throw Breach("\(other.id.name) has \(other.sampleRate.hertz) Hz in the list, and \(engine.sampleRate.hertz)")
      }
      let seconds = Double(try engine.speak(Self.sentence).samples.count) / Double(engine.sampleRate.hertz)
      guard seconds > length / 3, seconds < length * 3 else {
        throw Breach("\(other.id.name) speaks for \(seconds) s, and \(voice.voice.name) for \(length) s")
      }
    }
    return tried.map { "\($0.hertz)" }.joined(separator: ", ") + " Hz"
  }

  /// A text with much to do before its first sound. The service waits for two seconds at most.
  func signsOfLife() throws(Breach) -> String? {
    let engine = try ready()
    let text = Array(repeating: "a lamp and a river and a window", count: 12).joined(separator: " and ")
    let request = try engine.send(.speak(Utterance(text: Array(text.utf8))))
    var spoken = SpokenText(text)
    var (last, longest) = (EventLoop.monotonicNow(), Duration.zero)
    while !spoken.hasEnded {
      try spoken.take(try engine.next(to: request), measuring: false)
      let now = EventLoop.monotonicNow()
      (last, longest) = (now, max(longest, last.duration(to: now)))
    }
    try spoken.checkEnd()
    guard longest < .milliseconds(1_500) else { throw Breach("it is silent for \(longest)") }
    return "\(longest / .milliseconds(1)) ms at most"
  }

  func threeTexts() throws(Breach) -> String? {
    let engine = try ready()
    let texts = [Self.sentence, Self.other, Self.sentence]
    let spoken = try engine.ask(texts.map { .speak(Utterance(text: Array($0.utf8))) })
    for text in spoken { try text.checkEnd() }
    guard spoken[0] == spoken[2] else { throw Breach("two sounds of one text") }
    return nil
  }

  func cancelled() throws(Breach) -> String? {
    let engine = try ready()
    let request = try engine.send(.speak(Utterance(text: Array(Self.long.utf8))))
    var spoken = SpokenText(Self.long)
    while spoken.samples.isEmpty, !spoken.hasEnded {
      try spoken.take(try engine.next(to: request), measuring: false)
    }
    try engine.send(.cancel, as: request)
    while !spoken.hasEnded { try spoken.take(try engine.next(to: request), measuring: false) }
    guard spoken.total != nil || spoken.trouble?.code == .cancelled else {
      throw Breach("\(String(describing: spoken.trouble)) instead of a cancellation")
    }
    _ = try engine.speak(Self.sentence)
    return nil
  }

  func held() throws(Breach) -> String? {
    let engine = try ready()
    try engine.send(.hold)
    let measured = try engine.send(.measure(Utterance(text: Array(Self.long.utf8))))
    _ = try engine.speak(Self.sentence)
    guard !engine.hasAnswered(measured) else { throw Breach("it measures while it is told to hold") }
    try engine.send(.goOn)
    while true {
      switch try engine.next(to: measured) {
      case .done: return nil
      case .failed where traits.lengths == .none: return nil
      case .failed(let trouble): throw Breach("\(trouble)")
      default: break
      }
    }
  }

  func notUTF8() throws(Breach) -> String? {
    let engine = try ready()
    for bytes: [UInt8] in [[0xFF], [0x61, 0xC3], [0xC2, 0x0A], [0xED, 0xA0, 0x80]] {
      for order in [SpeechRequest.speak, SpeechRequest.measure] {
        let answer = try engine.ask(order(Utterance(text: bytes)))
        guard answer.trouble?.code == .malformedText else { throw Breach("\(bytes) are taken") }
      }
    }
    return nil
  }

  func oddTexts() throws(Breach) -> String? {
    let engine = try ready()
    for text in [
      "", " ", "\0", "a\u{85}b\u{2028}c\u{7}", "…", "👩‍👩‍👧 e\u{301} 한국어 日本", "<b>&amp;[[a]]</b>", "\u{FEFF}word",
    ] {
      _ = try engine.speak(text)
    }
    // As long as an utterance may be, but for a slow engine: two seconds of processor time.
    let most = Utterance.maximumText / (Self.other.utf8.count + 1)
    let one = max(try engine.speak(Self.other).samples.count / engine.sampleRate.hertz, 1)
    let sentences = min(max(2_000_000 / Int(traits.cost.count) / one, 1), most)
    let long = Array(repeating: Self.other, count: sentences).joined(separator: " ")
    return "\(try engine.speak(long).samples.count / engine.sampleRate.hertz) s of sound in one text"
  }

  func explained() throws(Breach) -> String? {
    let engine = try ready()
    let account = try engine.ask(.explain(Utterance(text: Array(Self.sentence.utf8))))
    if let trouble = account.trouble { throw Breach("\(trouble)") }
    guard account.samples.isEmpty, account.marks.isEmpty else { throw Breach("an explanation with sound") }
    guard account.total == account.phonemes.count else {
      throw Breach("`done` says \(account.total ?? 0) bytes, and \(account.phonemes.count) came")
    }
    return String(decoding: account.phonemes.prefix(60), as: UTF8.self).split(separator: "\n").first.map { "/\($0)/" }
  }

  func crash() throws(Breach) -> String? {
    guard let crashWord else { return "not tried: no word is known (--crash-word)" }
    let engine = try ready()
    let text = "One two \(crashWord) four five."
    let lost = try engine.ask(.speak(Utterance(text: Array(text.utf8))))
    guard lost.trouble?.code == .died || lost.trouble?.code == .stalled else {
      throw Breach("“\(crashWord)”: \(String(describing: lost.trouble))")
    }
    // As the service does: from the last mark on, in pieces.
    let start = lost.marks.last?.span.utf8.lowerBound ?? 0
    let place = Utterance.Resumption(utf8Offset: start, frame: lost.samples.count, mark: lost.marks.count)
    let request = try engine.send(.speak(Utterance(text: Array(text.utf8), resumption: place)))
    var words = Set(lost.marks.map(\.span.utf8))
    var (frames, skipped, total) = (lost.samples.count, [Range<Int>](), Int?.none)
    while total == nil {
      switch try engine.next(to: request) {
      case .samples(let first, let samples):
        guard first == frames else { throw Breach("frame \(first) after \(frames) frames") }
        frames += samples.count
      case .marks(_, let marks): words.formUnion(marks.map(\.span.utf8))
      case .skipped(let span): skipped.append(span.utf8)
      case .done(let end): total = end
      case .failed(let trouble): throw Breach("\(trouble)")
      default: break
      }
    }
    guard total == frames, frames > 0 else { throw Breach("`done` says \(total ?? 0) frames, and \(frames) came") }
    let crash = Array(text.utf8.prefix(8)).count..<8 + crashWord.utf8.count
    guard skipped.contains(where: { $0.overlaps(crash) }) else { throw Breach("nothing is reported as left out") }
    let said = ["One", "two", "four", "five"].filter { word in
      text.utf8Range(of: word).map { words.contains($0) } ?? false
    }
    guard said.count == 4 || traits.marks == .none else { throw Breach("only \(said) are spoken") }
    _ = try engine.speak(Self.sentence)
    return nil
  }
}

extension String {
  /// The bytes of the first place of a word.
  fileprivate func utf8Range(of word: String) -> Range<Int>? {
    let (bytes, wanted) = (Array(utf8), Array(word.utf8))
    return (0...max(bytes.count - wanted.count, 0)).first { Array(bytes[$0...].prefix(wanted.count)) == wanted }
      .map { $0..<$0 + wanted.count }
  }
}
