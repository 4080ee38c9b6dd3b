import Playback

// The levels of sinks, which other programs' sound shares. The stream's own volume is another one.
extension Graph {
  /// The level of the sink that a stream goes to, or that a new one would go to; `nil` while it is unknown.
  ///
  /// - Parameters:
  ///   - stream: the stream's node; `nil` while there is none.
  ///   - isStreamMuted: true if the stream itself is muted. The level counts as muted if the sound is muted anywhere on
  ///     its way.
  func sinkLevel(ofStream stream: UInt32?, isStreamMuted: Bool) -> SinkLevel? {
    let linked = stream.flatMap { sinkLevel(of: .stream($0), isStreamMuted: isStreamMuted) }
    return linked ?? sinkLevel(of: .newStream, isStreamMuted: isStreamMuted)
  }

  private func sinkLevel(of origin: SoundOrigin, isStreamMuted: Bool) -> SinkLevel? {
    guard let id = entrance(of: origin), let sink = sinks[id], let volume = sink.volume else { return nil }
    let isMuted = isStreamMuted || level(of: origin)?.isMuted == true
    return SinkLevel(serial: sink.serial, name: sink.name, volume: volume, isMuted: isMuted)
  }

  /// True if there is a sink with this name.
  func hasSink(_ name: String) -> Bool { sinks.values.contains { $0.name == name } }

  /// The level of the sink with a name; `nil` while it is unknown.
  func level(ofSink name: String) -> SinkLevel? {
    guard let sink = sinks.values.first(where: { $0.name == name }) else { return nil }
    return sink.volume.map { SinkLevel(serial: sink.serial, name: name, volume: $0, isMuted: sink.isMuted) }
  }

  /// The loudness of a stream that exists.
  ///
  /// - Parameter stream: the stream's node; `nil` before the server has reported it.
  func loudness(ofStream stream: UInt32?, isStreamMuted: Bool) -> Loudness {
    var loudness = Loudness()
    loudness.isStreamMuted = isStreamMuted
    let linked = stream.flatMap { level(of: .stream($0)) }
    if let level = linked ?? level(of: .newStream) {
      loudness.isSinkMuted = level.isMuted
      loudness.sinkVolume = level.volume
    }
    return loudness
  }
}
