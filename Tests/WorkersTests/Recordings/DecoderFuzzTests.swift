import DesktopSupport
import Documents
import EventLoop
import Foundation
import Glibc
import Testing
import Vocabulary
import Workers

/// Damaged recordings cost at most their process: each one ends, in time and in its memory.
@Suite(.timeLimit(.minutes(5)))
struct DecoderFuzzTests {
  init() { TestLoop.start() }

  private static let formats: [(name: String, options: [String])] = [
    ("a.wav", []), ("a.flac", []), ("a.mp3", ["-c:a", "libmp3lame", "-q:a", "4"]), ("a.ogg", ["-c:a", "libvorbis"]),
    ("a.opus", ["-c:a", "libopus"]), ("a.m4b", ["-c:a", "aac", "-f", "ipod"]), ("a.mka", ["-c:a", "libvorbis"]),
    ("a.wv", []), ("a.aac", ["-c:a", "aac"]), ("a.wma", ["-c:a", "wmav2"]), ("a.avi", ["-c:a", "libmp3lame"]),
    ("a.ts", ["-c:a", "aac"]), ("a.aiff", []), ("a.caf", ["-c:a", "pcm_s16be"]),
  ]

  /// A file of noise.
  private func file(_ name: String, _ options: [String]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "source.wav")
    try Data(WaveFile.bytes(frames: 40_000)).write(to: source)
    let target = folder.appending(path: name)
    let ffmpeg = try Process.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", source.path, "-ar", "48000"] + options + [
        target.path
      ])
    ffmpeg.waitUntilExit()
    try #require(ffmpeg.terminationStatus == 0)
    return Array(try Data(contentsOf: target))
  }

  @Test(arguments: formats.indices) @Core func aDamagedRecordingEnds(index: Int) async throws {
    let (name, options) = Self.formats[index]
    let whole = try file(name, options)
    var generator = SeededGenerator(seed: UInt64(index) + 1)
    for round in 0..<24 {
      var bytes = whole
      // Headers are hit more often than their share.
      for _ in 0..<(1 << (round % 6)) {
        let end = round % 2 == 0 ? min(600, bytes.count) : bytes.count
        let place = Int.random(in: 0..<end, using: &generator)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      if round % 4 == 3 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
      let session = try DecoderSession(bytes)
      session.decoder.want(frames: 30_000_000)
      let start = Core.loop.now
      let end = await session.end()
      if case .failed(let error)? = end {
        // A crash of a decoder costs its process.
        #expect(
          [.died, .damaged, .unknownFormat, .empty, .tooLarge, .unreadable].contains(error.code), "\(name): \(error)")
      } else {
        session.seek(to: 20_000)
        session.decoder.want(frames: 30_000_000)
        _ = await session.end()
      }
      #expect(session.faults == [] && start.duration(to: Core.loop.now) < .seconds(30), "\(name), round \(round)")
      session.decoder.abandon()
    }
  }
}
