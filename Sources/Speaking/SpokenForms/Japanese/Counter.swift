/// A word that counts, and the sounds that change between it and the number before.
struct Counter: Equatable {
  /// The changes at the border.
  enum Sounds: Equatable {
    /// None: 枚, 台, 円.
    case plain
    /// 1, 6, 8, 10 and 100 end in ッ: 回, 個.
    case k
    /// As ``k``, and voiced after 3, 1000, 10,000 and 何: 階, 軒.
    case voicedK
    /// 6, 10 and 100 end in ッ: キロ and other foreign words.
    case foreignK
    /// 1, 8 and 10 end in ッ: 冊, 頭, パーセント.
    case s
    /// As ``s``, and voiced after 3, 1000, 10,000 and 何: 足.
    case voicedS
    /// 1, 6, 8, 10 and 100 end in ッ before パ, and バ follows 3, 1000, 10,000 and 何: 本, 匹, 杯.
    case voicedH
    /// 1, 6, 8, 10 and 100 end in ッ before パ, and パ follows 3, 4, 1000, 10,000 and 何, too: 分, 泊.
    case plosiveH
    /// As ``plosiveH``, but not after 4: 版, 品.
    case h
    /// バ after 3, 1000, 10,000 and 何, パ after 10: 羽.
    case wa
  }

  /// The reading without changes.
  var reading: String
  var sounds = Sounds.plain
  /// 4 as ヨ, 7 as シチ, 9 as ク.
  var short: Set<Int> = []
  /// The readings of number and counter together, for single values.
  var whole: [Int: String] = [:]

  /// The counter with these sounds for a word that is in no table, by its reading.
  ///
  /// - Parameter isForeign: true if it is written in katakana.
  init(reading: String, isForeign: Bool) {
    self.reading = reading
    guard let first = reading.unicodeScalars.first else { return }
    switch first.value {
    case 0x30AB...0x30B3 where (first.value - 0x30AB) % 2 == 0: sounds = isForeign ? .foreignK : .k
    case 0x30B5...0x30BD where (first.value - 0x30B5) % 2 == 0: sounds = .s
    case 0x30BF, 0x30C1, 0x30C4, 0x30C6, 0x30C8: sounds = .s
    case 0x30CF...0x30DB where (first.value - 0x30CF) % 3 == 0: sounds = isForeign ? .plain : .h
    case 0x30D1...0x30DD where (first.value - 0x30CF) % 3 == 2: sounds = .s
    default: sounds = .plain
    }
  }

  init(
    _ reading: String, _ sounds: Sounds = .plain, short: Set<Int> = [], whole: [Int: String] = [:]
  ) {
    (self.reading, self.sounds, self.short, self.whole) = (reading, sounds, short, whole)
  }
}

/// The last part of a number, which decides the sounds at the border to a counter.
enum NumberEnd: Equatable {
  /// 1…9.
  case digit(Int)
  case ten
  case hundred
  case thousand
  /// 万, 億, 兆, 京.
  case great
  /// 何.
  case which
  case zero
}

extension Counter {
  /// The end of a number before this counter, from the reading `end` of its last part.
  func joined(_ reading: String, _ end: NumberEnd) -> String {
    switch end {
    case .digit(4) where short.contains(4): return "ヨ"
    case .digit(7) where short.contains(7): return "シチ"
    case .digit(9) where short.contains(9): return "ク"
    default: break
    }
    return geminates(after: end) ? reading.geminated : reading
  }

  /// The counter's reading after a number.
  ///
  /// - Parameter reading: that of the counter, or of a longer word that begins with it.
  func changed(_ reading: String, after end: NumberEnd) -> String {
    switch (sounds, end) {
    case (.voicedK, .digit(3)), (.voicedK, .thousand), (.voicedK, .great), (.voicedK, .which),
      (.voicedS, .digit(3)), (.voicedS, .thousand), (.voicedS, .great), (.voicedS, .which),
      (.voicedH, .digit(3)), (.voicedH, .thousand), (.voicedH, .great), (.voicedH, .which):
      reading.withFirst(Kana.voiced)
    case (.plosiveH, .digit(3)), (.plosiveH, .digit(4)), (.plosiveH, .thousand), (.plosiveH, .great),
      (.plosiveH, .which), (.h, .digit(3)), (.h, .thousand), (.h, .great), (.h, .which):
      reading.withFirst(Kana.plosive)
    case (.voicedH, _), (.plosiveH, _), (.h, _):
      geminates(after: end) ? reading.withFirst(Kana.plosive) : reading
    case (.wa, .digit(3)), (.wa, .thousand), (.wa, .great), (.wa, .which): reading.withFirst { _ in "バ" }
    case (.wa, .ten): reading.withFirst { _ in "パ" }
    default: reading
    }
  }

  private func geminates(after end: NumberEnd) -> Bool {
    switch (sounds, end) {
    case (.plain, _): false
    case (.wa, .ten): true
    case (.wa, _): false
    case (.foreignK, .digit(let digit)): digit == 6
    case (_, .digit(1)), (_, .digit(8)), (_, .ten): true
    case (.s, _), (.voicedS, _): false
    case (_, .digit(6)), (_, .hundred): true
    default: false
    }
  }
}

extension String {
  /// イチ as イッ: the last kana becomes a small ッ.
  var geminated: String {
    var scalars = unicodeScalars
    guard scalars.popLast() != nil else { return self }
    scalars.append(Kana.smallTsu)
    return String(scalars)
  }
}
