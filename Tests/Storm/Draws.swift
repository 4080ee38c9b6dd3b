import BusValues
import DesktopSupport

// Random values that are mostly of the right type and seldom of a sensible size.
extension SeededGenerator {
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  /// True once in `count` times.
  mutating func once(in count: Int) -> Bool { below(count) == 0 }

  /// Integers at the edges of their types and of units: seconds, microseconds and frames of speech.
  mutating func integer() -> Int64 {
    switch below(10) {
    case 0: pick([.min, .min + 1, .max, .max - 1])
    case 1: Int64(bitPattern: next())
    // Products with a sample rate of 22,050 or 48,000 are beyond the type from here on.
    case 2: pick([1, -1]) * Int64(bitPattern: next() >> 1) / Int64(pick([1, 320, 48_000, 1_000_000]))
    case 3: pick([1 << 31, 1 << 32, 1 << 53, 1 << 62, -(1 << 31), -(1 << 53)])
    case 4: pick([0, 1, -1])
    case 5, 6: Int64(below(100))
    default: (once(in: 2) ? 1 : -1) * Int64(below(60_000_000))
    }
  }

  mutating func number() -> Double {
    switch below(8) {
    case 0: pick([.nan, .infinity, -.infinity, .signalingNaN])
    case 1: pick([.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0])
    case 2: Double(bitPattern: next())
    case 3: Double(integer())
    case 4, 5: Double(below(1000)) / 1000
    default: Double(below(600)) / 100
    }
  }

  /// Short mostly; sometimes long, odd, or both.
  mutating func text(_ words: [String] = []) -> String {
    switch below(16) {
    case 0: ""
    case 1: String(repeating: pick(["x", "A. ", "字", "\n", "<b>", "1234567890"]), count: 1 << (4 + below(12)))
    case 2: String(repeating: "\u{202E}é\u{0301}文\u{200D}", count: 1 + below(200))
    case 3: "\u{1}\u{1B}[2J\u{1B}]0;x\u{7}\n\n%s%n%d"
    case 4: (0..<below(64)).map { _ in String(Unicode.Scalar(UInt32(below(0xD7FF) + 1)) ?? "x") }.joined()
    case 5: "9223372036854775807 兆 \(integer()) 1e400 \(number())"
    case 6: "<speak><audio src='/x'/>&lt;&#0;&\(text().prefix(20))"
    case 7: pick(["file:///dev/null/x", "http://[::1]/", "-x", "FILE:", "file:///dev/zero", "data:,", "../../..", "/"])
    default: words.isEmpty ? pick(Self.usual) : pick(words)
    }
  }

  private static let usual = [
    "A word.", "Two sentences stand here. This is the second.", "paragraph", "sentence", "chapter", "now", "word",
    "Playlist", "Track", "None", "off", "time", "ab", "critical", "org.example.Chat", "de", "ja", "こんにちは。1兆円です。",
  ]

  /// A value of a complete type.
  ///
  /// - Parameter words: strings and paths that mean something there.
  mutating func value(of signature: Signature, _ known: Known, depth: Int = 0) -> BusValue {
    let bytes = signature.text
    switch bytes.first {
    case "y": return .byte(UInt8(truncatingIfNeeded: next()))
    case "b": return .bool(once(in: 2))
    case "n": return .int16(Int16(truncatingIfNeeded: integer()))
    case "q": return .uint16(UInt16(truncatingIfNeeded: integer()))
    case "i": return .int32(Int32(truncatingIfNeeded: integer()))
    case "u": return .uint32(UInt32(truncatingIfNeeded: integer()))
    case "x": return .int64(integer())
    case "t": return .uint64(UInt64(bitPattern: integer()))
    case "d": return .double(number())
    case "o": return .objectPath(pick(known.paths))
    case "g": return .signature(pick(["", "a{sv}", "(ii)", "aaaaaaaas"]))
    case "h": return .descriptor(UInt32(once(in: 8) ? below(99) : below(2)))
    case "v": return .variant(any(known, depth: depth + 1))
    case "s": return .string(text(known.words))
    default: break
    }
    if bytes.hasPrefix("a{"), let inside = Signature(String(bytes.dropFirst(2).dropLast())) {
      let types = inside.completeTypes
      guard types.count == 2 else { return .strings([]) }
      return .dictionary(
        key: types[0], value: types[1],
        (0..<below(5)).map { _ in
          BusEntry(value(of: types[0], known, depth: depth + 1), value(of: types[1], known, depth: depth + 1))
        })
    }
    if bytes.hasPrefix("a"), let element = Signature(String(bytes.dropFirst())) {
      let count = once(in: 60) && depth == 0 ? below(4000) : below(6)
      return .array(of: element, (0..<count).map { _ in value(of: element, known, depth: depth + 1) })
    }
    if bytes.hasPrefix("("), let inside = Signature(String(bytes.dropFirst().dropLast())) {
      return .structure(inside.completeTypes.map { value(of: $0, known, depth: depth + 1) })
    }
    return .byte(0)
  }

  private static let types: [Signature] = [
    "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "v", "as", "ao", "ai", "av", "a{sv}", "a{us}", "(ss)",
    "a(oss)", "aa{sv}", "(v)", "aas", "h",
  ]

  /// A value of any type.
  mutating func any(_ known: Known, depth: Int = 0) -> BusValue {
    depth > 8 ? .byte(0) : value(of: pick(depth > 3 ? Array(Self.types.prefix(12)) : Self.types), known, depth: depth)
  }

  /// The options of a method: keys that it knows, mostly with values of their types.
  mutating func options(_ descriptions: [OptionShape], _ known: Known) -> BusValue {
    var table: [String: BusValue] = [:]
    for _ in 0..<below(5) {
      guard !descriptions.isEmpty, !once(in: 12) else {
        table[text()] = any(known)
        continue
      }
      let option = pick(descriptions)
      table[option.name] = once(in: 6) ? any(known) : value(of: option.signature, known)
    }
    return .vardict(table)
  }
}

/// An option of a method, for draws.
struct OptionShape {
  var name: String
  var signature: Signature
}

/// The strings and object paths that the service has told or understands, so that calls reach what exists.
struct Known {
  var words: [String]
  var paths: [ObjectPath]
}
