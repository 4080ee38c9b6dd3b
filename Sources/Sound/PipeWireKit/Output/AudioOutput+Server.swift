import CPipeWire
import EventLoop
import Playback

// The presence of a server, and of a stream on it.
extension AudioOutput {
  /// One pass over everything known; idempotent.
  func update() {
    guard let connection else { return }
    defer { onSinks?() }
    keepOthers(connection)
    guard state != .closed else { return watchRoutes(connection) }
    switch connection.status {
    case .connecting: return
    case .missing:
      dropStream()
      linkWatch.succeed()
      enter(.serverMissing(.audioServer))
      beginGrace()
    case .ready where !connection.graph.hasSessionManager:
      dropStream()
      linkWatch.succeed()
      enter(.serverMissing(.sessionManager))
      beginGrace()
    case .ready where !connection.graph.hasSink:
      dropStream()
      // Objects that go with the sink in the same moment decide what is missing. While a server returns, sinks come
      // last.
      guard !connection.isSettling, graceEnd == nil else { return }
      linkWatch.succeed()
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
    settleLoudness()
  }

  /// Watches the routes after ``closeStream()``.
  private func watchRoutes(_ connection: Connection) {
    guard connection.status == .ready, connection.graph.hasSessionManager, !connection.isSettling else { return }
    routes.handle(.serverReturned)
  }

  private func keepStream(_ connection: Connection) {
    if stream == nil, let core = connection.core {
      guard streamRetry == nil, adoptSampleRate(of: connection) else { return }
      do throws(PipeWireError) {
        let voice = voice
        requestedLatency = latencyProperty
        stream = try NodeStream(
          core: core, properties: streamProperties, name: mediaName,
          format: .init(
            direction: SPA_DIRECTION_OUTPUT, rate: sampleRate, channels: configuration.channels),
          process: .init(events: RenderVoice.events, context: voice),
          bind: { voice.pointee.stream = $0 },
          onChange: { [weak self] in self?.connection?.noteChange() },
          onVolume: { [weak self] in self?.takeVolume($0) },
          onMute: { [weak self] in self?.takeMute($0) })
      } catch {
        return streamFailed(error)
      }
      endStreamRetry()
      activate()
    }
    restoreVolume()
    if isLinked {
      linkWatch.succeed()
    } else if lacksLink {
      linkWatch.start()
    }
    enter(linkWatch.hasGivenUp ? .unlinked : .ready(sink: stream?.node.flatMap { connection.graph.sink(of: $0) }))
  }

  /// True if the stream should be linked and is not. That includes a stream that is silent only because it is not
  /// linked.
  var lacksLink: Bool { stream != nil && !isLinked && (stream?.isActive == true || state == .unlinked) }

  /// The attempt itself changes the stream's state, which would lead to the next attempt at once. The next one comes
  /// after 250 ms, then at growing intervals.
  private func streamFailed(_ error: PipeWireError) {
    streamRetry = scheduler.schedule(after: .milliseconds(250 << min(streamFailures, 4))) { [weak self] in
      self?.streamRetry = nil
      self?.update()
    }
    streamFailures += 1
    enter(.failed(error))
  }

  /// Retries at once when a stream is wanted again.
  func endStreamRetry() {
    scheduler.cancel(&streamRetry)
    streamFailures = 0
  }

  var isLinked: Bool {
    guard let node = stream?.node else { return false }
    return connection?.graph.wiring.isLinked(node) ?? false
  }

  func lost() {
    endStreamRetry()
    dropStream()
    dropOthers()
    dropQuestions()
  }

  func dropStream() {
    isGraphTold = false
    linkWatch.stop()
    cancelSilenceDeadline()
    volumeIsRestored = false
    isMuted = false
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
