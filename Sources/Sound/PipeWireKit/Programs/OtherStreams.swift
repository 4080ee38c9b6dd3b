import CPipeWire
import EventLoop

/// The running streams of all programs, including this one, from a registry of its own on the connection.
///
/// It exists only while it is needed, since each start of a program is a message.
@Core
final class OtherStreams {
  /// One stream, as far as it has described itself.
  private struct Stream {
    var object: BoundObject?
    var description: OtherStream
    var isDescribed = false
    var isRunning = false
  }

  private let scheduler: any Scheduler
  private let onChange: @Core ([OtherStream]) -> Void
  private var registry: Registry?
  private var streams: [UInt32: Stream] = [:]
  /// True when the list is complete and each stream of it has described itself.
  private var isComplete = false
  private var isTelling = false
  private var told: [OtherStream]?

  /// - Parameters:
  ///   - connection: ready; it outlives this object.
  ///   - onChange: called in turns of its own, first when everything is known.
  init(on connection: Connection, scheduler: any Scheduler, onChange: @escaping @Core ([OtherStream]) -> Void) {
    self.scheduler = scheduler
    self.onChange = onChange
    guard let core = connection.core else { return }
    registry = Registry(
      core: core, onAdded: { [weak self] in self?.added($0, $1, $2) }, onRemoved: { [weak self] in self?.removed($0) })
    connection.sync { [weak self, weak connection] in
      connection?.sync {
        self?.isComplete = true
        self?.noteChange()
      }
    }
  }

  isolated deinit { close() }

  /// Ends it; to be called before the connection ends.
  func close() {
    for stream in streams.values { stream.object?.close() }
    streams = [:]
    registry?.close()
    registry = nil
  }

  private func noteChange() {
    guard isComplete, !isTelling else { return }
    isTelling = true
    scheduler.schedule(at: scheduler.now) { [weak self] in
      guard let self else { return }
      isTelling = false
      guard registry != nil else { return }
      let running = streams.sorted { $0.key < $1.key }.map(\.value).filter { $0.isDescribed && $0.isRunning }
        .map(\.description)
      guard running != told else { return }
      told = running
      onChange(running)
    }
  }

  // MARK: Within callbacks

  private func added(_ id: UInt32, _ kind: ObjectKind, _ value: Registry.Value) {
    guard kind == .node else { return }
    let direction: OtherStream.Direction
    switch value(PW_KEY_MEDIA_CLASS) {
    case "Stream/Output/Audio": direction = .output
    case "Stream/Input/Audio": direction = .input
    default: return
    }
    streams[id] = Stream(description: OtherStream(direction: direction, client: nil))
    streams[id]?.object = registry?.bind(.node, id, keys: Self.keys) { [weak self] in self?.take($0, from: id) }
  }

  private func removed(_ id: UInt32) {
    guard let stream = streams.removeValue(forKey: id) else { return }
    stream.object?.close()
    noteChange()
  }

  private func take(_ message: BoundObject.Message, from id: UInt32) {
    switch message {
    case .properties(let values?, _): describe(id, values)
    case .running(let isRunning): streams[id]?.isRunning = isRunning
    default: return
    }
    noteChange()
  }

  private func describe(_ id: UInt32, _ values: [String: String]) {
    guard let direction = streams[id]?.description.direction else { return }
    func value(_ key: String) -> String { values[key] ?? "" }
    streams[id]?.isDescribed = true
    streams[id]?.description = OtherStream(
      direction: direction, client: UInt32(value(PW_KEY_CLIENT_ID)), role: value(PW_KEY_MEDIA_ROLE),
      application: value(PW_KEY_APP_NAME), applicationID: value(PW_KEY_APP_ID),
      binary: value(PW_KEY_APP_PROCESS_BINARY),
      isMonitor: value(PW_KEY_STREAM_CAPTURE_SINK) == "true" || value(PW_KEY_STREAM_MONITOR) == "true")
  }

  private static let keys = [
    PW_KEY_CLIENT_ID, PW_KEY_MEDIA_ROLE, PW_KEY_APP_NAME, PW_KEY_APP_ID, PW_KEY_APP_PROCESS_BINARY,
    PW_KEY_STREAM_CAPTURE_SINK, PW_KEY_STREAM_MONITOR,
  ]
}
