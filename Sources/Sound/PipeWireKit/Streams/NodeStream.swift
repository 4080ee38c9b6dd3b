import CPipeWire
import EventLoop
import Glibc

/// One `pw_stream`. It is made inactive and ends with ``close()``.
@Core
final class NodeStream {
  /// libpipewire's states of a stream.
  enum State: Equatable { case unconnected, connecting, paused, streaming, failed }

  private(set) var state = State.unconnected
  private(set) var isActive = false
  private var handle: OpaquePointer?
  private let hook: UnsafeMutablePointer<spa_hook>
  private let processHook: UnsafeMutablePointer<spa_hook>
  private let channels: Int
  private let onChange: @Core () -> Void
  private let onVolume: @Core ([Float]) -> Void
  private let onMute: @Core (Bool) -> Void

  /// The callback of the data thread. It has a table of its own, so that its context is plain memory and not an object.
  struct Process {
    /// Made once and never changed.
    var events: UnsafeMutablePointer<pw_stream_events>
    /// Must outlive the stream; belongs to the data thread until the stream is gone.
    var context: UnsafeMutableRawPointer
  }

  /// The format of a stream.
  struct Format {
    var direction: spa_direction
    var rate: Int
    var channels: Int
  }

  /// - Parameters:
  ///   - bind: called with the stream before the data thread may process.
  ///   - onChange: `state` has changed. Called from within the library.
  ///   - onVolume: receives the linear volumes of the channels. Called from within the library.
  ///   - onMute: receives true if the stream is muted. Called from within the library.
  init(
    core: OpaquePointer, properties: [String: String], name: String, format: Format, process: Process,
    bind: (OpaquePointer) -> Void, onChange: @escaping @Core () -> Void,
    onVolume: @escaping @Core ([Float]) -> Void = { _ in }, onMute: @escaping @Core (Bool) -> Void = { _ in }
  ) throws(PipeWireError) {
    guard let stream = pw_stream_new(core, name, PipeWireLoop.makeProperties(properties)) else {
      throw PipeWireError(.streamRefused, errno: errno)
    }
    handle = stream
    self.onChange = onChange
    self.onVolume = onVolume
    self.onMute = onMute
    channels = format.channels
    hook = .allocate(capacity: 1)
    hook.initialize(to: spa_hook())
    processHook = .allocate(capacity: 1)
    processHook.initialize(to: spa_hook())
    bind(stream)
    pw_stream_add_listener(stream, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
    pw_stream_add_listener(stream, processHook, process.events, process.context)
    let result = Self.connect(stream, format)
    guard result >= 0 else { throw PipeWireError(.streamRefused, errno: -result) }
  }

  isolated deinit { close() }

  /// Destroys the stream. Afterwards the data thread no longer enters `process`, and only this method may be called
  /// again.
  func close() {
    guard let stream = handle else { return }
    handle = nil
    spa_hook_remove(hook)  // or the end would report states of a value that is going
    pw_stream_destroy(stream)
    hook.deallocate()
    processHook.deallocate()
  }

  /// The stream, which exists until ``close()``.
  private var stream: OpaquePointer {
    guard let handle else { preconditionFailure("a closed stream was used") }
    return handle
  }

  /// The global id of the stream's node; `nil` before the server has reported it.
  var node: UInt32? {
    let id = pw_stream_get_node_id(stream)
    return id == aloud_pw_id_any ? nil : id
  }

  func setActive(_ active: Bool) {
    guard active != isActive else { return }
    isActive = active
    pw_stream_set_active(stream, active)
  }

  /// Sets the linear volume of each channel.
  func setVolume(_ linear: Float) {
    var values = [Float](repeating: linear, count: channels)
    aloud_pw_stream_set_control(stream, UInt32(SPA_PROP_channelVolumes.rawValue), UInt32(channels), &values)
  }

  func update(_ properties: [String: String]) {
    guard let list = PipeWireLoop.makeProperties(properties) else { return }
    pw_stream_update_properties(stream, &list.pointee.dict)
    pw_properties_free(list)
  }

  private func stateChanged(_ new: pw_stream_state) {
    state =
      switch new {
      case PW_STREAM_STATE_CONNECTING: .connecting
      case PW_STREAM_STATE_PAUSED: .paused
      case PW_STREAM_STATE_STREAMING: .streaming
      case PW_STREAM_STATE_ERROR: .failed
      default: .unconnected
      }
    onChange()
  }

  private func controlChanged(_ id: UInt32, _ control: UnsafePointer<pw_stream_control>) {
    guard let values = control.pointee.values, control.pointee.n_values > 0 else { return }
    switch id {
    case UInt32(SPA_PROP_channelVolumes.rawValue):
      onVolume(Array(UnsafeBufferPointer(start: values, count: Int(control.pointee.n_values))))
    case UInt32(SPA_PROP_mute.rawValue): onMute(values.pointee != 0)
    default: break
    }
  }

  /// The library's table of callbacks; made once and never changed.
  private static let events: UnsafeMutablePointer<pw_stream_events> = {
    let events = UnsafeMutablePointer<pw_stream_events>.allocate(capacity: 1)
    events.initialize(to: pw_stream_events())
    events.pointee.version = UInt32(PW_VERSION_STREAM_EVENTS)
    events.pointee.state_changed = { context, _, new, _ in
      let stream = Unmanaged<NodeStream>.fromOpaque(context!).takeUnretainedValue()
      Core.assumeIsolated { stream.stateChanged(new) }
    }
    events.pointee.control_info = { context, id, control in
      guard let control else { return }
      let stream = Unmanaged<NodeStream>.fromOpaque(context!).takeUnretainedValue()
      nonisolated(unsafe) let values = control  // this is the core loop already
      Core.assumeIsolated { stream.controlChanged(id, values) }
    }
    return events
  }()

  /// A table of callbacks for the data thread. Its user makes it once and keeps it.
  static func makeProcessEvents(
    _ process: @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) -> UnsafeMutablePointer<pw_stream_events> {
    let events = UnsafeMutablePointer<pw_stream_events>.allocate(capacity: 1)
    events.initialize(to: pw_stream_events())
    events.pointee.version = UInt32(PW_VERSION_STREAM_EVENTS)
    events.pointee.process = process
    return events
  }

  /// Connects with interleaved 32-bit floats. The session manager makes the link.
  private static func connect(_ stream: OpaquePointer, _ format: Format) -> CInt {
    var raw = spa_audio_info_raw()
    raw.format = SPA_AUDIO_FORMAT_F32  // of this machine's byte order
    raw.channels = UInt32(format.channels)
    raw.rate = UInt32(format.rate)
    if format.channels == 1 {
      raw.position.0 = SPA_AUDIO_CHANNEL_MONO.rawValue
    } else if format.channels == 2 {
      raw.position.0 = SPA_AUDIO_CHANNEL_FL.rawValue
      raw.position.1 = SPA_AUDIO_CHANNEL_FR.rawValue
    } else {
      raw.flags = UInt32(SPA_AUDIO_FLAG_UNPOSITIONED)
    }
    return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { bytes in
      var builder = spa_pod_builder()
      spa_pod_builder_init(&builder, bytes.baseAddress, UInt32(bytes.count))
      var parameters: [UnsafePointer<spa_pod>?] = [
        UnsafePointer(spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat.rawValue, &raw))
      ]
      let flags =
        PW_STREAM_FLAG_AUTOCONNECT.rawValue | PW_STREAM_FLAG_MAP_BUFFERS.rawValue
        | PW_STREAM_FLAG_RT_PROCESS.rawValue | PW_STREAM_FLAG_INACTIVE.rawValue
      return pw_stream_connect(stream, format.direction, aloud_pw_id_any, pw_stream_flags(flags), &parameters, 1)
    }
  }
}
