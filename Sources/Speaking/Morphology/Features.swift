import Speech
import SpokenForms

/// A word's entry in a dictionary with the columns of ipadic.
struct Features {
  private let fields: [Substring]

  init(_ line: String) {
    var fields: [Substring] = []
    var start = line.startIndex
    for index in line.utf8.indices where line.utf8[index] == UInt8(ascii: ",") {
      fields.append(line[start..<index])
      start = line.utf8.index(after: index)
    }
    fields.append(line[start...])
    self.fields = fields
  }

  private func field(_ index: Int) -> Substring { index < fields.count ? fields[index] : "" }

  /// The ninth column: as it is said. Only if it is in katakana; signs have themselves there.
  var pronunciation: String? {
    let reading = field(8)
    guard !reading.isEmpty, reading.unicodeScalars.allSatisfy({ 0x30A1...0x30FC ~= $0.value && $0 != "・" }) else {
      return nil
    }
    return String(reading)
  }

  /// The part of speech.
  var kind: Morpheme.Kind {
    switch field(0) {
    case "名詞":
      switch field(1) {
      case "数": return .number
      case "接尾": return field(2) == "助数詞" ? .counter : .suffix
      case "非自立": return ["ン", "ノ"].contains(field(8)) ? .particle : .other
      default: return .other
      }
    case "助詞":
      switch field(1) {
      case "終助詞", "副助詞／並立助詞／終助詞": return .finalParticle
      default: return .particle
      }
    case "助動詞": return field(4) == "特殊・デス" ? .copula : .inflection
    case "動詞": return field(1) == "非自立" || field(1) == "接尾" ? .inflection : .other
    case "接頭詞": return .prefix
    case "記号": return field(1) == "アルファベット" ? .other : .sign
    default: return .other
    }
  }
}

extension Morpheme {
  init(span: TextSpan, text: String, features: Features) {
    self.init(span: span, text: text, kind: features.kind, pronunciation: features.pronunciation)
  }
}
