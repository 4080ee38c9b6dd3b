import Decoding
import DesktopSupport
import Foundation
import Recordings
import Testing

/// A sound file that ffmpeg makes.
struct SoundCase: Sendable, CustomTestStringConvertible {
  var name: String
  var options: [String] = []
  /// Frames a second of the result.
  var rate = 44_100
  var channels = 2
  /// True if the length is exactly that of the source.
  var isGapless = true
  /// True if no sample is changed but by rounding to 16 bits.
  var isLossless = false

  var testDescription: String { ([name] + options).joined(separator: " ") }

  static let all: [SoundCase] = [
    SoundCase(name: "a.wav", options: ["-c:a", "pcm_s16le"], isLossless: true),
    SoundCase(name: "b.wav", options: ["-c:a", "pcm_f32le"], isLossless: true),
    SoundCase(name: "c.wav", options: ["-c:a", "pcm_s24le"], isLossless: true),
    SoundCase(name: "a.aiff", isLossless: true), SoundCase(name: "a.au", isLossless: true),
    SoundCase(name: "a.caf", options: ["-c:a", "pcm_s16be"], isGapless: false),
    SoundCase(name: "a.flac", isLossless: true),
    SoundCase(name: "alac.m4a", options: ["-c:a", "alac"], isLossless: true),
    SoundCase(name: "a.wv", isLossless: true), SoundCase(name: "a.tta", isLossless: true),
    SoundCase(name: "flac.mka", options: ["-c:a", "flac"], isGapless: false),
    SoundCase(name: "cbr.mp3", options: ["-c:a", "libmp3lame", "-b:a", "128k"]),
    SoundCase(name: "vbr.mp3", options: ["-c:a", "libmp3lame", "-q:a", "4"]),
    SoundCase(name: "bare.mp3", options: ["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0"], isGapless: false),
    SoundCase(
      name: "low.mp3", options: ["-c:a", "libmp3lame", "-b:a", "8k", "-ar", "24000", "-ac", "1"], rate: 24_000,
      channels: 1),
    SoundCase(name: "a.mp2", options: ["-c:a", "mp2", "-b:a", "192k"], isGapless: false),
    SoundCase(name: "a.ogg", options: ["-c:a", "libvorbis", "-q:a", "4"]),
    SoundCase(name: "mono.ogg", options: ["-c:a", "libvorbis", "-q:a", "2", "-ac", "1"], channels: 1),
    SoundCase(name: "a.opus", options: ["-c:a", "libopus", "-b:a", "64k"], rate: 48_000),
    SoundCase(
      name: "voice.opus", options: ["-c:a", "libopus", "-b:a", "16k", "-ac", "1", "-application", "voip"], rate: 48_000,
      channels: 1),
    SoundCase(name: "a.m4a", options: ["-c:a", "aac", "-aac_pns", "0", "-b:a", "128k"]),
    SoundCase(name: "front.m4b", options: ["-c:a", "aac", "-aac_pns", "0", "-f", "ipod", "-movflags", "+faststart"]),
    SoundCase(name: "a.aac", options: ["-c:a", "aac", "-aac_pns", "0"], isGapless: false),
    SoundCase(name: "opus.webm", options: ["-c:a", "libopus"], rate: 48_000, isGapless: false),
  ]
}

/// Sound from any frame on is exactly the sound of a straight run.
@Suite(.timeLimit(.minutes(3)))
struct ExactSeekTests {
  /// Ten seconds, and a number of frames that fits no packet.
  private static let frames = 441_777

  private func make(_ fixture: SoundFixture, _ sound: SoundCase) throws -> (OpenRecording, [Float]) {
    let source = SoundFixture.source(frames: Self.frames)
    try fixture.wave("source.wav", source)
    try fixture.convert("source.wav", to: sound.name, sound.options)
    return (try fixture.open(sound.name), source)
  }

  @Test(arguments: SoundCase.all)
  func aSeekYieldsTheSamplesOfAStraightRun(sound: SoundCase) throws {
    let fixture = try SoundFixture()
    let (open, _) = try make(fixture, sound)
    let channels = open.recording.description.channels
    let whole = open.readAll()
    guard case .end(let frames)? = whole.end else {
      Issue.record("ended with \(String(describing: whole.end))")
      return
    }
    #expect(frames == Int64(whole.samples.count / channels))
    var generator = SeededGenerator(seed: 11)
    var places = (0..<25).map { _ in Int64.random(in: 0..<frames, using: &generator) }
    places += [0, 1, 1151, 1152, 1153, frames / 2, frames - 1, frames - 1200]
    for place in places {
      open.recording.seek(to: place)
      let (samples, _) = open.read(3000, from: place)
      let expected = whole.samples[Int(place) * channels..<min(whole.samples.count, (Int(place) + 3000) * channels)]
      let first = zip(samples, expected).enumerated().first { $1.0 != $1.1 }
      #expect(
        samples.count == expected.count && first == nil,
        "from \(place): \(samples.count) of \(expected.count), different at \(String(describing: first))")
      if first != nil { break }
    }
    // Behind the end there is the end, and the way back is open.
    open.recording.seek(to: frames + 100_000)
    #expect(open.recording.read(atMost: 10) == .end(frames: frames))
    open.recording.seek(to: frames - 5)
    #expect(open.read(from: frames - 5).samples == Array(whole.samples.suffix(5 * channels)))
  }

  @Test(arguments: SoundCase.all)
  func theDescriptionTellsRateChannelsAndLength(sound: SoundCase) throws {
    let fixture = try SoundFixture()
    let (open, _) = try make(fixture, sound)
    let description = open.recording.description
    #expect(description.sampleRate == sound.rate && description.channels == sound.channels)
    let expected = Double(Self.frames) * Double(sound.rate) / 44_100
    let frames = Double(try #require(description.frames))
    #expect(abs(frames - expected) < (sound.isGapless ? 1.5 : 5000), "\(frames), not \(expected)")
    guard sound.isGapless else { return }
    let end = open.readAll().end
    #expect(end == .end(frames: Int64(frames)), "\(String(describing: end))")
    if sound.options.contains("matroska") || sound.name.hasSuffix("mka") { return }
    #expect(description.isExact)
  }

  /// Neither priming nor padding is heard, and nothing is missing: the decoded sound lies exactly on its source.
  @Test(arguments: SoundCase.all.filter { $0.isGapless && $0.rate == 44_100 && $0.channels == 2 })
  func theSoundLiesOnItsSource(sound: SoundCase) throws {
    let fixture = try SoundFixture()
    let (open, source) = try make(fixture, sound)
    let decoded = open.readAll().samples
    #expect(decoded.count == source.count)
    guard !sound.isLossless else {
      let worst = zip(decoded, source).map { abs($0 - $1) }.max() ?? 1
      #expect(worst < 1.1 / 32_768)
      return
    }
    func error(_ lag: Int) -> Float {
      var sum: Float = 0
      for frame in stride(from: 100_000, to: 140_000, by: 1) {
        let difference = decoded[2 * (frame + lag)] - source[2 * frame]
        sum += difference * difference
      }
      return sum
    }
    let best = (-40...40).min { error($0) < error($1) }
    #expect(best == 0, "late by \(String(describing: best)) samples")
  }
}
