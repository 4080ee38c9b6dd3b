import Glibc

/// A table with C strings as keys. libdbus's borrowed strings are looked up without making a `String`.
struct NameTable<Value: Sendable>: Sendable {
  private var keys: [[CChar]] = []
  private(set) var values: [Value] = []
  private var hashes: [UInt64] = []
  /// Open addressing: indices into `values`, -1 for free slots. The size is a power of two, at least twice the count.
  private var slots: [Int] = []

  var isEmpty: Bool { values.isEmpty }

  subscript(name: UnsafePointer<CChar>) -> Value? {
    guard let index = index(of: name) else { return nil }
    return values[index]
  }

  /// Adds a value or replaces the one with that name.
  mutating func set(_ name: String, _ value: Value) {
    if let index = name.withCString({ index(of: $0) }) {
      values[index] = value
      return
    }
    let key = Array(name.utf8CString)
    keys.append(key)
    values.append(value)
    hashes.append(key.withUnsafeBufferPointer { Self.hash($0.baseAddress!) })
    rebuild()
  }

  mutating func remove(_ name: String) {
    guard let index = name.withCString({ index(of: $0) }) else { return }
    keys.remove(at: index)
    values.remove(at: index)
    hashes.remove(at: index)
    rebuild()
  }

  private func index(of name: UnsafePointer<CChar>) -> Int? {
    guard !values.isEmpty else { return nil }
    let hash = Self.hash(name)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let index = slots[slot]
      if index < 0 { return nil }
      if hashes[index] == hash, strcmp(keys[index], name) == 0 { return index }
      slot = (slot + 1) & mask
    }
  }

  private mutating func rebuild() {
    var size = 8
    while size < values.count * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = index
    }
  }

  /// FNV-1a. All keys are this program's own, so they cannot be chosen to collide.
  private static func hash(_ name: UnsafePointer<CChar>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var next = name
    while next.pointee != 0 {
      hash = (hash ^ UInt64(UInt8(bitPattern: next.pointee))) &* 0x100_0000_01b3
      next += 1
    }
    return hash
  }
}
