import Decoding
import DesktopSupport
import Foundation
import Glibc
import Recordings
import Testing

/// Broken and odd files play as far as they go, or are refused with one clear error.
@Suite(.timeLimit(.minutes(3)))
struct BrokenFileTests {
  private func code(_ fixture: SoundFixture, _ name: String, _ bytes: [UInt8]) throws -> DecodingError.Code? {
    try fixture.write(name, bytes)
    do {
      _ = try fixture.open(name)
      return nil
    } catch let error as DecodingError {
      #expect(!error.detail.isEmpty)
      return error.code
    }
  }

  @Test(arguments: [
    SoundCase(name: "a.wav"), SoundCase(name: "a.flac"), SoundCase(name: "a.mp3", options: ["-c:a", "libmp3lame"]),
    SoundCase(name: "a.m4b", options: ["-c:a", "aac", "-aac_pns", "0", "-f", "ipod", "-movflags", "+faststart"]),
    SoundCase(name: "a.aiff"),
  ])
  func aFileThatWasCutPlaysUpToTheCut(sound: SoundCase) throws {
    let fixture = try SoundFixture()
    try fixture.wave("source.wav", SoundFixture.source(frames: 300_000))
    try fixture.convert("source.wav", to: sound.name, sound.options)
    let whole = try fixture.open(sound.name).readAll().samples
    let bytes = try fixture.bytes(sound.name)
    try fixture.write(sound.name, Array(bytes.prefix(bytes.count * 6 / 10)))
    let open = try fixture.open(sound.name)
    let (samples, end) = open.readAll()
    #expect(samples.count > whole.count / 2 && samples.count < whole.count)
    guard case .broken(let frame, let reason)? = end else {
      Issue.record("ended with \(String(describing: end))")
      return
    }
    #expect(frame == Int64(samples.count / 2) && !reason.isEmpty)
    // The last packet may be damaged.
    let sure = samples.count - 2 * 5000
    #expect(samples[..<sure] == whole[..<sure])
    // The way back is open.
    open.recording.seek(to: 1000)
    #expect(open.read(500, from: 1000).samples == Array(whole[2000..<3000]))
  }

  @Test func aFileThatShrinksWhileItPlaysBreaksOffThere() throws {
    let fixture = try SoundFixture()
    let path = try fixture.wave("a.wav", SoundFixture.source(frames: 300_000))
    let open = try fixture.open("a.wav")
    #expect(open.read(1000, from: 0).end == nil)
    #expect(truncate(path, 400_044) == 0)
    let (samples, end) = open.read(from: 1000)
    guard case .broken(let frame, _)? = end else {
      Issue.record("ended with \(String(describing: end))")
      return
    }
    // FFmpeg 7 has read 512 KiB before the cut.
    #expect(frame == 1000 + Int64(samples.count / 2) && 90_000...132_000 ~= frame, "\(frame)")
  }

  @Test func aFileThatGrowsPlaysAsFarAsItGoes() throws {
    let fixture = try SoundFixture()
    try fixture.wave("source.wav", SoundFixture.source(frames: 300_000))
    try fixture.convert("source.wav", to: "a.mp3", ["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0"])
    let whole = try fixture.open("a.mp3").readAll().samples
    let bytes = try fixture.bytes("a.mp3")
    let path = try fixture.write("b.mp3", Array(bytes.prefix(bytes.count / 2)))
    let open = try fixture.open("b.mp3")
    #expect(open.read(1000, from: 0).end == nil)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes.dropFirst(bytes.count / 2)))
    try file.close()
    #expect(open.read(from: 1000).samples == Array(whole.dropFirst(2000)))
  }

  @Test func junkInTheMiddleIsPassedOver() throws {
    let fixture = try SoundFixture()
    try fixture.wave("source.wav", SoundFixture.source(frames: 300_000))
    try fixture.convert("source.wav", to: "a.mp3", ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0"])
    let whole = try fixture.open("a.mp3").readAll().samples
    let bytes = try fixture.bytes("a.mp3")
    let cover = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0x40, 0] + [UInt8](repeating: 0xFF, count: 8192)
    for junk in [[UInt8](repeating: 0x55, count: 7000), cover] {
      try fixture.write("b.mp3", Array(bytes[..<40_000]) + junk + Array(bytes[40_000...]))
      let open = try fixture.open("b.mp3")
      let (samples, end) = open.readAll()
      #expect(end == .end(frames: Int64(samples.count / 2)) && abs(samples.count - whole.count) <= 2 * 2 * 1152)
      #expect(samples.suffix(50_000) == whole.suffix(50_000))
    }
  }

