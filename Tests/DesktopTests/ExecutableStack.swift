import Foundation

/// True if the dynamic linker makes the stack executable because of this 64-bit ELF file: its program headers ask for
/// that, or do not say (`PT_GNU_STACK`, see elf(5)).
func wantsAnExecutableStack(_ file: Data) -> Bool {
  func number<T: FixedWidthInteger>(_ offset: Int, _ type: T.Type) -> Int {
    file.withUnsafeBytes { Int(T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: T.self))) }
  }
  let (table, size, count) = (number(32, UInt64.self), number(54, UInt16.self), number(56, UInt16.self))
  let stacks = (0..<count).map { table + $0 * size }.filter { number($0, UInt32.self) == 0x6474_e551 }
  return stacks.isEmpty || stacks.contains { number($0 + 4, UInt32.self) & 1 != 0 }
}
