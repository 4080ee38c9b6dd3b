/// A script, as far as it decides about a language.
public enum WritingSystem: UInt8, CaseIterable, Sendable {
  case latin, greek, cyrillic, armenian, georgian, hebrew, arabic
  case devanagari, bengali, gurmukhi, gujarati, oriya, tamil, telugu, kannada, malayalam, sinhala
  case thai, lao, tibetan, burmese, khmer, ethiopic, cherokee, mongolian, hangul, han, kana

  /// The script of a letter or of a mark that belongs to one; nil for everything else, such as digits, punctuation,
  /// spaces, marks of all scripts, and letters of scripts that no voice reads.
  init?(_ scalar: Unicode.Scalar) {
    guard let found = Self.found(scalar) else { return nil }
    self = found.system
  }

  /// The same, and true if it is a mark.
  static func found(_ scalar: Unicode.Scalar) -> (system: WritingSystem, isMark: Bool)? {
    let value = scalar.value
    switch value {
    case 0x41...0x5A, 0x61...0x7A: return (.latin, false)
    case 0..<0xC0, 0xD7, 0xF7, 0x2000...0x206F: return nil
    // Most texts; the properties of a character take longer to look up.
    case 0xC0...0x24F, 0x1E00...0x1EFF: return (.latin, false)
    case 0x391...0x3A1, 0x3A3...0x3CE: return (.greek, false)
    case 0x400...0x481, 0x48A...0x52F: return (.cyrillic, false)
    case 0x5D0...0x5EA: return (.hebrew, false)
    case 0x620...0x64A, 0x671...0x6D3: return (.arabic, false)
    case 0x904...0x939: return (.devanagari, false)
    case 0xE01...0xE30: return (.thai, false)
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FE: return (.kana, false)
    case 0x3400...0x4DBF, 0x4E00...0x9FFF: return (.han, false)
    case 0xAC00...0xD7A3: return (.hangul, false)
    default: break
    }
    guard let range = range(of: value) else { return nil }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      return (range.system, false)
    case .nonspacingMark, .spacingMark: return (range.system, true)
    default: return nil
    }
  }

  /// The script of the first letter of a text; nil if there is none among its first 256 bytes.
  static func ofFirstLetter(in text: ArraySlice<UInt8>) -> WritingSystem? {
    var place = text.startIndex
    let end = min(text.endIndex, place + 256)
    while place < end {
      let (scalar, length) = text.scalar(at: place)
      if let (system, isMark) = found(scalar), !isMark { return system }
      place += length
    }
    return nil
  }

  /// The letters of a text, if all of them are of this script.
  func letters(ofAll text: ArraySlice<UInt8>) -> Int? {
    var letters = 0
    let bytes = text.span
    var place = 0
    while place < bytes.count {
      let (scalar, length) = bytes.scalar(at: place)
      place += length
      guard let (system, isMark) = Self.found(scalar) else { continue }
      guard system == self else { return nil }
      if !isMark { letters += 1 }
    }
    return letters
  }

  /// True if several languages with voices share the script, so that it takes words to tell them apart.
  var isShared: Bool {
    switch self {
    case .latin, .cyrillic, .arabic, .devanagari, .bengali: true
    default: false
    }
  }

  /// The script that stands for those of one text: kana is mixed with Chinese characters.
  var family: WritingSystem { self == .kana ? .han : self }

  /// True if a single letter is a sign in texts of other scripts, too: α, x, я.
  var hasLettersAsSigns: Bool {
    switch self {
    case .latin, .greek, .cyrillic: true
    default: false
    }
  }

  /// The weight of a letter beside those of other scripts: a Chinese character is about a word.
  var weight: Int {
    switch self {
    case .han: 3
    case .kana, .hangul: 2
    default: 1
    }
  }

  private static func range(of value: UInt32) -> (first: UInt32, last: UInt32, system: WritingSystem)? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].last < value { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].first <= value else { return nil }
    return ranges[low]
  }

  /// The blocks of Unicode with letters of these scripts, in order.
  private static let ranges: [(first: UInt32, last: UInt32, system: WritingSystem)] = [
    (0x00C0, 0x02AF, .latin), (0x0370, 0x03FF, .greek), (0x0400, 0x052F, .cyrillic), (0x0530, 0x058F, .armenian),
    (0x0590, 0x05FF, .hebrew), (0x0600, 0x06FF, .arabic), (0x0750, 0x077F, .arabic), (0x0870, 0x08FF, .arabic),
    (0x0900, 0x097F, .devanagari), (0x0980, 0x09FF, .bengali), (0x0A00, 0x0A7F, .gurmukhi), (0x0A80, 0x0AFF, .gujarati),
    (0x0B00, 0x0B7F, .oriya), (0x0B80, 0x0BFF, .tamil), (0x0C00, 0x0C7F, .telugu), (0x0C80, 0x0CFF, .kannada),
    (0x0D00, 0x0D7F, .malayalam), (0x0D80, 0x0DFF, .sinhala), (0x0E00, 0x0E7F, .thai), (0x0E80, 0x0EFF, .lao),
    (0x0F00, 0x0FFF, .tibetan), (0x1000, 0x109F, .burmese), (0x10A0, 0x10FF, .georgian), (0x1100, 0x11FF, .hangul),
    (0x1200, 0x139F, .ethiopic), (0x13A0, 0x13FF, .cherokee), (0x1780, 0x17FF, .khmer), (0x1800, 0x18AF, .mongolian),
    (0x1C80, 0x1C8F, .cyrillic), (0x1C90, 0x1CBF, .georgian), (0x1D00, 0x1D25, .latin), (0x1E00, 0x1EFF, .latin),
    (0x1F00, 0x1FFF, .greek), (0x2C60, 0x2C7F, .latin), (0x2D00, 0x2D2F, .georgian), (0x2D80, 0x2DDF, .ethiopic),
    (0x2DE0, 0x2DFF, .cyrillic), (0x2E80, 0x2FDF, .han), (0x3005, 0x3007, .han), (0x3021, 0x3029, .han),
    (0x3041, 0x3096, .kana), (0x309B, 0x30FF, .kana), (0x3100, 0x312F, .han), (0x3130, 0x318F, .hangul),
    (0x31A0, 0x31BF, .han), (0x31F0, 0x31FF, .kana), (0x3400, 0x4DBF, .han), (0x4E00, 0x9FFF, .han),
    (0xA640, 0xA69F, .cyrillic), (0xA722, 0xA7FF, .latin), (0xA8E0, 0xA8FF, .devanagari), (0xA960, 0xA97F, .hangul),
    (0xA9E0, 0xA9FF, .burmese), (0xAA60, 0xAA7F, .burmese), (0xAB00, 0xAB2F, .ethiopic), (0xAB30, 0xAB64, .latin),
    (0xAB70, 0xABBF, .cherokee), (0xAC00, 0xD7FF, .hangul), (0xF900, 0xFAFF, .han), (0xFB00, 0xFB06, .latin),
    (0xFB13, 0xFB17, .armenian), (0xFB1D, 0xFB4F, .hebrew), (0xFB50, 0xFDFF, .arabic), (0xFE70, 0xFEFC, .arabic),
    (0xFF21, 0xFF3A, .latin), (0xFF41, 0xFF5A, .latin), (0xFF66, 0xFF9F, .kana), (0xFFA0, 0xFFDC, .hangul),
    (0x1B000, 0x1B16F, .kana), (0x20000, 0x3FFFF, .han),
  ]
}