  @Test func samplesThatAreNoNumbersBecomeSilence() throws {
    let fixture = try SoundFixture()
    let values: [Float] = [.nan, .infinity, -.infinity, 0.25, -1, 1, 1.5, -3, .signalingNaN, 0.5]
    let data = values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) } }
    try fixture.write(
      "a.wav", SoundFixture.header(bytes: data.count, channels: 1, rate: 8000, isFloat: true) + data)
    #expect(try fixture.open("a.wav").readAll().samples == [0, 0, 0, 0.25, -1, 1, 1, -1, 0, 0.5])
  }

  @Test(arguments: [1, 7, 768_000]) func oddRatesArePlayed(rate: Int) throws {
    let fixture = try SoundFixture()
    let source = SoundFixture.source(frames: 5000, channels: 1, rate: 44_100)
    try fixture.wave("a.wav", source, channels: 1, rate: rate)
    let open = try fixture.open("a.wav")
    #expect(open.recording.description.sampleRate == rate && open.recording.description.frames == 5000)
    #expect(open.readAll().end == .end(frames: 5000))
  }

  @Test(arguments: [3, 6, 8, 64]) func manyChannelsAreMixedToTwo(count: Int) throws {
    let fixture = try SoundFixture()
    let source = SoundFixture.source(frames: 2000, channels: count)
    try fixture.wave("a.wav", source, channels: count)
    let open = try fixture.open("a.wav")
    let (samples, end) = open.readAll()
    #expect(open.recording.description.channels == 2 && samples.count == 4000 && end == .end(frames: 2000))
    #expect(samples.contains { abs($0) > 0.05 } && samples.allSatisfy { abs($0) <= 1 })
  }

  @Test func whatIsNoRecordingIsRefused() throws {
    let fixture = try SoundFixture()
    #expect(try code(fixture, "a.mp3", Array("This is a text, and no recording at all.\n".utf8)) == .unknownFormat)
    #expect(try code(fixture, "b.mp3", [UInt8](repeating: 0, count: 100_000)) == .unknownFormat)
    let hls = "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXT-X-VERSION:3\n#EXTINF:5,\n/etc/passwd\n#EXT-X-ENDLIST\n"
    #expect(try code(fixture, "a.m3u8", Array(hls.utf8)) == .unknownFormat)
    #expect(try code(fixture, "a.ffconcat", Array("ffconcat version 1.0\nfile a.wav\n".utf8)) == .unknownFormat)
    #expect(try code(fixture, "a.sdp", Array("v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n".utf8)) != nil)
    // A picture, and a header without any sample.
    #expect(try code(fixture, "a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) != nil)
    #expect(try code(fixture, "a.wav", SoundFixture.header(bytes: 0, channels: 2, rate: 44_100)) != nil)
    #expect(
      try code(
        fixture, "b.wav",
        SoundFixture.header(bytes: 400, channels: 2, rate: 2_000_000)
          + [UInt8](repeating: 0, count: 400)) == .damaged)
  }

  @Test func aVideoWithoutSoundHasNone() throws {
    let fixture = try SoundFixture()
    try fixture.wave("source.wav", SoundFixture.source(frames: 1000))
    try fixture.convert(
      "source.wav", to: "a.mp4", ["-map", "0:v", "-c:v", "mpeg4", "-t", "1"],
      before: ["-f", "lavfi", "-i", "testsrc=size=64x64:rate=5"])
    #expect(throws: DecodingError.self) { try fixture.open("a.mp4") }
  }

  @Test(arguments: ["mov", "mkv", "avi", "ts"]) func theSoundOfAVideoIsPlayed(ending: String) throws {
    let fixture = try SoundFixture()
    let frames = 200_000
    try fixture.wave("source.wav", SoundFixture.source(frames: frames))
    try fixture.convert(
      "source.wav", to: "a." + ending,
      ["-map", "0:v", "-map", "1:a", "-c:v", "mpeg4", "-c:a", "libmp3lame", "-shortest"],
      before: ["-f", "lavfi", "-i", "testsrc=size=64x64:rate=5:duration=60"])
    let open = try fixture.open("a." + ending)
    let (samples, end) = open.readAll()
    #expect(abs(samples.count / 2 - frames) < 6000, "\(samples.count / 2)")
    #expect(end == .end(frames: Int64(samples.count / 2)))
    open.recording.seek(to: 100_000)
    let (part, _) = open.read(3000, from: 100_000)
    #expect(part.count == 6000 && part.contains { abs($0) > 0.1 })
  }
}
