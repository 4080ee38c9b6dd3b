import CPipeWire

/// The properties of a stream: what mixers show of it, and the latency that it asks for. A value, without a stream.
struct StreamProperties {
  private let configuration: AudioOutput.Configuration
  /// The title that mixers show.
  private(set) var mediaName: String
  /// The lengths of cycles to ask the graph for.
  var cycles: CycleLengths
  /// True if short cycles are asked for where the lengths are chosen by need.
  var hasShortCycles = true
  /// The latency that the current stream asked for last; `nil`: none.
  private var requestedLatency: String?

  init(_ configuration: AudioOutput.Configuration) {
    self.configuration = configuration
    mediaName = configuration.applicationName
    cycles = configuration.cycles
  }

  /// The properties of a new stream, which thereby requests its latency.
  ///
  /// - Parameters:
  ///   - rate: the stream's frames per second.
  ///   - isPrivate: true if only the wearer of a device hears the sound.
  mutating func begin(rate: Int, isPrivate: Bool) -> [String: String] {
    requestedLatency = latency(rate: rate, isPrivate: isPrivate)
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

  /// Sets the title. Returns the changed properties of a stream; `nil` if nothing changes.
  mutating func setMediaName(_ name: String) -> [String: String]? {
    guard name != mediaName else { return nil }
    mediaName = name
    return [PW_KEY_MEDIA_NAME: name]
  }

  /// Requests the current latency of a stream that exists. A server never forgets a request: 0.3.65 keeps it even if
  /// the property is removed or empty. Its default is therefore requested explicitly.
  ///
  /// - Parameters:
  ///   - rate: the stream's frames per second.
  ///   - isPrivate: true if only the wearer of a device hears the sound.
  ///   - usual: the graph's cycle if nothing is requested; `nil` if it is not known.
  /// - Returns: the changed properties; `nil` if nothing changes.
  mutating func requestLatency(
    rate: Int, isPrivate: Bool, usual: (frames: Int, rate: Int)?
  ) -> [String: String]? {
    let none = requestedLatency == nil ? nil : usual.map { "\($0.frames)/\($0.rate)" }
    guard let latency = latency(rate: rate, isPrivate: isPrivate) ?? none, latency != requestedLatency else {
      return nil
    }
    requestedLatency = latency
    return [PW_KEY_NODE_LATENCY: latency]
  }

  /// `nil` requests no latency: PipeWire takes a quantum of 0 as a request for the smallest possible one.
  private func latency(rate: Int, isPrivate: Bool) -> String? {
    cycles.frames(isPrivate: isPrivate, isShort: hasShortCycles).map { "\($0)/\(rate)" }
  }
}
