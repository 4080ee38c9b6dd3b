import Decoding
import DesktopSupport
import Foundation
import Glibc
import Recordings
import Testing

/// Tags, chapters, cover and replay gain.
@Suite(.timeLimit(.minutes(3)))
struct LabelTests {
  private static let tags: [(String, String)] = [
    ("title", "Grüße aus 東京"), ("artist", "Ada Lovelace"), ("album", "Letters"), ("album_artist", "Several"),
    ("track", "3/12"), ("date", "1843-09-05"), ("genre", "Speech"), ("comment", "A remark"),
  ]

  @Test(arguments: ["a.mp3", "a.m4a", "a.flac", "a.ogg", "a.mka"]) func tagsAreRead(name: String) throws {
    let fixture = try SoundFixture()
    try fixture.wave("source.wav", SoundFixture.source(frames: 50_000))
    try fixture.convert("source.wav", to: name, Self.tags.flatMap { ["-metadata", "\($0)=\($1)"] })
    let tags = try fixture.open(name).recording.description.tags
    #expect(tags.title == "Grüße aus 東京" && tags.artist == "Ada Lovelace" && tags.album == "Letters")
    #expect(tags.albumArtist == "Several" && tags.trackNumber == 3 && tags.date == "1843-09-05")
    #expect(tags.genre == "Speech" && tags.comment == "A remark")
  }

