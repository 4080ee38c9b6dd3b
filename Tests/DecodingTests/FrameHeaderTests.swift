import Recordings
import Testing

/// The headers of MPEG audio (ISO 11172-3, 13818-3 and 13818-7).
@Suite(.timeLimit(.minutes(3)))
struct FrameHeaderTests {
  private func header(_ bytes: [UInt8]) -> MPEGAudioHeader? {
    MPEGAudioHeader(bytes + [UInt8](repeating: 0, count: 7 - bytes.count))
  }

  @Test func theLayersHaveTheirLengths() throws {
    let third = try #require(header([0xFF, 0xFB, 0x92, 0x04]))
    #expect(third.coding == .layer3 && third.sampleRate == 44_100 && third.length == 418 && third.samples == 1152)
    #expect(third.channels == 2 && third.markOffset == 36)
    let low = try #require(header([0xFF, 0xF3, 0x14, 0xC4]))
    #expect(low.coding == .layer3 && low.sampleRate == 24_000 && low.length == 24 && low.samples == 576)
    #expect(low.channels == 1 && low.markOffset == 13)
    let second = try #require(header([0xFF, 0xFD, 0xA4, 0x04]))
    #expect(second.coding == .layer2 && second.sampleRate == 48_000 && second.length == 576 && second.samples == 1152)
    let first = try #require(header([0xFF, 0xF7, 0x80, 0x04]))
    #expect(first.coding == .layer1 && first.sampleRate == 22_050 && first.length == 276 && first.samples == 384)
    let advanced = try #require(header([0xFF, 0xF1, 0x50, 0x80, 0x08, 0x1F, 0xFC]))
    #expect(advanced.coding == .aac && advanced.length == 64 && advanced.samples == 1024 && advanced.channels == 2)
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x41, 0x00], [0xFF, 0xEB, 0x90, 0x00], [0xFF, 0xFB, 0xF0, 0x00], [0xFF, 0xFB, 0x00, 0x00],
      [0xFF, 0xFB, 0x9C, 0x00], [0x7F, 0xFB, 0x90, 0x00], [0xFF, 0xF1, 0x74, 0x80, 0x08, 0x1F], [],
    ] as [[UInt8]])
  func otherBytesAreNoHeader(bytes: [UInt8]) { #expect(header(bytes) == nil) }
}
