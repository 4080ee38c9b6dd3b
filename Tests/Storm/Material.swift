import AloudAPI
import BusValues
import DesktopSupport
import Glibc

/// Files that are opened in the storm: whole, broken, empty, endless, and such that are still being written.
final class Material {
  let uris: [String]
  private let paths: [String]
  /// The writing ends of pipes whose texts have no end yet.
  private var writers: [CInt] = []

  /// - Parameter folder: an existing folder; files are made in it.
  init?(folder: String, _ random: inout SeededGenerator) {
    let book = (1...6).map {
      "# Chapter \($0)\n\n" + String(repeating: "It goes on for a while, and then ends. ", count: 8)
    }
    let contents: [(String, [UInt8])] = [
      ("book.md", Array(book.joined(separator: "\n\n").utf8)), ("short.txt", Array("A short text. It ends here.".utf8)),
      ("page.html", Array("<html><title>T</title><body><p>One.<p>Two.</body></html>".utf8)),
      ("films.srt", Array("1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\n99:59:59,999 --> 00:00:00,000\nTwo.\n".utf8)),
      ("numbers.txt", Array("9223373兆円 99999999999999999999 1e999 -0 ½ 9/0 99:99:99.".utf8)),
      ("list.m3u", Array("short.txt\nbook.md\nlist.m3u\n/dev/zero\n".utf8)), ("broken.epub", [0x50, 0x4B, 3, 4]),
      ("broken.pdf", Array("%PDF-1.7\nnothing".utf8)), ("empty.txt", []), ("wave.wav", Self.wave(seconds: 3)),
      ("broken.wav", Array(Self.wave(seconds: 1).prefix(300))),
      ("noise.bin", (0..<4096).map { _ in UInt8(random.below(256)) }),
    ]
    for (name, bytes) in contents {
      guard let file = fopen("\(folder)/\(name)", "w") else { return nil }
      _ = bytes.withUnsafeBufferPointer { fwrite($0.baseAddress, 1, $0.count, file) }
      fclose(file)
    }
    paths = contents.map { "\(folder)/\($0.0)" } + ["/dev/zero", "/dev/null", "/proc/self/mem", folder]
    uris = paths.map { FileURI.uri(path: $0) } + ["file://\(folder)/missing.txt", "\(folder)/short.txt"]
  }

  /// An open descriptor, which the caller closes; negative if none can be made.
  func descriptor(_ random: inout SeededGenerator) -> CInt {
    guard random.once(in: 4) else { return open(random.pick(paths), O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let text = Array("The first sentence of a text that is being written. And a second one, ".utf8)
    _ = text.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    // The writer of the oldest text ends, with a word more or without.
    writers.append(ends[1])
    if writers.count > 12 {
      let writer = writers.removeFirst()
      if random.once(in: 2) { _ = text.withUnsafeBytes { write(writer, $0.baseAddress, 20) } }
      close(writer)
    }
    return ends[0]
  }

  /// Ends all texts.
  func end() {
    for writer in writers { close(writer) }
    writers = []
  }

  /// A recording of silence with a click in each second.
  private static func wave(seconds: Int) -> [UInt8] {
    let rate = 8000
    let count = UInt32(seconds * rate)
    func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let head =
      Array("RIFF".utf8) + bytes(36 + count) + Array("WAVEfmt ".utf8) + bytes(16) + [1, 0, 1, 0] + bytes(UInt32(rate))
      + bytes(UInt32(rate)) + [1, 0, 8, 0] + Array("data".utf8) + bytes(count)
    return head + (0..<Int(count)).map { $0 % rate < 40 ? 200 : 128 }
  }
}
