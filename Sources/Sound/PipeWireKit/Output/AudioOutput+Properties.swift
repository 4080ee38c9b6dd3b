import CPipeWire
import Playback
public import Vocabulary

extension AudioOutput.Configuration {
  /// The properties of the client that mixers show.
  var clientProperties: [String: String] {
    [
      PW_KEY_APP_NAME: applicationName, PW_KEY_APP_ID: applicationID, PW_KEY_APP_ICON_NAME: iconName,
    ]
  }
}

extension AudioOutput {
  /// The properties of a new stream, with ``requestedLatency``.
  var streamProperties: [String: String] {
    var properties = configuration.clientProperties
    properties[PW_KEY_MEDIA_TYPE] = "Audio"
    properties[PW_KEY_MEDIA_CATEGORY] = "Playback"
    properties[PW_KEY_MEDIA_NAME] = mediaName
    properties[PW_KEY_NODE_NAME] = configuration.nodeName
    properties[PW_KEY_NODE_DESCRIPTION] = configuration.applicationName
    properties[PW_KEY_NODE_LATENCY] = requestedLatency
    properties[PW_KEY_MEDIA_ROLE] = configuration.role
    if !configuration.isRestored {
      // Read by WirePlumber: 0.4 (restore-stream.lua) and 0.5 (state-stream.lua).
      properties["state.restore-props"] = "false"
      properties["state.restore-target"] = "false"
    }
    return properties
  }

  /// `nil` requests no latency: PipeWire takes a quantum of 0 as a request for the smallest possible one.
  var latencyProperty: String? {
    cycles.frames(isPrivate: routes.isPrivate, isShort: hasShortCycles).map { "\($0)/\(sampleRate)" }
  }

  /// Sets the title that mixers show.
  public func setMediaName(_ name: String) {
    guard name != mediaName else { return }
    mediaName = name
    stream?.update([PW_KEY_MEDIA_NAME: name])
  }

  /// Changes the lengths of cycles to ask the graph for.
  public func setCycles(_ lengths: CycleLengths) {
    cycles = lengths
    updateLatency()
  }

  /// Asks the graph for short cycles or for long ones, where the lengths are chosen by need. The sound goes on without
  /// a gap.
  public func setShortCycles(_ areShort: Bool) {
    guard areShort != hasShortCycles else { return }
    hasShortCycles = areShort
    updateLatency()
  }

  /// Requests the current quantum from the graph. A server never forgets a request: 0.3.65 keeps it even if the
  /// property is removed or empty. Its default is therefore requested explicitly.
  func updateLatency() {
    guard let stream else { return }
    let none = requestedLatency == nil ? nil : connection?.defaultQuantum.map { "\($0.frames)/\($0.rate)" }
    guard let latency = latencyProperty ?? none, latency != requestedLatency else { return }
    requestedLatency = latency
    stream.update([PW_KEY_NODE_LATENCY: latency])
  }

  /// PipeWire's version as reported by the server; empty while there is none.
  public var serverVersion: String { connection?.serverVersion ?? "" }

  /// True if the only sink is the dummy that PipeWire provides for programs, whose sound goes nowhere.
  public var hasDummySinkOnly: Bool { connection.map { !$0.graph.sinks.isEmpty && !$0.graph.hasSink } ?? false }

  // MARK: Volume

  /// The stream's own volume, 0…1, cubic as in mixers. It is 1 until it is set or reported.
  public var volume: CubicLevel {
    get { knownVolume ?? 1 }
    set {
      let volume = newValue.isFinite ? max(0, min(newValue, 1)) : 1
      guard volume != knownVolume else { return }
      knownVolume = volume
      if volumeIsRestored { applyVolume() }
    }
  }

  /// Gives a new stream the volume of the last one. This waits until the stream has its format: before, it has no
  /// controls, and the session manager has not restored its own stored volume.
  func restoreVolume() {
    guard !volumeIsRestored, let stream, stream.state == .paused || stream.state == .streaming else { return }
    volumeIsRestored = true
    if knownVolume != nil { applyVolume() }
  }

  /// The server reports whether the stream is muted.
  func takeMute(_ isMuted: Bool) {
    guard isMuted != self.isMuted else { return }
    self.isMuted = isMuted
    connection?.noteChange()
  }

  /// Reports the loudness of the stream if it has changed. Without a stream it is unknown.
  func settleLoudness() {
    var now = Loudness()
    if let stream, let graph = connection?.graph {
      now.isStreamMuted = isMuted
      let linked = stream.node.flatMap { graph.level(of: .stream($0)) }
      if let level = linked ?? graph.level(of: .newStream) {
        now.isSinkMuted = level.isMuted
        now.sinkVolume = level.volume
      }
    }
    guard now != loudness else { return }
    loudness = now
    deliver(.loudness(now))
  }

  private func applyVolume() {
    stream?.setVolume(Float(Amplitude(of: volume).factor))
  }

  /// The server reports the stream's volume.
  func takeVolume(_ linear: [Float]) {
    guard let loudest = linear.max(), volumeIsRestored || knownVolume == nil else { return }
    // The server keeps the cube as a Float. A value that was set comes back as the same number.
    let volume = CubicLevel(linear: loudest)
    guard abs(volume.value - self.volume.value) > 0.0005 else { return }
    knownVolume = volume
    deliver(.volume(volume))
  }
}
