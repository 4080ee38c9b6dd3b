import Decoding
import DesktopSupport
import Foundation
import Glibc
import Recordings
import Testing

/// Files without an index get one beside the playing.
@Suite(.timeLimit(.minutes(3)))
struct IndexTests {
  /// Frames of layer III without any tag: six seconds, as often as wanted. Returns the bytes of one time.
  private func long(_ fixture: SoundFixture, _ name: String, times: Int) throws -> Int {
    try fixture.wave("source.wav", SoundFixture.source(frames: 300_000))
    let options = ["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0", "-id3v2_version", "0"]
    try fixture.convert("source.wav", to: "once.mp3", options)
    let once = try fixture.bytes("once.mp3")
    var all: [UInt8] = []
    all.reserveCapacity(once.count * times)
    for _ in 0..<times { all += once }
    try fixture.write(name, all)
    return once.count
  }

  @Test func theLengthIsAnEstimateUntilTheIndexIsMade() throws {
    let fixture = try SoundFixture()
    _ = try long(fixture, "a.mp3", times: 300)
    let once = try fixture.open("once.mp3").readAll().samples.count / 2
    let open = try fixture.open("a.mp3")
    let description = open.recording.description
    #expect(!description.isExact)
    let frames = Double(try #require(description.frames))
    #expect(abs(frames / Double(300 * once) - 1) < 0.05)
    var steps = 0
    while open.recording.study() { steps += 1 }
    #expect(steps > 1 && open.recording.length?.isExact == true)
    #expect(open.recording.length?.frames == Int64(300 * once))
  }

  @Test func aSeekBehindTheIndexIsExact() throws {
    let fixture = try SoundFixture()
    _ = try long(fixture, "a.mp3", times: 300)
    let once = Int64(try fixture.open("once.mp3").readAll().samples.count / 2)
    let open = try fixture.open("a.mp3")
    // The sound repeats itself, but for the seams.
    open.recording.seek(to: once + 50_000)
    let expected = open.read(3000, from: once + 50_000).samples
    for time in [299, 3, 150] as [Int64] {
      let place = time * once + 50_000
      open.recording.seek(to: place)
      #expect(open.read(3000, from: place).samples == expected)
    }
  }

  @Test func informationThatBelongsToAnotherFileIsNotBelieved() throws {
    let fixture = try SoundFixture()
    try fixture.wave("source.wav", SoundFixture.source(frames: 300_000))
    try fixture.convert("source.wav", to: "a.mp3", ["-c:a", "libmp3lame", "-q:a", "4"])
    let bytes = try fixture.bytes("a.mp3")
    let whole = try fixture.open("a.mp3").readAll().samples
    // Another file was appended.
    try fixture.convert("source.wav", to: "b.mp3", ["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0"])
    try fixture.write("c.mp3", bytes + (try fixture.bytes("b.mp3")))
    let open = try fixture.open("c.mp3")
    let (samples, end) = open.readAll()
    #expect(samples.count > whole.count * 19 / 10 && end == .end(frames: Int64(samples.count / 2)))
    #expect(samples[..<(whole.count - 10_000)] == whole[..<(whole.count - 10_000)])
  }
}
