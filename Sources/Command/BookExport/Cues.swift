import CommandOutput
import DirectReading
import Documents
import Speech
import Vocabulary

/// The text with its times, for a file beside the sound: each sentence is a cue.
package struct Cues {
  /// The format of the file; its name is also the ending of the file.
  package enum Form: CaseIterable {
    case srt
    case vtt
    case json

    var ending: String { "\(self)" }
  }

  struct Cue {
    var part: Int
    var start: Frame
    var end: Frame
    var text: String
    var words: [(start: Frame, text: String)]
  }

  private let cues: [Cue]
  private let titles: [String]
  private let partStarts: [Frame]
  private let length: Frame
  private let description: (title: String, authors: [String])
  private let rate: SampleRate

  /// - Parameters:
  ///   - parts: the chapters with their starts.
  ///   - sampleRate: that of all frames.
  init(
    _ cues: [Cue], parts: [(title: String, start: Frame)], length: Frame, title: String, authors: [String],
    sampleRate: SampleRate
  ) {
    self.cues = cues.filter { $0.end > $0.start }
    titles = parts.map(\.title)
    partStarts = parts.map(\.start)
    self.length = length
    description = (title, authors)
    rate = sampleRate
  }

  /// - Parameters:
  ///   - range: which parts; the first one begins at 0.
  ///   - sampleRate: that of the sound whose frames the timelines count; `nil` for that of the speech.
  init(_ spoken: SpokenBook, parts range: Range<Int>, sampleRate: SampleRate? = nil) {
    rate = sampleRate ?? spoken.sampleRate
    let book = spoken.book
    let origin = spoken.start(of: range.lowerBound)
    var cues: [Cue] = []
    var starts: [Frame] = []
    var partStart: Frame = 0
    for part in range {
      let timeline = spoken.timelines[part]
      starts.append(partStart)
      for sentence in book.parts[part].sentences {
        let local = sentence - book.parts[part].sentences.lowerBound
        let start = partStart + timeline.start(of: local)
        let bytes = book.sentences[sentence].bytes
        let words = spoken.sounds[sentence].words.map { word in
          let lower = min(bytes.lowerBound + word.bytes.lowerBound, bytes.upperBound)
          let upper = min(bytes.lowerBound + word.bytes.upperBound, bytes.upperBound)
          return (start: start + Frame(word.frame), text: book.line(lower..<upper))
        }
        cues.append(
          Cue(
            part: part - range.lowerBound, start: start, end: start + Frame(spoken.sounds[sentence].frames),
            text: book.line(bytes), words: words))
      }
      partStart += timeline.length
    }
    self.cues = cues.filter { $0.end > $0.start }
    titles = range.map { book.title(of: book.parts[$0]) }
    partStarts = starts
    length = spoken.start(of: range.upperBound) - origin
    description = (book.description.title, book.description.authors)
  }

  func text(_ form: Form) -> String {
    switch form {
    case .srt:
      cues.enumerated().map { "\($0 + 1)\n\(time($1.start, ",")) --> \(time($1.end, ","))\n\($1.text)\n\n" }.joined()
    case .vtt:
      "WEBVTT\n\n" + cues.map { "\(time($0.start, ".")) --> \(time($0.end, "."))\n\(timed($0))\n\n" }.joined()
    case .json: json.text + "\n"
    }
  }

  /// Returns a cue's text, with the words' times in it if they are known.
  private func timed(_ cue: Cue) -> String {
    var text = ""
    var rest = cue.text[...]
    var last = milliseconds(cue.start)
    for word in cue.words where !word.text.isEmpty {
      guard let range = rest.firstRange(of: word.text) else { continue }
      text += Line.escaped(rest[..<range.lowerBound])
      // A time must lie within the cue, and after the time before it.
      let time = milliseconds(word.start)
      if time > last, time < milliseconds(cue.end) {
        text += "<\(self.time(word.start, "."))>"
        last = time
      }
      text += Line.escaped(rest[range])
      rest = rest[range.upperBound...]
    }
    return text + Line.escaped(rest)
  }

  private var json: JSON {
    let sentences = cues.map { cue in
      JSON.object([
        ("start", seconds(cue.start)), ("end", seconds(cue.end)), ("chapter", .int(Int64(cue.part))),
        ("text", .string(cue.text)),
        (
          "words",
          .array(cue.words.map { .object([("start", seconds($0.start)), ("text", .string($0.text))]) })
        ),
      ])
    }
    let chapters = zip(titles, partStarts).map { JSON.object([("title", .string($0)), ("start", seconds($1))]) }
    return JSON.answer([
      ("title", .string(description.title)), ("authors", .array(description.authors.map { .string($0) })),
      ("length", seconds(length)), ("chapters", .array(chapters)), ("sentences", .array(sentences)),
    ])
  }

  private func seconds(_ frame: Frame) -> JSON {
    .double(Double(frame.microseconds(at: rate)) / 1_000_000)
  }

  private func milliseconds(_ frame: Frame) -> Int64 { (frame.microseconds(at: rate).count + 500) / 1000 }

  /// `01:02:03.004`
  private func time(_ frame: Frame, _ point: String) -> String {
    let milliseconds = milliseconds(frame)
    let seconds = milliseconds / 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
    return clock + point + digits(milliseconds % 1000, 3)
  }
}
