/// The server's offer to an output. A value, decided from all that is known.
enum ServerOffer: Equatable {
  /// Nothing is known yet.
  case unknown
  /// A server is away.
  case lacking(AudioOutput.Server)
  /// No sink can be heard. Objects that go with the last sink in the same moment may decide that more is missing: this
  /// is certain only when they have gone.
  case noSink(isCertain: Bool)
  /// There are sinks, and a program that links streams to them.
  case sinks

  /// - Parameter isSettling: true while objects have just gone and others may follow for the same reason.
  init(_ status: Connection.Status, _ graph: Graph, isSettling: Bool) {
    self =
      switch status {
      case .connecting: .unknown
      case .missing: .lacking(.audioServer)
      case .ready where !graph.hasSessionManager: .lacking(.sessionManager)
      case .ready where !graph.hasSink: .noSink(isCertain: !isSettling)
      case .ready: .sinks
      }
  }
}
