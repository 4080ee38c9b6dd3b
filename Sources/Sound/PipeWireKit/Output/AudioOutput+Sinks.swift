import EventLoop
public import Vocabulary

// The levels of sinks, which other programs' sound shares. The stream's own volume is another one.
extension AudioOutput {
  /// True while the server's sinks are known.
  public var knowsSinks: Bool { connection?.status == .ready }

  /// The level of the sink that the sound goes to, or would go to; `nil` while it is unknown. It counts as muted if the
  /// sound is muted anywhere on its way.
  public var sinkLevel: SinkLevel? {
    guard let graph = connection?.graph else { return nil }
    let linked = stream?.node.flatMap { sinkLevel(in: graph, of: .stream($0)) }
    return linked ?? sinkLevel(in: graph, of: .newStream)
  }

  /// True if there is a sink with this name.
  public func hasSink(_ name: String) -> Bool {
    connection?.graph.sinks.values.contains { $0.name == name } ?? false
  }

  /// The level of the sink with a name; `nil` while it is unknown.
  public func level(ofSink name: String) -> SinkLevel? {
    guard let sink = connection?.graph.sinks.values.first(where: { $0.name == name }) else { return nil }
    return sink.volume.map { SinkLevel(serial: sink.serial, name: name, volume: $0, isMuted: sink.isMuted) }
  }

  /// Sets the volume of a sink for all sound that goes there. Session managers are asked not to keep it.
  public func setVolume(_ volume: CubicLevel, ofSink serial: UInt64) { connection?.setVolume(volume, ofSink: serial) }

  private func sinkLevel(in graph: Graph, of origin: SoundOrigin) -> SinkLevel? {
    guard let id = graph.entrance(of: origin), let sink = graph.sinks[id], let volume = sink.volume else { return nil }
    let isMuted = self.isMuted || graph.level(of: origin)?.isMuted == true
    return SinkLevel(serial: sink.serial, name: sink.name, volume: volume, isMuted: isMuted)
  }
}
