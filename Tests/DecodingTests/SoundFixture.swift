import Decoding
import DesktopSupport
import Foundation
import Glibc
import Recordings
import Testing

/// Files of sound that are made for a test, in a folder that ends with this object.
final class SoundFixture {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "decoding-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }

  /// A sound without any repetition: a moving tone in each channel, and noise that comes and goes. Full scale is 1.
  static func source(frames: Int, channels: Int = 2, rate: Int = 44_100) -> [Float] {
    var generator = SeededGenerator(seed: 7)
    var phases = [Double](repeating: 0, count: channels)
    var samples: [Float] = []
    samples.reserveCapacity(frames * channels)
    for frame in 0..<frames {
      let time = Double(frame) / Double(rate)
      for channel in 0..<channels {
        let tone = 300 + 170 * Double(channel) + 250 * sin(2.3 * time + Double(channel))
        phases[channel] += 2 * .pi * tone / Double(rate)
        let noise = sin(5 * time) > 0 ? Double.random(in: -0.1...0.1, using: &generator) : 0
        samples.append(Float(0.4 * sin(phases[channel]) + noise))
      }
    }
    return samples
  }

  /// Writes a WAV file with signed 16-bit samples.
  @discardableResult
  func wave(_ name: String, _ samples: [Float], channels: Int = 2, rate: Int = 44_100) throws -> String {
    let words = samples.map { Int16(max(-32_768, min(32_767, ($0 * 32_767).rounded()))) }
    let data = words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    return try write(name, Self.header(bytes: data.count, channels: channels, rate: rate) + data)
  }

  /// The header of a WAV file with samples of 16 bits, or of floats of 32 bits.
  static func header(bytes: Int, channels: Int, rate: Int, isFloat: Bool = false) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let size = isFloat ? 4 : 2
    return Array("RIFF".utf8) + number(36 + bytes, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
      + number(isFloat ? 3 : 1, 2) + number(channels, 2) + number(rate, 4) + number(rate * channels * size, 4)
      + number(channels * size, 2) + number(size * 8, 2) + Array("data".utf8) + number(bytes, 4)
  }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

  /// Makes a file of another one with ffmpeg.
  @discardableResult
  func convert(_ source: String, to name: String, _ options: [String] = [], before: [String] = []) throws -> String {
    let ffmpeg = Process()
    ffmpeg.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    ffmpeg.arguments =
      ["ffmpeg", "-nostdin", "-v", "error", "-y"] + before + ["-i", path(source)] + options + [path(name)]
    try ffmpeg.run()
    ffmpeg.waitUntilExit()
    try #require(ffmpeg.terminationStatus == 0, "ffmpeg \(options.joined(separator: " "))")
    return path(name)
  }

  /// Opens a file as the worker does.
  func open(_ name: String) throws -> OpenRecording { try OpenRecording(path(name)) }
}

/// A recording with its descriptor.
final class OpenRecording {
  let descriptor: CInt
  let recording: Recording

  init(_ path: String) throws {
    descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    do {
      recording = try Recording(descriptor: descriptor, coverLimit: 4 << 20)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// The samples from the present place on, at most so many frames, and the end if it was reached. The pieces must
  /// follow one another.
  func read(_ frames: Int = .max, from start: Int64) -> (samples: [Float], end: Recording.Piece?) {
    let channels = recording.description.channels
    var samples: [Float] = []
    while samples.count / channels < frames {
      switch recording.read(atMost: min(5000, frames - samples.count / channels)) {
      case .samples(let first, let piece):
        #expect(first == start + Int64(samples.count / channels) && !piece.isEmpty && piece.count % channels == 0)
        samples += piece
      case let end: return (samples, end)
      }
    }
    return (samples, nil)
  }

  /// All samples from the beginning.
  func readAll() -> (samples: [Float], end: Recording.Piece?) {
    recording.seek(to: 0)
    return read(from: 0)
  }
}
