import Testing
import Vocabulary

@testable import PipeWireKit

/// The volume of a stream that is taken down and made again.
@Suite struct VolumeMemoryTests {
  private static func linear(_ volume: CubicLevel) -> [Float] { [Float(Amplitude(of: volume).factor)] }

  @Test func aNewStreamGetsTheVolumeThatWasSetBefore() {
    var memory = VolumeMemory()
    #expect(memory.volume == 1)
    #expect(memory.set(0.5) == nil, "there is no stream that could have it")
    #expect(memory.restore() == 0.5)
    #expect(memory.restore() == nil, "it has it")
    #expect(memory.set(0.25) == 0.25)
    #expect(memory.set(0.25) == nil, "nothing changes")
    memory.streamEnded()
    #expect(memory.set(0.75) == nil)
    #expect(memory.restore() == 0.75)
  }

  @Test func aStreamKeepsItsVolumeIfNoneWasSet() {
    var memory = VolumeMemory()
    #expect(memory.restore() == nil)
    #expect(memory.volume == 1)
  }

  /// A session manager gives a new stream its stored volume before the stream can be given ours.
  @Test func aReportBeforeTheVolumeIsRestoredIsNotTheListeners() {
    var memory = VolumeMemory()
    _ = memory.set(0.5)
    #expect(memory.report(Self.linear(0.25)) == nil)
    #expect(memory.restore() == 0.5)
    let news = memory.report(Self.linear(0.25))
    #expect(news.map { abs($0.value - 0.25) < 0.001 } ?? false)
    #expect(abs(memory.volume.value - 0.25) < 0.001)
  }

  @Test func theFirstReportIsTakenIfNoneWasSet() {
    var memory = VolumeMemory()
    let news = memory.report(Self.linear(0.25))
    #expect(news.map { abs($0.value - 0.25) < 0.001 } ?? false)
  }

  @Test func ourOwnChangeIsNoNews() {
    var memory = VolumeMemory()
    _ = memory.restore()
    _ = memory.set(0.3)
    #expect(memory.report(Self.linear(0.3)) == nil)
    #expect(memory.volume == 0.3, "the number is not replaced by the one that was rounded on its way")
    #expect(memory.report([]) == nil)
  }

  @Test(arguments: [(-1, 0), (2, 1), (.nan, 1), (.infinity, 1), (0, 0)] as [(Double, Double)])
  func volumesAreLimited(_ volume: Double, _ result: Double) {
    var memory = VolumeMemory()
    _ = memory.set(CubicLevel(volume))
    #expect(memory.volume == CubicLevel(result))
  }

  @Test func aNewStreamIsNotMuted() {
    var memory = VolumeMemory()
    #expect(memory.report(isMuted: true) == true)
    #expect(memory.isMuted)
    #expect(memory.report(isMuted: true) == false, "it is no news")
    memory.streamEnded()
    #expect(!memory.isMuted)
  }
}
