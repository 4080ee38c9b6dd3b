import Testing

@testable import PipeWireKit

/// The properties of a stream, and the changes of its latency.
@Suite struct StreamPropertiesTests {
  private static let latency = "node.latency"
  private static let usual = (frames: 1024, rate: 48_000)

  @Test func aStreamAsksForShortCyclesAtItsRate() {
    var properties = StreamProperties(AudioOutput.Configuration(applicationName: "A", nodeName: "n", role: nil))
    let values = properties.begin(rate: 44_100, isPrivate: false)
    #expect(values[Self.latency] == "256/44100")
    #expect(values["media.name"] == "A" && values["node.name"] == "n")
    #expect(values["media.role"] == nil && values["state.restore-props"] == nil)
  }

  @Test func aStreamThatIsNotRestoredSaysSo() {
    var properties = StreamProperties(AudioOutput.Configuration(role: "Notification", isRestored: false))
    let values = properties.begin(rate: 48_000, isPrivate: false)
    #expect(values["media.role"] == "Notification")
    #expect(values["state.restore-props"] == "false" && values["state.restore-target"] == "false")
  }

  @Test func theSameLatencyIsNotAskedForAgain() {
    var properties = StreamProperties(AudioOutput.Configuration())
    _ = properties.begin(rate: 48_000, isPrivate: false)
    #expect(properties.requestLatency(rate: 48_000, isPrivate: false, usual: Self.usual) == nil)
    properties.hasShortCycles = false
    let changed = properties.requestLatency(rate: 48_000, isPrivate: false, usual: Self.usual)
    #expect(changed == [Self.latency: "512/48000"])
    #expect(properties.requestLatency(rate: 48_000, isPrivate: false, usual: Self.usual) == nil)
    #expect(properties.requestLatency(rate: 48_000, isPrivate: true, usual: Self.usual) == [Self.latency: "256/48000"])
  }

  /// A server never forgets a request.
  @Test func noLatencyIsTheServersOwnAfterAnother() {
    var properties = StreamProperties(AudioOutput.Configuration(cycles: CycleLengths(fixed: 0)))
    #expect(properties.begin(rate: 48_000, isPrivate: false)[Self.latency] == nil)
    #expect(properties.requestLatency(rate: 48_000, isPrivate: false, usual: Self.usual) == nil)
    properties.cycles = CycleLengths(fixed: 128)
    #expect(properties.requestLatency(rate: 48_000, isPrivate: false, usual: Self.usual) == [Self.latency: "128/48000"])
    properties.cycles = CycleLengths(fixed: 0)
    #expect(properties.requestLatency(rate: 48_000, isPrivate: false, usual: nil) == nil, "it is not known")
    #expect(
      properties.requestLatency(rate: 48_000, isPrivate: false, usual: Self.usual) == [Self.latency: "1024/48000"])
  }

  @Test func aTitleIsChangedOnce() {
    var properties = StreamProperties(AudioOutput.Configuration())
    #expect(properties.setMediaName("Chapter 1") == ["media.name": "Chapter 1"])
    #expect(properties.setMediaName("Chapter 1") == nil)
    #expect(properties.begin(rate: 48_000, isPrivate: false)["media.name"] == "Chapter 1")
  }
}
