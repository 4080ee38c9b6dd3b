import Glibc

/// A mounted file system, as the kernel numbers it. It is found without asking that file system, which may not answer.
struct Mount: Hashable, Sendable {
  /// The kernel's number of the mount.
  let number: Int

  init(number: Int) { self.number = number }

  /// The mount of an open file; `nil` if the kernel does not tell it.
  init?(of descriptor: CInt) {
    let text = Self.text(of: "/proc/self/fdinfo/\(descriptor)", most: 4096)
    let line = text.split(separator: "\n").first { $0.hasPrefix("mnt_id:") }
    guard let number = line.flatMap({ Int($0.dropFirst(7).drop { $0 == " " || $0 == "\t" }) }) else { return nil }
    self.number = number
  }

  /// The mount of the place that a path names, as far as that is to be seen from the path alone: links are not
  /// followed. `nil` if the kernel does not tell it.
  init?(at path: String) {
    guard let mount = Self.mount(at: path, in: Self.text(of: "/proc/self/mountinfo", most: 4 << 20)) else { return nil }
    self = mount
  }

  /// The mount of a path in a table of the form of `/proc/self/mountinfo` (proc(5)).
  static func mount(at path: String, in table: String) -> Mount? {
    let names = path.split(separator: "/").filter { $0 != "." }
    var found: (mount: Mount, depth: Int)?
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5)
      guard fields.count == 6, let number = Int(fields[0]) else { continue }
      let place = unescaped(fields[4]).split(separator: "/")
      // Of two mounts at the same place the later one is seen.
      guard place.count >= found?.depth ?? 0, place.count <= names.count, place == Array(names.prefix(place.count))
      else {
        continue
      }
      found = (Mount(number: number), place.count)
    }
    return found?.mount
  }

  /// A path of the table, in which some characters are octal numbers.
  private static func unescaped(_ path: Substring) -> String {
    guard path.contains("\\") else { return String(path) }
    var bytes: [UInt8] = []
    var rest = path.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3, let code = UInt8(Substring(rest.prefix(3)), radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func text(of path: String, most: Int) -> String {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { Glibc.close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while bytes.count < most {
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { break }
      bytes += piece.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
