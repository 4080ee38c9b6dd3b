import Speech
import SpeechWire

/// A run of an utterance as it is written, for the engine as a whole.
struct WrittenRun {
  /// The way in which it is said; what the engine cannot do is left out. It has no mark: see ``marks``.
  var attributes: RunAttributes
  var bytes: [UInt8]
  /// The place of the run; only its start counts.
  var origin: TextSpan
  /// The marks in it.
  var marks: [PlacedMark] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// True if there is a silence before it, or a mark in it.
  var isPoint: Bool { !marks.isEmpty || attributes.pauseBefore != .zero }

  /// True if that is all.
  var isSilent: Bool { bytes.isEmpty && isPoint }

  /// The runs of an utterance, which cover it in order.
  ///
  /// A mark is not heard: a run that differs from the one before it by marks alone, or by phonemes that the engine
  /// cannot say, is said with that one, as if the text had neither.
  ///
  /// - Parameter text: the text of the utterance as the engine can take it.
  static func runs(of utterance: Utterance, _ text: SpeakableText, by traits: EngineTraits) -> [WrittenRun] {
    var runs: [WrittenRun] = []
    var place = TextPlace.start
    var markCount = 0
    // True if the last run ends where nothing but a mark or phonemes end.
    var isOpen = false
    for run in utterance.allRuns {
      var attributes = run.attributes
      attributes.mark = nil
      if traits.phonemes == .none { attributes.phonemes = nil }
      let isJoint = attributes != run.attributes
      if let last = runs.last, isJoint || isOpen, attributes.pauseBefore == .zero, attributes.phonemes == nil,
        attributes.sound == last.attributes.sound
      {
        runs[runs.count - 1].bytes += text.bytes[run.utf8]
      } else {
        runs.append(
          WrittenRun(attributes: attributes, bytes: Array(text.bytes[run.utf8]), origin: TextSpan(place, place)))
      }
      isOpen = isJoint
      if run.attributes.mark != nil {
        let start = runs[runs.count - 1].origin.utf8.lowerBound
        runs[runs.count - 1].marks.append(PlacedMark(number: markCount, utf8: run.utf8.lowerBound - start))
        markCount += 1
      }
      for scalar in String(decoding: text.bytes[run.utf8], as: UTF8.self).unicodeScalars { place = place.after(scalar) }
    }
    return runs
  }
}

extension SaidText {
  /// Phonemes that are said for words: as many groups of them as there are words, or all of them for all words.
  init(phonemes: String, for words: [TextSpan]) {
    self.init()
    let groups = phonemes.split(separator: " ").count
    guard groups == words.count else {
      say(phonemes, for: words.first)
      for word in words.dropFirst() { sayWithLast(word) }
      return
    }
    var words = words[...]
    var rest = phonemes[...]
    while let first = rest.first {
      let part = rest.prefix { ($0 == " ") == (first == " ") }
      say(String(part), for: first == " " ? nil : words.popFirst())
      rest = rest.dropFirst(part.count)
    }
  }
}
