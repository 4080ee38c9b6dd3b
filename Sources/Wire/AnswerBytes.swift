import Documents
import Speech

extension ByteWriter {
  mutating func span(_ span: TextSpan) {
    range(span.scalars)
    range(span.utf8)
    range(span.utf16)
  }

  mutating func voice(_ voice: Voice) {
    string(voice.identifier)
    string(voice.name)
    u8(UInt8(Voice.Gender.allCases.firstIndex(of: voice.gender)!))
    u8(UInt8(clamping: voice.age ?? 0))
    u8(UInt8(clamping: voice.languages.count))
    for language in voice.languages.prefix(255) {
      u8(UInt8(clamping: language.priority))
      string(language.tag)
    }
  }
}

extension ByteReader {
  mutating func answer(_ kind: FrameKind) -> WorkerAnswer? {
    switch kind {
    case .hello:
      guard let rate = count(), let engine = string() else { return nil }
      return .hello(engine: engine, sampleRate: rate)
    case .ready: return .ready
    case .started: return .started
    case .samples:
      guard let first = count(), let samples = samples() else { return nil }
      return .samples(firstFrame: first, samples)
    case .marks:
      guard let first = count(), let marks = list({ $0.mark() }) else { return nil }
      return .marks(first: first, marks)
    case .progress:
      guard let frames = count(), let marks = count(), let lastMark = count() else { return nil }
      return .progress(frames: frames, marks: marks, lastMark: lastMark)
    case .skipped: return span().map { .skipped($0) }
    case .done: return count().map { .done(total: $0) }
    case .failed: return failure().map { .failed($0) }
    case .voiceList: return list { $0.voice() }.map { .voiceList($0) }
    case .said: return .said(Array(rest()))
    case .phonemes: return .phonemes(Array(rest()))
    case .rule:
      guard let rule = string(), let from = string(), let to = string() else { return nil }
      return .rule(AppliedRule(rule: rule, from: from, to: to))
    case .text:
      guard let first = count() else { return nil }
      return .text(firstByte: first, Array(rest()))
    case .sentences:
      guard let first = count(), let language = string(), language == LanguageTag.clean(language),
        let sentences = list({ $0.sentence() })
      else { return nil }
      return .sentences(first: first, language: language, sentences)
    case .entries:
      guard let first = count(), let entries = list({ $0.entry() }) else { return nil }
      return .entries(first: first, entries)
    case .description, .cover, .chapter, .chapterFailed, .page, .pass, .times: return documentAnswer(kind)
    case .recording, .recordingChapters, .sound, .peaks, .index, .length, .soundEnd, .soundBroken:
      return recordingAnswer(kind)
    case .configure, .speak, .measure, .explain, .cancel, .voices, .hold, .goOn, .open, .encode, .tag, .picture, .part,
      .write, .squareCover, .list, .decode, .want, .wantPeaks, .keptIndex, .seek:
      return nil
    }
  }

  /// Reads elements up to the end; `nil` if one of them is malformed.
  private mutating func list<Element>(_ element: (inout ByteReader) -> Element?) -> [Element]? {
    var elements: [Element] = []
    while remaining > 0 {
      guard let next = element(&self) else { return nil }
      elements.append(next)
    }
    return elements
  }

  mutating func span() -> TextSpan? {
    guard let scalars = range(), let utf8 = range(), let utf16 = range() else { return nil }
    return TextSpan(scalars: scalars, utf8: utf8, utf16: utf16)
  }

  private mutating func mark() -> WordMark? {
    guard let frame = count(), let span = span() else { return nil }
    return WordMark(frame: frame, span: span)
  }

  private mutating func voice() -> Voice? {
    guard let identifier = string(), let name = string(), let gender = u8(), let age = u8(), let count = u8(),
      Int(gender) < Voice.Gender.allCases.count
    else { return nil }
    var languages: [Voice.Language] = []
    for _ in 0..<count {
      guard let priority = u8(), let tag = string() else { return nil }
      languages.append(.init(tag: tag, priority: Int(priority)))
    }
    return Voice(
      identifier: identifier, name: name, languages: languages, gender: Voice.Gender.allCases[Int(gender)],
      age: age == 0 ? nil : Int(age))
  }
}