  @Test(arguments: ["a.mp3", "a.m4b", "a.mka"]) func chaptersAreRead(name: String) throws {
    let fixture = try SoundFixture()
    try fixture.wave("source.wav", SoundFixture.source(frames: 300_000))
    let chapters = [(0, 2000, "One"), (2000, 4500, "Zwei"), (4500, 6800, "三")]
    let metadata =
      ";FFMETADATA1\n"
      + chapters.map { "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0)\nEND=\($1)\ntitle=\($2)\n" }.joined()
    try fixture.write("chapters.txt", Array(metadata.utf8))
    try fixture.convert(
      "source.wav", to: name, ["-map", "1:a", "-map_metadata", "0"], before: ["-i", fixture.path("chapters.txt")])
    #expect(
      try fixture.open(name).recording.description.chapters == [
        RecordingChapter(title: "One", firstFrame: 0), RecordingChapter(title: "Zwei", firstFrame: 88_200),
        RecordingChapter(title: "三", firstFrame: 198_450),
      ])
  }

  @Test(arguments: ["a.mp3", "a.m4a", "a.flac"]) func theCoverComesAsItIs(name: String) throws {
    let fixture = try SoundFixture()
    try fixture.wave("source.wav", SoundFixture.source(frames: 50_000))
    try fixture.convert(
      "source.wav", to: "cover.png", ["-map", "0:v", "-frames:v", "1", "-f", "image2"],
      before: ["-f", "lavfi", "-i", "testsrc=size=40x30"])
    try fixture.convert(
      "source.wav", to: name, ["-map", "1:a", "-map", "0:v", "-c:v", "copy", "-disposition:v", "attached_pic"],
      before: ["-i", fixture.path("cover.png")])
    let cover = try #require(try fixture.open(name).recording.cover)
    #expect(cover == (try fixture.bytes("cover.png")))
  }

  @Test func theReplayGainIsRead() throws {
    let fixture = try SoundFixture()
    try fixture.wave("source.wav", SoundFixture.source(frames: 50_000))
    let gain = ["-metadata", "REPLAYGAIN_TRACK_GAIN=-7.25 dB", "-metadata", "REPLAYGAIN_TRACK_PEAK=0.912"]
    for name in ["a.flac", "a.ogg", "a.mp3"] {
      try fixture.convert("source.wav", to: name, gain)
      let description = try fixture.open(name).recording.description
      #expect(description.gain == -7.25 && abs((description.peak ?? 0) - 0.912) < 0.001, "\(name)")
    }
    try fixture.convert("source.wav", to: "a.opus", ["-metadata", "R128_TRACK_GAIN=-512"])
    #expect(try fixture.open("a.opus").recording.description.gain == 3)
  }

  /// The gain in the header of Opus belongs to the coding, and the gain of the tag comes on top of it.
  @Test func theGainInTheHeaderOfOpusIsAppliedOnce() throws {
    let fixture = try SoundFixture()
    try fixture.wave("source.wav", SoundFixture.source(frames: 50_000, rate: 48_000), rate: 48_000)
    try fixture.convert("source.wav", to: "a.opus", ["-c:a", "libopus", "-metadata", "R128_TRACK_GAIN=0"])
    var bytes = try fixture.bytes("a.opus")
    let head = try #require(bytes.indices.first { bytes[$0...].starts(with: "OpusHead".utf8) })
    // −6.02 dB in steps of 1/256 dB.
    bytes.replaceSubrange(
      head + 16..<head + 18, with: [UInt8(truncatingIfNeeded: -1541), UInt8(truncatingIfNeeded: -1541 >> 8)])
    let end = try #require(bytes[head...].indices.first { bytes[$0...].starts(with: "OggS".utf8) })
    bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    let sum = bytes[..<end].reduce(UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }
    bytes.replaceSubrange(22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) })
    try fixture.write("b.opus", bytes)
    let (plain, halved) = (try fixture.open("a.opus"), try fixture.open("b.opus"))
    #expect(plain.recording.description.gain == 5 && halved.recording.description.gain == 5)
    let (loud, quiet) = (plain.readAll().samples, halved.readAll().samples)
    #expect(loud.count == quiet.count)
    let ratio = sqrt(quiet.reduce(0) { $0 + $1 * $1 } / loud.reduce(0) { $0 + $1 * $1 })
    #expect(abs(ratio - 0.5) < 0.005, "\(ratio)")
  }

  // MARK: Labels made to do harm

  private func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (24 - 8 * $0)) } + [0, 0] + body
  }

  private func tag(_ frames: [UInt8]) -> [UInt8] {
    let size = (0..<4).map { UInt8(frames.count >> (21 - 7 * $0) & 0x7F) }
    return Array("ID3".utf8) + [3, 0, 0] + size + frames
  }

  private func sound(_ fixture: SoundFixture) throws -> [UInt8] {
    try fixture.wave("source.wav", SoundFixture.source(frames: 50_000))
    try fixture.convert("source.wav", to: "plain.mp3", ["-id3v2_version", "0"])
    return try fixture.bytes("plain.mp3")
  }

  @Test func ofAMillionChaptersTenThousandAreKept() throws {
    let fixture = try SoundFixture()
    var frames: [UInt8] = []
    frames.reserveCapacity(30_000_000)
    for index in 0..<1_000_000 {
      let times = [index, index + 1].flatMap { time in (0..<4).map { UInt8(truncatingIfNeeded: time >> (24 - 8 * $0)) }
      }
      frames += frame("CHAP", [0x63, 0] + times + [UInt8](repeating: 0xFF, count: 8))
    }
    try fixture.write("a.mp3", tag(frames) + (try sound(fixture)))
    let open = try fixture.open("a.mp3")
    #expect(open.recording.description.chapters.count == 10_000)
    #expect(open.read(1000, from: 0).samples.count == 2000)
  }

  @Test func aCoverThatIsTooLargeIsLeftOut() throws {
    let fixture = try SoundFixture()
    let picture = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 20 << 20)
    let body = [0] + Array("image/jpeg".utf8) + [0, 3, 0] + picture
    try fixture.write("a.mp3", tag(frame("APIC", body)) + (try sound(fixture)))
    let open = try fixture.open("a.mp3")
    #expect(open.recording.cover == nil && open.read(1000, from: 0).samples.count == 2000)
  }

  @Test func headersThatPromiseTooMuchAreNotBelieved() throws {
    let fixture = try SoundFixture()
    let sound = try sound(fixture)
    // A tag of 256 MB in a small file, and a frame in a tag that is longer than the tag.
    try fixture.write("a.mp3", Array("ID3".utf8) + [3, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + sound)
    #expect(throws: DecodingError.self) { try fixture.open("a.mp3") }
    try fixture.write("b.mp3", tag(Array("TIT2".utf8) + [0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0x41]) + sound)
    #expect(try fixture.open("b.mp3").read(1000, from: 0).samples.count == 2000)
    // A table of 500 million samples in an MP4 file.
    try fixture.convert("source.wav", to: "a.m4a", [])
    var bytes = try fixture.bytes("a.m4a")
    let table = try #require(bytes.firstRange(of: Array("stsz".utf8)))
    bytes.replaceSubrange(table.upperBound + 8..<table.upperBound + 12, with: [0x1F, 0xFF, 0xFF, 0xFF])
    try fixture.write("b.m4a", bytes)
    if let open = try? fixture.open("b.m4a") { #expect(open.readAll().end != nil) }
  }
}
