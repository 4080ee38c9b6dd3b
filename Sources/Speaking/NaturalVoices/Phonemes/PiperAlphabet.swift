/// The alphabet of a Piper voice: espeak-ng's phonemes, letter by letter.
struct PiperAlphabet {
  private let numbers: [Unicode.Scalar: [Int64]]

  /// - Parameter numbers: those of the voice's description.
  init(_ numbers: [Unicode.Scalar: [Int64]]) { self.numbers = numbers }

  /// The symbols for some clauses of a text; without sound none at all. A pad follows each symbol.
  func symbols(_ clauses: ArraySlice<SpokenPhonemes.Clause>, of text: SpokenPhonemes) -> Symbols {
    var symbols = Symbols()
    func put(_ scalar: Unicode.Scalar, _ owner: Symbols.Owner) {
      for number in numbers[scalar] ?? [] { symbols.append(number, owner) }
      if numbers[scalar] != nil { for pad in numbers["_"] ?? [] { symbols.append(pad, owner) } }
    }
    put("^", .nobody)
    for index in clauses.indices {
      let clause = clauses[index]
      for phoneme in clause.phonemes {
        if phoneme.isAfterSpace { put(" ", .space(before: phoneme.word)) }
        let owner = phoneme.word.map { Symbols.Owner.word($0) } ?? .nobody
        if phoneme.word == nil { symbols.soundsOfNobody += 1 }
        for scalar in (phoneme.stress + phoneme.sound).decomposed { put(scalar, owner) }
      }
      if let mark = clause.mark { put(mark, .nobody) }
      if index < clauses.index(before: clauses.endIndex) { put(" ", .nobody) }
    }
    guard symbols.hasSound else { return Symbols() }
    for number in numbers["$"] ?? [] { symbols.append(number, .nobody) }
    return symbols
  }
}

extension String {
  /// The characters with their signs apart, as the voices' alphabets have them.
  fileprivate var decomposed: [Unicode.Scalar] {
    // espeak-ng's phonemes hold one composed letter.
    unicodeScalars.flatMap { $0 == "ç" ? ["c", "\u{327}"] as [Unicode.Scalar] : [$0] }
  }
}
