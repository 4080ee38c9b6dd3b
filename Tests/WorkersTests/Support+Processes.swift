import Glibc

/// The children of a process.
func children(of pid: Int32) -> [Int32] {
  contents(of: "/proc/\(pid)/task/\(pid)/children").split(separator: " ").compactMap { Int32($0) }
}

/// True if a process is stopped (SIGSTOP).
func isStopped(_ pid: Int32) -> Bool { contents(of: "/proc/\(pid)/stat").contains(") T ") }

/// The resident memory of a process that is not shared with others, in kilobytes.
func privateKilobytes(of pid: Int32) -> Int {
  contents(of: "/proc/\(pid)/smaps_rollup").split(separator: "\n").reduce(0) { sum, line in
    guard line.hasPrefix("Private_") else { return sum }
    return sum + (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
  }
}

/// The memory of a process that shows a file, in kilobytes.
///
/// - Parameter name: a part of the file's path.
func residentKilobytes(of pid: Int32, in name: String) -> (mapped: Int, resident: Int) {
  var memory = (mapped: 0, resident: 0)
  var isInFile = false
  for line in contents(of: "/proc/\(pid)/smaps").split(separator: "\n") {
    let fields = line.split(separator: " ")
    // The line of a mapping begins with its addresses.
    guard let first = fields.first, first.hasSuffix(":") else {
      isInFile = line.contains(name)
      continue
    }
    guard isInFile, let value = fields.dropFirst().first.flatMap({ Int($0) }) else { continue }
    if first == "Size:" { memory.mapped += value }
    if first == "Rss:" { memory.resident += value }
  }
  return memory
}

/// True if a sanitizer is linked in, whose own memory is counted with that of the process.
let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in dlsym(nil, name) != nil }

func contents(of path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}