/// A set of scripts.
struct WritingSystems: OptionSet, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  private static func of(_ systems: WritingSystem...) -> WritingSystems {
    WritingSystems(rawValue: systems.reduce(0) { $0 | 1 << UInt32($1.rawValue) })
  }

  /// True if `system` is one of them.
  func includes(_ system: WritingSystem) -> Bool { rawValue & 1 << UInt32(system.rawValue) != 0 }

  /// The scripts in which texts of the language `tag` are written. The script in a tag counts: `sr-Latn`. A language
  /// that is not listed is written in Latin.
  init(of tag: String) {
    let parts = tag.lowercased().split(separator: "-")
    guard let language = parts.first else {
      self = []
      return
    }
    for part in parts.dropFirst().prefix(2) where part.utf8.count == 4 {
      if let systems = Self.ofScripts[part] {
        self = systems
        return
      }
    }
    self = Self.ofLanguages[language] ?? Self.of(.latin)
  }

  /// True if all letters of a text are of these scripts.
  func includeAll(of text: ArraySlice<UInt8>) -> Bool {
    let isLatin = includes(.latin)
    var place = text.startIndex
    while place < text.endIndex {
      if isLatin, text[place] < 0x80 {
        place += 1
        continue
      }
      let (scalar, length) = text.scalar(at: place)
      place += length
      if let (system, _) = WritingSystem.found(scalar), !includes(system) { return false }
    }
    return true
  }

  private static let ofScripts: [Substring: WritingSystems] = [
    "latn": of(.latin), "grek": of(.greek), "cyrl": of(.cyrillic), "armn": of(.armenian),
    "geor": of(.georgian), "hebr": of(.hebrew), "arab": of(.arabic), "deva": of(.devanagari),
    "beng": of(.bengali), "guru": of(.gurmukhi), "thai": of(.thai), "ethi": of(.ethiopic),
    "mong": of(.mongolian), "hang": of(.hangul), "kore": of(.hangul, .han),
    "hani": of(.han), "hans": of(.han), "hant": of(.han), "bopo": of(.han),
    "jpan": of(.kana, .han), "hira": of(.kana), "kana": of(.kana), "hrkt": of(.kana),
  ]

  private static let ofLanguages: [Substring: WritingSystems] = {
    var languages: [Substring: WritingSystems] = [
      "ja": of(.kana, .han), "ko": of(.hangul), "sr": of(.cyrillic, .latin),
      "bs": of(.latin, .cyrillic), "sh": of(.latin, .cyrillic),
      "az": of(.latin, .cyrillic, .arabic), "uz": of(.latin, .cyrillic),
      "tk": of(.latin, .cyrillic), "mo": of(.latin, .cyrillic),
      "mn": of(.cyrillic, .mongolian), "ku": of(.latin, .arabic),
      "kk": of(.cyrillic, .latin, .arabic), "pa": of(.gurmukhi, .arabic),
      "nan": of(.han, .latin), "kok": of(.devanagari, .latin),
      "sd": of(.arabic, .devanagari), "ks": of(.arabic, .devanagari),
      "ug": of(.arabic, .cyrillic, .latin),
    ]
    let others: [(String, WritingSystem)] = [
      ("ru uk be bg mk ky tg tt ba cv nog os ce av udm sah kv mhr ab kbd cu rue", .cyrillic),
      ("ar fa ur ps ckb arb arz apc ary pes prs azb", .arabic), ("he iw yi lad", .hebrew), ("el grc", .greek),
      ("hy hyw", .armenian), ("ka xmf", .georgian), ("hi mr ne sa bho mai doi brx new", .devanagari),
      ("bn as bpy mni", .bengali), ("gu", .gujarati), ("or", .oriya), ("ta", .tamil), ("te", .telugu),
      ("kn tcy", .kannada), ("ml", .malayalam), ("si", .sinhala), ("th", .thai), ("lo", .lao), ("bo dz", .tibetan),
      ("my shn mnw ksw", .burmese), ("km", .khmer), ("am ti gez", .ethiopic), ("chr", .cherokee),
      ("zh cmn yue hak wuu lzh hsn gan", .han),
    ]
    for (names, system) in others {
      for name in names.split(separator: " ") { languages[name] = of(system) }
    }
    return languages
  }()
}
