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

  /// An index, and the sound at some places of its file.
  private func studied(_ fixture: SoundFixture, _ name: String) throws -> (index: [UInt8], sound: [Int64: [Float]]) {
    let open = try fixture.open(name)
    #expect(open.recording.index == nil, "it is not made yet")
    while open.recording.study() {}
    let length = try #require(open.recording.length?.frames)
    var sound: [Int64: [Float]] = [:]
    for place in [0, 1, length / 3, length / 2 + 7, length - 3000] {
      open.recording.seek(to: place)
      sound[place] = open.read(3000, from: place).samples
    }
    return (try #require(open.recording.index), sound)
  }

  @Test func anIndexIsGivenToTheNextReader() throws {
    let fixture = try SoundFixture()
    let bytes = try long(fixture, "a.mp3", times: 300)
    let once = Int64(try fixture.open("once.mp3").readAll().samples.count / 2)
    let (index, sound) = try studied(fixture, "a.mp3")
    #expect(index.count < 300 * bytes / 2000, "\(index.count) bytes")
    let next = try fixture.open("a.mp3")
    #expect(next.recording.take(index: index) && next.recording.index == nil)
    #expect(next.recording.length?.isExact == true && next.recording.length?.frames == 300 * once)
    #expect(!next.recording.study())
    for (place, samples) in sound.sorted(by: { $0.key > $1.key }) {
      next.recording.seek(to: place)
      #expect(next.read(3000, from: place).samples == samples)
    }
    #expect(!next.recording.take(index: index), "it is late")
  }

  /// True if a reader of a file takes an index. The file stays open until then.
  private func isTaken(_ index: [UInt8], for name: String, _ fixture: SoundFixture) throws -> Bool {
    let open = try fixture.open(name)
    return withExtendedLifetime(open) { open.recording.take(index: index) }
  }

  @Test func theIndexOfAnotherFileIsRefused() throws {
    let fixture = try SoundFixture()
    _ = try long(fixture, "a.mp3", times: 30)
    let (index, _) = try studied(fixture, "a.mp3")
    _ = try long(fixture, "b.mp3", times: 31)
    #expect(try isTaken(index, for: "a.mp3", fixture))
    #expect(try !isTaken(index, for: "b.mp3", fixture))
    #expect(try !isTaken(index, for: "source.wav", fixture))
    for length in 0..<index.count { #expect(try !isTaken(Array(index[..<length]), for: "a.mp3", fixture), "\(length)") }
  }

  /// The number of frames is the third one behind the version, in groups of seven bits.
  @Test func anIndexWithAnotherNumberOfFramesIsRefused() throws {
    let fixture = try SoundFixture()
    _ = try long(fixture, "a.mp3", times: 30)
    let (index, _) = try studied(fixture, "a.mp3")
    let ends = index.indices.dropFirst().filter { index[$0] < 0x80 }
    var fewer = Array(index[(ends[1] + 1)...ends[2]])
    fewer[0] ^= 1
    for other in [[UInt8](repeating: 0xFF, count: 8) + [0x7F], [0], fewer] {
      let changed = index[...ends[1]] + other + index[(ends[2] + 1)...]
      #expect(try !isTaken(Array(changed), for: "a.mp3", fixture), "\(other)")
    }
  }

  @Test func aDamagedIndexMisleadsNobody() throws {
    let fixture = try SoundFixture()
    _ = try long(fixture, "a.mp3", times: 30)
    let (index, sound) = try studied(fixture, "a.mp3")
    let length = try Int64(fixture.open("once.mp3").readAll().samples.count / 2 * 30)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      var damaged = index
      let place = Int.random(in: damaged.indices, using: &generator)
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      let open = try fixture.open("a.mp3")
      if open.recording.take(index: damaged) { #expect(open.recording.length?.frames == length) }
      for (place, samples) in sound.sorted(by: { $0.key > $1.key }) {
        open.recording.seek(to: place)
        #expect(open.read(3000, from: place).samples == samples, "byte \(place)")
      }
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
