import Documents
import EventLoop
import Glibc
import Recordings
import Vocabulary
import Workers

/// A WAV file whose samples tell their places.
enum WaveFile {
  static func sample(_ frame: Int) -> Int16 { Int16(truncatingIfNeeded: frame &* 7919) }

  static func samples(_ frames: Range<Int>) -> [Float] { frames.map { Float(sample($0)) / 32_768 } }

  /// A file with 16 bits, one channel and 8,000 Hz.
  static func bytes(frames: Int) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let header =
      Array("RIFF".utf8) + number(36 + 2 * frames, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
      + number(1, 2) + number(8000, 4) + number(16_000, 4) + number(2, 2) + number(16, 2) + Array("data".utf8)
    return header + number(2 * frames, 4) + (0..<frames).flatMap { number(Int(sample($0)), 2) }
  }
}

/// The end of a test in which something is not as it has to be.
private struct Unexpected: Error {
  var description: String
}

/// A decoder and its events.
@Core
final class DecoderSession {
  private(set) var decoder: SoundDecoder! = nil
  private(set) var events: [RecordingEvent] = []
  /// The samples since the last seek.
  private(set) var heard: [Float] = []
  /// The levels.
  private(set) var levels: [UInt8] = []
  /// The peaks since the last seek.
  private(set) var peaks: [UInt8] = []
  private(set) var description: RecordingDescription?
  /// Events that must not come: samples out of their place, or anything after the failure.
  private(set) var faults: [String] = []
  /// The index of the file, if it was made.
  private(set) var index: [UInt8]?
  private var taken = 0
  private var next: Int64 = 0
  private var ended: RecordingEvent?
  private var waiting: CheckedContinuation<Void, Never>?

  convenience init(_ bytes: [UInt8], isIdle: Bool = false) throws {
    try self.init(Descriptor(owning: anonymousFile(bytes)), isIdle: isIdle)
  }

  init(_ file: consuming Descriptor?, isIdle: Bool = false) throws {
    let file = try Self.file(file)
    decoder = try SoundDecoder(try WorkerExecutable.decode.program(), file: file, isIdle: isIdle) {
      [weak self] event in
      self?.take(event)
    }
  }

  /// A descriptor that must be there. Its absence is no failure of the decoder, whose errors are tested.
  static func file(_ descriptor: consuming Descriptor?) throws -> Descriptor {
    guard let file = descriptor else { throw Unexpected(description: "no descriptor") }
    return file
  }

  func seek(to frame: Int64) {
    decoder.seek(to: frame)
    (heard, peaks, taken, next, ended) = ([], [], 0, frame, nil)
  }

  private func take(_ event: RecordingEvent) {
    if case .failed? = events.last { faults.append("an event after the failure") }
    events.append(event)
    switch event {
    case .described(let description):
      if events.count > 1 { faults.append("a late description") }
      self.description = description
    case .samples(let first, let samples):
      if first != next { faults.append("frame \(first), not \(next)") }
      next += Int64(samples.count / (description?.channels ?? 1))
      heard += samples
    case .peaks(let first, let frames, let peaks):
      if first != next { faults.append("peaks at \(first), not \(next)") }
      next += Int64(frames)
      self.peaks += peaks
    case .atEnd, .brokenOff, .failed: ended = event
    case .index(let index): self.index = index
    case .levels(let first, let levels):
      if first != self.levels.count / Levels.bands.count { faults.append("levels at \(first)") }
      self.levels += levels
    case .cover, .length: break
    }
    let waiting = waiting
    self.waiting = nil
    waiting?.resume()
  }

  private func another() async { await withCheckedContinuation { waiting = $0 } }

  /// The description; `nil` if the recording fails.
  func described() async -> RecordingDescription? {
    while description == nil, ended == nil { await another() }
    return description
  }

  /// The next samples that were not taken yet; fewer if the recording ends.
  func samples(_ count: Int) async -> [Float] {
    while heard.count < taken + count, ended == nil { await another() }
    defer { taken = min(heard.count, taken + count) }
    return Array(heard[taken...].prefix(count))
  }

  /// The peaks since the last seek, when so many have come.
  func peaks(_ count: Int) async -> [UInt8] {
    while peaks.count < count, ended == nil { await another() }
    return peaks
  }

  /// The index of the file; `nil` if the recording ends before.
  func madeIndex() async -> [UInt8]? {
    while index == nil, ended == nil { await another() }
    return index
  }

  /// The end of the recording.
  func end() async -> RecordingEvent? {
    while ended == nil { await another() }
    return ended
  }

  /// The error with which it ends.
  func failure() async throws -> Trouble {
    switch await end() {
    case .failed(let error)?: return error
    case let other: throw Unexpected(description: "it ended with \(String(describing: other))")
    }
  }
}
