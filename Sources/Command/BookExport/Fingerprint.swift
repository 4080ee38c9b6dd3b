/// A fingerprint (FNV-1a, 64 bits) of what an export is made from.
struct Fingerprint {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

  mutating func add(_ value: Int) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func add(_ text: String) { for byte in text.utf8 { add(byte) } }

  /// The fingerprint for the name of a file.
  var text: String { String(hash, radix: 16) }
}
