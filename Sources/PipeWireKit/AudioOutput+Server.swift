import CPipeWire
import EventLoop
import Playback

// Whether there is a server, and a stream on it.
extension AudioOutput {
  /// One pass over everything known; idempotent.
  func update() {
    guard let connection else { return }
    keepOthers(connection)
    guard state != .closed else { return watchRoutes(connection) }
    switch connection.status {
    case .connecting: return
    case .missing:
      dropStream()
      enter(.serverMissing(.audioServer))
      beginGrace()
    case .ready where !connection.graph.hasSessionManager:
      dropStream()
      enter(.serverMissing(.sessionManager))
      beginGrace()
    case .ready where connection.graph.sinks.isEmpty:
      dropStream()
      // What goes with the sink in the same moment decides what is missing; while a server returns, sinks come last.
      guard !connection.isSettling, graceEnd == nil else { return }
      isSuppressed = true
      routes.handle(.serverReturned)
      routes.tell(.noSink)
      enter(.noSink)
    case .ready:
      routes.handle(.serverReturned)
      endGrace()
      keepStream(connection)
    }
    settleSilence()
  }

  /// After ``closeStream()``.
  private func watchRoutes(_ connection: Connection) {
    guard connection.status == .ready, connection.graph.hasSessionManager, !connection.isSettling else { return }
    routes.handle(.serverReturned)
  }

  private func keepStream(_ connection: Connection) {
    if stream == nil, let core = connection.core {
      do throws(PipeWireError) {
        let voice = voice
        stream = try NodeStream(
          core: core, properties: streamProperties, name: mediaName,
          format: .init(
            direction: SPA_DIRECTION_OUTPUT, rate: configuration.sampleRate, channels: configuration.channels),
          process: .init(events: RenderVoice.events, context: voice),
          bind: { voice.pointee.stream = $0 },
          onChange: { [weak self] in self?.connection?.noteChange() },
          onVolume: { [weak self] in self?.takeVolume($0) })
      } catch {
        return enter(.failed(error))
      }
      activate()
    }
    restoreVolume()
    if isLinked {
      linkWatch.succeed()
    } else if stream?.isActive == true {
      linkWatch.start()
    }
    enter(.ready(sink: stream?.node.flatMap { connection.graph.sink(of: $0) }))
  }

  var isLinked: Bool {
    guard let node = stream?.node else { return false }
    return connection?.graph.wiring.isLinked(node) ?? false
  }

  func lost() {
    dropStream()
    dropOthers()
  }

  func dropStream() {
    linkWatch.stop()
    cancelSilenceDeadline()
    volumeIsRestored = false
    stream?.close()
    stream = nil
  }

  private func beginGrace() {
    if let graceEnd { scheduler.cancel(graceEnd) }
    graceEnd = scheduler.schedule(after: .seconds(3)) { [weak self] in
      self?.graceEnd = nil
      self?.update()
    }
  }

  func endGrace() {
    scheduler.cancel(&graceEnd)
  }
}
