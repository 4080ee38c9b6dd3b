import DesktopSupport
import EventLoop
import Foundation
import Testing

/// All tests that listen. They run one by one, because many of them measure time.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ListeningTests {}

/// The process's event loop, on a thread of its own. Code isolated to `@Core` runs only after its start.
private let loop: Void = Core.loop.startThread()

/// A desktop with the service, a client and, if opened with `with`, a recorder.
@Core
struct Scene {
  let desktop: PrivateDesktop
  let service: RunningProcess
  let remote: Remote
  private let openRecorder: Recorder?
  /// Traps if there is none.
  var recorder: Recorder { openRecorder! }

  init(desktop: PrivateDesktop, service: RunningProcess, remote: Remote, recorder: Recorder? = nil) {
    self.desktop = desktop
    self.service = service
    self.remote = remote
    openRecorder = recorder
  }

  /// Opens a scene for `body`, and closes it in every case.
  ///
  /// - Parameter voices: those that are to speak.
  nonisolated static func with(
    _ options: PrivateDesktop.Options = .init(), configuration: String = "", sink: String = "null-sink",
    voices: SpeakingVoices = .usual, _ body: @Core (Scene) async throws -> Void
  ) async throws {
    try await inDesktop(voices.options(options)) { desktop in
      let configuration = voices.configuration(configuration)
      if !configuration.isEmpty { try write(configuration, in: desktop) }
      let service = try await desktop.startService(environment: try voices.install(in: desktop))
      let remote = try Remote(desktop)
      let recorder = try await Recorder.open(in: desktop, sink: sink)
      try await body(Scene(desktop: desktop, service: service, remote: remote, recorder: recorder))
    }
  }

  /// Opens an empty desktop, and runs `body` on the event loop.
  nonisolated static func inDesktop(
    _ options: PrivateDesktop.Options = .init(), _ body: @Core (PrivateDesktop) async throws -> Void
  ) async throws {
    try await onCore { try await PrivateDesktop.with(options) { try await body($0) } }
  }

  /// Runs `body` on the event loop, which runs from then on.
  nonisolated static func onCore(_ body: @Core () async throws -> Void) async rethrows {
    loop
    try await onLoop(body)
  }

  private static func onLoop(_ body: @Core () async throws -> Void) async rethrows { try await body() }

  /// Writes the user's `aloud.toml`.
  nonisolated static func write(_ configuration: String, in desktop: PrivateDesktop) throws {
    let folder = (desktop.environment["XDG_CONFIG_HOME"] ?? "") + "/aloud"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder + "/aloud.toml"))
  }

  /// Writes a file into the desktop's directory and returns its path.
  func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let path = "\(desktop.directory)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }
}

let milliseconds: Int64 = 1_000_000
