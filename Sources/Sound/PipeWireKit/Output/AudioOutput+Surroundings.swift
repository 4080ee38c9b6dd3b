import EventLoop
public import Playback
public import Vocabulary

// The server, as an output knows it and tells of it: the route of the sound, sinks, and other programs.
extension AudioOutput {
  /// PipeWire's version as reported by the server; empty while there is none.
  public var serverVersion: String { connection?.serverVersion ?? "" }

  // MARK: The route

  /// The current or last route of the sound; `nil` before it is known.
  public var endpoint: Endpoint? { routes.watch.endpoint }

  /// True if the listener wants to hear, even while something else prevents it. Only then can a route be lost.
  public func setWanted(_ isWanted: Bool) { routes.handle(.wanted(isWanted)) }

  /// The reading continues by itself after a restart of the service. If its earlier route was private, it is heard
  /// there or not at all. To be called after ``setWanted(_:)``.
  public func goOn(at former: Endpoint) { routes.handle(.goesOn(former)) }

  /// The machine has woken up and is detecting the devices that were plugged in meanwhile; false when that is over.
  public func setWakingUp(_ isWakingUp: Bool) { routes.tell(.wakingUp(isWakingUp)) }

  // MARK: Sinks

  /// True while the server's sinks are known.
  public var knowsSinks: Bool { connection?.status == .ready }

  /// True if the only sink is the dummy that PipeWire provides for programs, whose sound goes nowhere.
  public var hasDummySinkOnly: Bool { connection.map { !$0.graph.sinks.isEmpty && !$0.graph.hasSink } ?? false }

  /// The level of the sink that the sound goes to, or would go to; `nil` while it is unknown. It counts as muted if the
  /// sound is muted anywhere on its way.
  public var sinkLevel: SinkLevel? {
    connection?.graph.sinkLevel(ofStream: stream.node, isStreamMuted: stream.isMuted)
  }

  /// True if there is a sink with this name.
  public func hasSink(_ name: String) -> Bool { connection?.graph.hasSink(name) ?? false }

  /// The level of the sink with a name; `nil` while it is unknown.
  public func level(ofSink name: String) -> SinkLevel? { connection?.graph.level(ofSink: name) }

  /// Sets the volume of a sink for all sound that goes there. Session managers are asked not to keep it.
  public func setVolume(_ volume: CubicLevel, ofSink serial: UInt64) { connection?.setVolume(volume, ofSink: serial) }

  // MARK: Other programs

  /// See ``watchOthers(_:)``.
  public var onOthers: (@Core ([OtherStream]) -> Void)? {
    get { programs.onStreams }
    set { programs.onStreams = newValue }
  }

  /// Watches the streams of other programs while that is wanted and there is a connection. ``onOthers`` receives all
  /// their running streams once they are known and at every change, in turns of its own.
  public func watchOthers(_ isWanted: Bool) { programs.watch(isWanted, on: connection) }

  /// Asks the server if a process is a session manager: the program that links streams to sinks, such as WirePlumber.
  ///
  /// - Parameters:
  ///   - process: its number, as the bus tells it.
  ///   - done: called once, in a later turn; `nil` if there is no server that could know.
  public func askIfSessionManager(_ process: UInt32, done: @escaping @Core (Bool?) -> Void) {
    programs.ask(process, on: connection, done: done)
  }
}
