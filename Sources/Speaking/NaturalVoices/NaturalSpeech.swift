import Espeak
import OnnxRuntime
import SpeechWorkerKit
import Vocabulary

/// A text in a natural voice: it is cut into parts of a length that the model speaks well, and the silence around each
/// is that of the model's own durations, trimmed.
struct NaturalSpeech {
  /// The silence of a text without a sound, in milliseconds.
  private static let silence = 200

  private let model: any AcousticModel
  private let text: SpokenPhonemes
  /// The symbols of each part.
  private let parts: [Symbols]
  private let speed: Float
  private let sampleRate: Int

  init(_ text: SpokenPhonemes, _ model: any AcousticModel, speed: Float, sampleRate: Int) {
    (self.text, self.model, self.speed, self.sampleRate) = (text, model, speed, sampleRate)
    parts = Self.parts(text, model)
  }

  /// Whole clauses, as many as the model speaks at once; a longer clause is cut between words.
  private static func parts(_ text: SpokenPhonemes, _ model: any AcousticModel) -> [Symbols] {
    var clauses: [SpokenPhonemes.Clause] = []
    for clause in text.clauses { clauses += clause.cut(to: model.mostSymbols / 3) }
    var (parts, start): ([Symbols], Int) = ([], 0)
    func add(_ end: Int) {
      let symbols = model.symbols(clauses[start..<end], of: text)
      if !symbols.isEmpty { parts.append(symbols) }
      start = end
    }
    var count = 0
    for (index, clause) in clauses.enumerated() {
      let size = clause.phonemes.count * 2
      if count + size > model.mostSymbols, index > start {
        add(index)
        count = 0
      }
      count += size
    }
    add(clauses.count)
    return parts
  }

  /// The samples of a part, and those of it that are heard.
  private func heard(_ symbols: Symbols, _ durations: [Int]) -> Range<Int> {
    var first = 0
    for (owner, duration) in zip(symbols.owners, durations) {
      guard owner == .nobody else { break }
      first += duration
    }
    var last = 0
    for (owner, duration) in zip(symbols.owners, durations).reversed() {
      guard owner == .nobody else { break }
      last += duration
    }
    let total = durations.reduce(0, +) * model.hop
    // Sounds that belong to no word are all of a text of signs.
    guard first * model.hop < total else { return 0..<total }
    let start = max(first * model.hop - sampleRate * model.lead / 1000, 0)
    let end = total - last * model.hop + sampleRate * model.trail / 1000
    return start..<min(max(end, start + model.hop), total)
  }

  /// Counts the samples.
  func measure() throws(OnnxFault) -> Int {
    guard !parts.isEmpty else { return silentSamples }
    var total = 0
    for part in parts { total += heard(part, try model.durations(part, speed: speed)).count }
    return total
  }

  private var silentSamples: Int { sampleRate * Self.silence / 1000 }

  /// The first sample of each word of a part.
  ///
  /// - Parameter seen: the words of the parts before it, which a long word goes on from.
  private func words(
    _ symbols: Symbols, _ durations: [Int], _ heard: Range<Int>, from frame: Int, _ seen: inout Set<Int>
  ) -> [EngineWord] {
    var words: [EngineWord] = []
    var place = 0
    for (owner, duration) in zip(symbols.owners, durations) {
      // The space before a word is a part of its first sound. Measured with a voice of each kind: marks at the first
      // phonemes are 38 ms late, but those of first words, which have no space before them.
      let word: Int? =
        switch owner {
        case .word(let word), .space(before: .some(let word)): word
        case .nobody, .space: nil
        }
      if let word, seen.insert(word).inserted {
        let range = text.words[word]
        let start = place * model.hop - model.advance - heard.lowerBound
        words.append(
          EngineWord(
            position: range.lowerBound, length: range.count,
            frame: frame + min(max(start, 0), max(heard.count - 1, 0))))
      }
      place += duration
    }
    return words
  }

  /// Speaks.
  ///
  /// - Parameter sink: receives samples and the words that begin in them; returns false to end the text.
  func speak(
    _ loudness: Loudness, sink: (UnsafeBufferPointer<Int16>, [EngineWord]) -> Bool
  ) throws(OnnxFault) {
    guard !parts.isEmpty else {
      _ = [Int16](repeating: 0, count: silentSamples).withUnsafeBufferPointer { sink($0, []) }
      return
    }
    var (frame, goesOn, seen) = (0, true, Set<Int>())
    for part in parts where goesOn {
      var (range, place): (Range<Int>, Int) = (0..<0, 0)
      var waiting: ArraySlice<EngineWord> = []
      try model.speak(part, speed: speed) { durations in
        range = heard(part, durations)
        waiting = words(part, durations, range, from: frame, &seen)[...]
      } sink: { samples in
        let own = range.clamped(to: place..<place + samples.count)
        let offset = samples.startIndex - place
        place += samples.count
        guard !own.isEmpty else { return true }
        var spoken = samples[own.lowerBound + offset..<own.upperBound + offset].map(loudness.sample)
        fade(&spoken, own, in: range)
        let end = frame + own.upperBound - range.lowerBound
        let begun = waiting.prefix { $0.frame < end }
        waiting = waiting.dropFirst(begun.count)
        goesOn = spoken.withUnsafeBufferPointer { sink($0, Array(begun)) }
        return goesOn
      }
      frame += range.count
    }
  }

  /// Lets the first and the last 3 ms of a part come and go: a voice may begin with a click.
  private func fade(_ samples: inout [Int16], _ own: Range<Int>, in range: Range<Int>) {
    let length = sampleRate * 3 / 1000
    for index in samples.indices {
      let place = own.lowerBound + index
      let distance = min(place - range.lowerBound, range.upperBound - 1 - place)
      if distance < length { samples[index] = Int16(Int(samples[index]) * distance / length) }
    }
  }
}

extension SpokenPhonemes.Clause {
  /// The clause in pieces of at most so many phonemes, cut between words where there are some.
  fileprivate func cut(to most: Int) -> [SpokenPhonemes.Clause] {
    var (pieces, rest): ([SpokenPhonemes.Clause], ArraySlice) = ([], phonemes[...])
    while rest.count > most {
      let limit = rest.startIndex + most
      let end = rest[..<limit].indices.reversed().first { $0 > rest.startIndex && rest[$0].isAfterSpace } ?? limit
      pieces.append(SpokenPhonemes.Clause(phonemes: Array(rest[..<end]), mark: nil))
      rest = rest[end...]
    }
    return pieces + [SpokenPhonemes.Clause(phonemes: Array(rest), mark: mark)]
  }
}
