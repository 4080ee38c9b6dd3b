import EventLoop
import Testing
import Vocabulary

@testable import PipeWireKit

/// The volumes of the channels of a sink.
@Suite(.timeLimit(.minutes(1))) struct SinkVolumeTests {
  private func sink(_ channels: [Float]) -> Graph.Sink {
    var sink = Graph.Sink(serial: 1, name: "sink", label: "", device: nil)
    sink.channels = channels
    return sink
  }

  @Test func theBalanceStays_S1_09() {
    let channels = sink([0.001, 0.0005]).channels(at: 0.4)
    #expect(abs(channels[0] - 0.064) < 1e-6 && abs(channels[1] - 0.032) < 1e-6)
    #expect(sink([0.001, 0.001, 0.001]).channels(at: 0.4) == [0.064, 0.064, 0.064])
    #expect(sink([0, 0]).channels(at: 0.4) == [0.064, 0.064])
    #expect(sink([0.064, 0]).channels(at: 0.1) == [0.001, 0])
    #expect(sink([]).channels(at: 0.4) == [])
  }

  @Test func aVolumeIsThatOfTheLoudestChannel() {
    #expect(sink([0.001, 0.064]).volume == 0.4)
    #expect(sink([]).volume == nil)
  }
}
