import BusValues
import DesktopSupport

// Random invalid input.
extension SeededGenerator {
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  /// Short mostly; sometimes long, odd, or both.
  mutating func text() -> String {
    switch below(12) {
    case 0: ""
    case 1: String(repeating: "x", count: 1 << (8 + below(9)))
    case 2: String(repeating: "\u{202E}é\u{0301}文", count: 50)
    case 3: "file://" + String(repeating: "%2e%2e/", count: below(40)) + "etc/passwd%00"
    case 4: "\u{1}\u{1B}[2J\n\n%s%n"
    case 5:
      pick(["file:///dev/null/x", "file://elsewhere/x", "http://[::1]/", "-x", "FILE:", "file:///dev/zero", "data:,"])
    default: String((0..<below(20)).map { _ in pick(Array("abcABC019 _-./:")) })
    }
  }

  mutating func value(depth: Int) -> BusValue {
    switch below(depth > 0 ? 15 : 11) {
    case 0: .byte(UInt8(truncatingIfNeeded: next()))
    case 1: .bool(next() & 1 == 0)
    case 2: .int16(Int16(truncatingIfNeeded: next()))
    case 3: .int32(pick([0, -1, .min, .max]))
    case 4: .uint32(UInt32(truncatingIfNeeded: next()))
    case 5: .int64(pick([0, -1, .min, .max, 1_000_000]))
    case 6: .uint64(next())
    case 7: .double(pick([0, -0.0, .nan, .infinity, -.infinity, 1e308, -5]))
    case 8, 9: .string(text())
    case 10: .objectPath(pick(["/", "/org/aloud/Aloud1/track/999999", "/org/mpris/MediaPlayer2/TrackList/NoTrack"]))
    case 11: .variant(value(depth: depth - 1))
    case 12: .structure([value(depth: depth - 1), value(depth: depth - 1)])
    case 13: .strings((0..<below(5)).map { _ in text() })
    default: .vardict(Dictionary((0..<below(4)).map { ("k\($0)", value(depth: depth - 1)) }, uniquingKeysWith: { $1 }))
    }
  }
}
