import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import Vocabulary

@testable import Store

/// A service that comes and goes on one desktop.
@Core
final class RestartableService {
  let desktop: PrivateDesktop
  let remote: Remote
  private(set) var service: RunningProcess
  /// The log of all runs.
  private(set) var errors = ""
  /// The namespace of the next run; `nil`: that of the others.
  var place: OwnNamespace?
  private let environment: [String: String]
  /// The folder with the state, as seen from the test.
  let folder: String

  /// - Parameters:
  ///   - disk: the disk mounted at the state's folder; `nil`: the state is in the desktop's directory.
  ///   - place: the namespace of the first run; `nil`: that of the disk, or that of the other programs.
  ///   - environment: variables in addition to those of the desktop.
  init(
    _ desktop: PrivateDesktop, disk: OwnDisk? = nil, in place: OwnNamespace? = nil, environment: [String: String] = [:]
  ) async throws {
    self.desktop = desktop
    self.environment = environment
    self.place = place ?? disk?.place
    folder = (disk?.path ?? desktop.environment["XDG_STATE_HOME"] ?? "") + "/aloud"
    service = try Self.start(in: desktop, self.place, environment)
    try await desktop.waitUntilOwned(PrivateDesktop.serviceName, by: service)
    remote = try Remote(desktop)
  }

  private static func start(
    in desktop: PrivateDesktop, _ place: OwnNamespace?, _ environment: [String: String], _ limits: [String] = []
  ) throws -> RunningProcess {
    let command = limits + [Project.program("aloudd")]
    return try desktop.start(place?.command(command) ?? command, environment: environment)
  }

  nonisolated static func with(
    configuration: String = "", _ options: PrivateDesktop.Options = .init(), voices: SpeakingVoices = .usual,
    _ body: @Core (RestartableService) async throws -> Void
  ) async throws {
    try await Scene.inDesktop(voices.options(options)) { desktop in
      let configuration = voices.configuration(configuration)
      if !configuration.isEmpty { try Scene.write(configuration, in: desktop) }
      try await body(try await RestartableService(desktop, environment: try voices.install(in: desktop)))
    }
  }

  /// Ends the service with a signal, and waits until it is gone.
  @discardableResult
  func end(_ signal: CInt) async throws -> CommandResult {
    service.send(signal: signal)
    let result = try await service.waitForEnd()
    errors += result.errors
    return result
  }

  /// - Parameter limits: a program with arguments that starts it under limits.
  func begin(_ limits: [String] = []) async throws {
    service = try Self.start(in: desktop, place, environment, limits)
    // The service owns the name only after it has restored the state of the last run.
    try await eventually("it answers") { try await self.owner() == self.service.pid }
  }

  func endAndBegin(_ signal: CInt) async throws {
    try await end(signal)
    try await begin()
  }

  private func owner() async throws -> Int32? {
    let call = BusCall(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
      [.string(AloudBus.name.text)])
    return (try? await remote.bus.call(call))?.arguments.first?.asUInt32.map { Int32(bitPattern: $0) }
  }

  func subscribe() async throws -> Signals {
    try await remote(.subscribe([.word, .utterance, .error]))
    return Signals(of: WordSignal.member, on: remote)
  }

  /// The number of warnings of the present run.
  var warnings: Int { service.errors.split(separator: "\n").count { $0.contains("warning: ") } }

  func tracks() async throws -> [TrackEntry] {
    guard case .array(_, let rows) = try await remote(.listTracks).first else { return [] }
    return rows.compactMap { $0.asVardict.flatMap(TrackEntry.init) }
  }

  /// The problems in the files of a service that has ended or was killed.
  func problems() throws -> [String] {
    try inStore { try $0.problems() + ($0.setAside.map { ["\($0)"] } ?? []) }
  }

  /// The stored text of a track.
  func text(of track: ObjectPath) throws -> String {
    let number = track.text.split(separator: "/").last.flatMap { Int64($0) } ?? 0
    return try inStore { store in
      let parts = try store.database.rows(
        "SELECT bytes FROM text WHERE track = ? ORDER BY start", [.integer(number)])
      return String(decoding: parts.compactMap { $0.first?.asBlob }.joined(), as: UTF8.self)
    }
  }

  private func inStore<Value>(_ body: (SessionStore) throws -> Value) throws -> Value {
    let copy = desktop.directory + "/copy-of-state"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    let store = try SessionStore(in: StateFolder(path: copy))
    defer { store.close() }
    return try body(store)
  }
}

extension Signals {
  /// The arguments as words.
  var words: [WordSignal] { arguments.compactMap { WordSignal(arguments: $0) } }
}

extension [WordSignal] {
  /// True if a place, in microseconds, may be kept after these words: that of one of the last two, or one in the
  /// silence after a sentence that one of them ends.
  ///
  /// The last word may have been told and not yet kept, so that the one before it is right too.
  func mayBeKept(at place: Int64, in text: String) -> Bool {
    guard let word = suffix(2).last(where: { $0.mediaMicroseconds.count <= place }) else { return false }
    let time = place - word.mediaMicroseconds.count
    if time == 0 { return true }
    let span = word.range.scalars
    // A heading ends with its line. The word and the silence after it are shorter than this.
    let next = text.unicodeScalars.dropFirst(Int(span.start + span.length)).first
    return (next == "." || next == "\n") && time < 1_500_000
  }
}

/// Twenty short sentences and more, so that words follow quickly.
let reading = (1...40).map { "Word \($0) is here. And so is another one, which is longer." }.joined(separator: " ")
