/// The texts of the measurements. They have only voiced sounds, so that a silence within the speech is not taken for
/// its end, and the silent beginning of a word not for a delay.
enum Texts {
  private static let words = [
    "we", "were", "away", "when", "Arlo", "knew", "a", "woman", "who", "really", "loved", "our", "mellow", "room",
    "lemon", "willow", "merely", "on", "an", "early", "yellow", "morning", "we", "all", "ran", "in", "narrow", "lanes",
    "remember", "my", "lower", "arm", "warm", "rain", "you", "may", "learn", "more", "or", "mean", "well", "now",
    "Lorna", "rolled", "marble", "over", "every", "lonely", "mile", "near", "the", "moor", "year", "low", "allow",
  ]

  /// A sentence with a first word that sounds at once.
  static let short = "All our years were mellow, and we knew it well."

  /// One sentence of half a minute.
  static let long = words.joined(separator: " ") + "."

  /// Returns the places at which the words of a text begin, in Unicode scalars.
  static func places(in text: String) -> [Int] {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.filter { index in
      scalars[index].properties.isAlphabetic && (index == 0 || !scalars[index - 1].properties.isAlphabetic)
    }
  }

  /// Returns `count` words as sentences; they are the same every time.
  static func sentences(words count: Int) -> [String] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    var sentences: [String] = []
    var written = 0
    while written < count {
      let length = 8 + next(14)
      let sentence = (0..<length).map { _ in words[next(words.count)] }.joined(separator: " ")
      sentences.append(sentence.prefix(1).uppercased() + sentence.dropFirst() + ".")
      written += length
    }
    return sentences
  }

  /// A length in seconds that a sentence of these words reaches: espeak-ng takes 46 ms for a character.
  static func shortestLength(of sentence: String) -> Double { Double(sentence.utf8.count) * 0.042 }

  /// Returns the sentences as a text, ten to a paragraph.
  static func text(_ sentences: [String]) -> String {
    var text = ""
    for (index, sentence) in sentences.enumerated() {
      text += sentence
      text += index % 10 == 9 ? "\n\n" : " "
    }
    return text + "\n"
  }
}
