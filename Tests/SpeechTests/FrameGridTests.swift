import Speech
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(5)))
struct FrameGridTests {
  @Test func aSourceFrameBeginsWithTheFirstStreamFrameAtItsInstant() {
    let grid = FrameGrid(from: 22_050, to: 48_000, at: 1000, source: 0)
    #expect(grid.stream(of: 0) == 1000)
    #expect(grid.stream(of: 1) == 1003)  // 2.18
    #expect(grid.stream(of: 147) == 1320)
    #expect(grid.source(at: 1002) == 0)
    #expect(grid.source(at: 1003) == 1)
  }

  @Test func theSameRateIsOneToOne() {
    let grid = FrameGrid(from: 48_000, to: 48_000, at: 5, source: 12)
    for frame in Int64(12)..<100 {
      #expect(grid.stream(of: frame) == UInt64(frame - 7))
      #expect(grid.source(at: UInt64(frame - 7)) == frame)
    }
  }

  @Test(arguments: [1, 8000, 11_025, 22_050, 44_100, 47_999, 48_000, 96_000, 768_000])
  func everyFrameIsFoundAgainHoweverFarItIs(rate: Int) {
    let start = Int64(rate) * 36_000 + 17
    let grid = FrameGrid(from: rate, to: 48_000, at: 123_456, source: start)
    #expect(grid.stream(of: start) == 123_456)
    for frame in stride(from: start, to: start + Int64(rate) * 36_000, by: max(1, rate * 3_000 + 1)) {
      let index = grid.stream(of: frame)
      // A slower source has each frame in the stream, a faster one those that are heard.
      if rate <= 48_000 { #expect(grid.source(at: index) == frame) }
      #expect(grid.source(at: index) >= frame && grid.source(at: index - 1) < frame)
    }
  }

  @Test(arguments: [1000, 8000, 22_050, 44_100, 47_999, 48_000, 768_000], [8000, 44_100, 48_000, 48_001, 768_000])
  func theFarthestPlaceHasItsFrame(rate: Int, streamRate: Int) {
    let last = Frame(microseconds: .longestSound, at: SampleRate(hertz: rate))
    let grid = FrameGrid(from: rate, to: streamRate, at: 123, source: last)
    #expect(grid.stream(of: last) == 123 && grid.stream(of: 0) == 0)
    let seconds = last / Int64(rate)
    #expect(grid.count(of: seconds * Int64(rate)) == seconds * Int64(streamRate))
    #expect(grid.source(at: 123) >= last && grid.source(at: 122) < last)
    #expect(last.microseconds(at: SampleRate(hertz: rate)) <= .longestSound)
  }

  @Test func thePlaceOfAStartDoesNotMoveTheGrid() {
    // A run from 0, and one that begins at 1001, have the same frames from there on.
    let whole = FrameGrid(from: 22_050, to: 48_000, at: 0, source: 0)
    let rest = FrameGrid(from: 22_050, to: 48_000, at: whole.stream(of: 1001), source: 1001)
    for frame in Int64(1001)..<3000 { #expect(whole.stream(of: frame) == rest.stream(of: frame)) }
    for index in whole.stream(of: 1001)..<5000 { #expect(whole.source(at: index) == rest.source(at: index)) }
  }
}
