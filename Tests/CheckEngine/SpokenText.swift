import Speech
import SpeechWire
import Vocabulary
import Wire

/// The answers to one request for a text, each checked as it comes.
struct SpokenText: Equatable {
  let text: String
  private(set) var samples: [Int16] = []
  private(set) var marks: [WordMark] = []
  /// The frames of the text's own marks.
  private(set) var reached: [Int] = []
  private(set) var skipped: [TextSpan] = []
  private(set) var said: [UInt8] = []
  private(set) var phonemes: [UInt8] = []
  /// The number in `done`.
  private(set) var total: Int?
  private(set) var trouble: Trouble?
  private var hasStarted = false

  init(_ text: String) { self.text = text }

  var hasEnded: Bool { total != nil || trouble != nil }

  mutating func take(_ answer: SpeechAnswer, measuring: Bool) throws(Breach) {
    switch answer {
    // Again, it is a sign of life.
    case .started: hasStarted = true
    case .failed(let trouble): self.trouble = trouble
    case _ where !hasStarted && !measuring: throw Breach("`\(answer.kind)` before `started`")
    case .samples(let first, let new):
      guard !measuring else { throw Breach("samples of a measurement") }
      guard first == samples.count else { throw Breach("frame \(first) after \(samples.count) frames") }
      samples += new
    case .marks(let first, let new):
      guard !measuring else { throw Breach("marks of a measurement") }
      guard first == marks.count else { throw Breach("mark \(first) after \(marks.count) marks") }
      for mark in new { try take(mark) }
    case .reached(let mark, let frame):
      guard !measuring else { throw Breach("marks of a measurement") }
      guard mark == reached.count else { throw Breach("mark \(mark) of the text after \(reached.count)") }
      guard frame >= reached.last ?? 0 else {
        throw Breach("a mark at frame \(frame) after one at \(reached.last ?? 0)")
      }
      reached.append(frame)
    case .progress: break
    case .skipped(let span):
      try check(span)
      skipped.append(span)
    case .said(let bytes): said += bytes
    case .phonemes(let bytes): phonemes += bytes
    case .rule: break
    case .done(let total): self.total = total
    case .hello, .ready, .voiceList, .voiceFolders: throw Breach("`\(answer.kind)` to a text")
    }
  }

  private mutating func take(_ mark: WordMark) throws(Breach) {
    try check(mark.span)
    if let last = marks.last {
      guard mark.frame >= last.frame else { throw Breach("a mark at frame \(mark.frame) after one at \(last.frame)") }
      guard mark.span.utf8.lowerBound >= last.span.utf8.upperBound else {
        throw Breach("the word at byte \(mark.span.utf8.lowerBound) is marked after a later one")
      }
    }
    marks.append(mark)
  }

  /// A span is a part of the text, and its three units name the same part.
  private func check(_ span: TextSpan) throws(Breach) {
    let scalars = Array(text.unicodeScalars)
    guard span.scalars.upperBound <= scalars.count, !span.scalars.isEmpty else {
      throw Breach("characters \(span.scalars) of \(scalars.count)")
    }
    func units(_ count: Int) -> (utf8: Int, utf16: Int) {
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars.prefix(count))
      return (String(part).utf8.count, String(part).utf16.count)
    }
    let (start, end) = (units(span.scalars.lowerBound), units(span.scalars.upperBound))
    guard span.utf8 == start.utf8..<end.utf8, span.utf16 == start.utf16..<end.utf16 else {
      throw Breach("a word at characters \(span.scalars), bytes \(span.utf8) and UTF-16 units \(span.utf16)")
    }
  }

  /// Checks what holds at the end of a text that was spoken.
  func checkEnd() throws(Breach) {
    if let trouble { throw Breach("“\(text)”: \(trouble)") }
    guard let total, total == samples.count else {
      throw Breach("`done` says \(total ?? 0) frames, and \(samples.count) came")
    }
    if let last = marks.last, last.frame >= max(total, 1) { throw Breach("a mark at frame \(last.frame) of \(total)") }
  }
}

extension EngineUnderTest {
  /// Sends texts at once and takes everything that is answered.
  func ask(_ orders: [SpeechRequest]) throws(Breach) -> [SpokenText] {
    var texts: [UInt32: SpokenText] = [:]
    var requests: [UInt32] = []
    var measurements: Set<UInt32> = []
    for order in orders {
      let request = try send(order)
      requests.append(request)
      switch order {
      case .measure(let utterance):
        measurements.insert(request)
        texts[request] = SpokenText(String(decoding: utterance.text, as: UTF8.self))
      case .speak(let utterance), .explain(let utterance):
        texts[request] = SpokenText(String(decoding: utterance.text, as: UTF8.self))
      default: break
      }
    }
    var open = Set(texts.keys)
    while !open.isEmpty {
      let (request, answer) = try next(to: open)
      try texts[request]?.take(answer, measuring: measurements.contains(request))
      if texts[request]?.hasEnded ?? true { open.remove(request) }
    }
    return requests.compactMap { texts[$0] }
  }

  func ask(_ order: SpeechRequest) throws(Breach) -> SpokenText {
    guard let text = try ask([order]).first else { throw Breach("no text") }
    return text
  }

  /// Speaks a text to its end.
  func speak(_ text: String, parts: [TextRun] = []) throws(Breach) -> SpokenText {
    let spoken = try ask(.speak(Utterance(text: Array(text.utf8), runs: parts)))
    try spoken.checkEnd()
    return spoken
  }
}
