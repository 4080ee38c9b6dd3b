import Testing

@testable import PipeWireKit

struct CycleLengthsTests {
  private func frames(_ lengths: CycleLengths) -> [Int?] {
    [(false, true), (false, false), (true, true), (true, false)].map {
      lengths.frames(isPrivate: $0.0, isShort: $0.1)
    }
  }

  @Test func byNeedTheyAreShortAroundCommandsAndOnPrivateRoutes() {
    #expect(frames(CycleLengths()) == [256, 512, 256, 256])
  }

  @Test func aFixedLengthRulesEverywhere() {
    #expect(frames(CycleLengths(fixed: 1024)) == [1024, 1024, 1024, 1024])
    #expect(frames(CycleLengths(fixed: 128)) == [128, 128, 128, 128])
    #expect(frames(CycleLengths(fixed: 0)) == [nil, nil, nil, nil])
  }

  @Test func privateRoutesMayHaveTheirOwn() {
    #expect(frames(CycleLengths(onPrivateRoutes: 64)) == [256, 512, 64, 64])
    #expect(frames(CycleLengths(onPrivateRoutes: 1024)) == [256, 512, 256, 512])
    #expect(frames(CycleLengths(onPrivateRoutes: 0)) == [256, 512, 256, 512])
    #expect(frames(CycleLengths(fixed: 1024, onPrivateRoutes: 128)) == [1024, 1024, 128, 128])
    #expect(frames(CycleLengths(fixed: 0, onPrivateRoutes: 128)) == [nil, nil, 128, 128])
  }

  @Test func impossibleLengthsAreBroughtIntoTheRange() {
    #expect(frames(CycleLengths(fixed: 1)) == [32, 32, 32, 32])
    #expect(frames(CycleLengths(fixed: 100_000)) == [8192, 8192, 8192, 8192])
    #expect(frames(CycleLengths(fixed: -1)) == [nil, nil, nil, nil])
  }
}
