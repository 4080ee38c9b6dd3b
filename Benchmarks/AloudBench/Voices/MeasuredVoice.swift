import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Speech
import Vocabulary
import Workers

/// A voice of the measurements of natural voices.
struct MeasuredVoice: Equatable {
  /// The name in the table.
  var name: String
  /// The identifier in calls of the service.
  var id: String

  static let espeak = MeasuredVoice(name: "espeak-ng", id: "gmw/en-US")
  static let heart = MeasuredVoice(name: "heart", id: "neural:heart")
  /// A voice of Piper, of medium quality.
  static let joe = MeasuredVoice(name: "joe, of Piper", id: "neural:en_US-joe-medium")
  static let all = [espeak, heart, joe]

  /// The option of a call that asks for it.
  var option: [String: BusValue] { ["voice": .string(id)] }

  /// The engine that speaks with it, without a service.
  @Core
  func engine() throws -> SpeechEngine {
    let voice = VoiceID(id)
    let isUsual = voice.engine == UsualEngine.name
    let name = isUsual ? "aloud-speak" : "engines/\(voice.engine)"
    let paths = [Project.program(name), Project.program("../libexec/aloud/\(name)")]
    guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      throw BenchError("\(name) is not installed")
    }
    return isUsual ? SpeechEngine(HeldProgram(path)) : SpeechEngine(engine: voice.engine, HeldProgram(path))
  }

  var configuration: VoiceConfiguration { VoiceConfiguration(voice: VoiceID(id)) }
}

/// The natural voices that `scripts/fetch-voices` has brought. They are there for their own parts only: the figures of
/// all others are those of espeak-ng.
@Core
enum FetchedVoices {
  /// Measures with a service that has them.
  static func with(
    _ rig: Rig, _ report: inout Report, _ body: @Core (Aloud, inout Report) async throws -> Void
  ) async throws {
    guard let folder = Project.fetchedVoices else {
      report.notes.append("Natural voices: left out, there are none (scripts/fetch-voices tests).")
      return
    }
    let usual = rig.desktop.environment["XDG_DATA_DIRS"] ?? "/usr/share"
    let aloud = Aloud(rig: rig)
    try await aloud.quit()
    try await setData("\(folder)/share:\(usual)", rig)
    var failure: (any Error)?
    do {
      let list = try await aloud.call("ListVoices", [.string("")]).first?.asArray ?? []
      let known = list.compactMap { $0.asVardict?["identifier"]?.asString }
      for voice in MeasuredVoice.all where !known.contains(voice.id) {
        throw BenchError("there is no voice \(voice.id)")
      }
      try await body(aloud, &report)
    } catch {
      failure = error
    }
    await rig.endProcesses()
    try await aloud.call("Clear")
    try await aloud.quit()
    try await setData(usual, rig)
    if let failure { throw failure }
  }

  /// Sets the folders of data for the services that the bus starts, and for the engines of this process.
  private static func setData(_ folders: String, _ rig: Rig) async throws {
    setenv("XDG_DATA_DIRS", folders, 1)
    try await rig.call(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "UpdateActivationEnvironment",
      [.dictionary(key: .string, value: .string, [BusEntry(.string("XDG_DATA_DIRS"), .string(folders))])])
  }
}

extension Aloud {
  /// Throws if another voice reads than the one that was asked for.
  func confirmVoice() async throws {
    let error = try await get("VoiceError").asString ?? ""
    guard error.isEmpty else { throw BenchError(error) }
  }
}
