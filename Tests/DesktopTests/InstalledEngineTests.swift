import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

/// Engines as no engine should be, put beside the installed workers: under the shipped unit, as anywhere, each costs one
/// line for the listener, and no word.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled("no systemd --user can be started by this user here") { await PrivateDesktop.hasSystemd() })
struct InstalledEngineTests {
  init() { _ = coreLoop }

  /// A way of `fake-engine` to misbehave.
  struct Fault: Sendable, CustomTestStringConvertible {
    /// The name by which it is called; with `voiced-`, it lists a voice before.
    let name: String
    /// A part of the sentence that tells the listener of it.
    let told: String

    init(_ name: String, _ told: String) { (self.name, self.told) = (name, told) }
    var testDescription: String { name }
    var hasVoice: Bool { name.hasPrefix("voiced-") }
  }

  /// `FakeEngineTests` has all faults; these have something to do with limits, signals and time.
  private static let faults = [
    Fault("mute", "no list of voices in time"), Fault("voiced-hung", "no sign of life"),
    Fault("voiced-stubborn", "no sign of life"), Fault("voiced-crasher", "signal 6"),
    Fault("voiced-flood", "frames for"), Fault("voiced-babbler", "signs of life and no end"),
    Fault("voiced-halves", "broke the protocol"), Fault("voiced-parent", "exit code 7"),
    Fault("voiced-glutton", "it wanted more than 1024 MB of memory"),
  ]

  /// An engine that floods may do so for two seconds a byte, and ten: the first sentence is short.
  private static let text = "One lantern. Two violins were heard."

  @Test(arguments: faults) func aBadEngineCostsNothingUnderTheUnit(fault: Fault) async throws {
    try await Scene.onCore {
      try await PrivateDesktop.withInstalledUnits { desktop, installation in
        let remote = try Remote(desktop)
        _ = try await remote.text(.voiceError)
        let service = try #require(try await desktop.processID(of: PrivateDesktop.serviceName))
        let memory = MemoryWatch(of: service)
        let program = installation.file("libexec/aloud/engines/\(fault.name)")
        try FileManager.default.copyItem(atPath: Project.program("fake-engine"), toPath: program)
        if fault.hasVoice {
          try await eventually("its voice is listed") {
            (try await remote(.listVoices(language: ""))[0].asVardicts ?? [])
              .contains { VoiceEntry($0)?.engine == fault.name }
          }
        }
        let recorder = try await Recorder.open(in: desktop)
        let start = Remote.now
        try await remote.speak(Self.text, SpeakOptions(voice: fault.hasVoice ? "\(fault.name):fake" : nil))
        let end = try await recorder.wait(for: "UtteranceFinished").moment
        // Each word once, and heard.
        let words = recorder.all("Word").compactMap { $0.ranges?.scalars.lowerBound }
        #expect(words == [0, 4, 13, 17, 25, 30], "\(words)")
        let recording = try await recorder.recording(until: end)
        let sound = recording.samples(start, .max).count { abs($0) > 0.01 }
        #expect(sound > recording.rate / 2, "\(sound) samples at \(recording.rate) Hz")
        // One line, also after another text.
        try await remote.speak("Three.")
        try await recorder.wait(for: "UtteranceFinished", count: 2)
        // One that lists no voice is given up after some seconds.
        let lines = try await eventually("it is told") {
          let steps = (try await remote(.diagnose)[0].asArray ?? []).compactMap { DiagnosisStep($0) }
          let lines = steps.map(\.detail).filter { $0.hasPrefix("the engine \(fault.name) does not work: ") }
          return lines.isEmpty ? nil : lines
        }
        #expect(lines.count == 1 && lines[0].contains(fault.told) && !lines[0].contains("\n"), "\(lines)")
        #expect(memory.peak < 1_200 << 10, "\(memory.peak) KiB")
        #expect(try await desktop.property("ActiveState", of: "aloudd.service") == "active")
        #expect(try await desktop.processID(of: PrivateDesktop.serviceName) == service)
        #expect(try await desktop.property("NRestarts", of: "aloudd.service") == "0")
        try await eventually("its processes are gone") { descendants(of: service, named: fault.name).isEmpty }
      }
    }
  }
}

/// The memory of a service with all its processes.
@Core
private final class MemoryWatch {
  /// The most at a time, in KiB.
  private(set) var peak = 0
  private var looking: Task<Void, Never>?

  /// Looks until it goes.
  init(of service: Int32) {
    looking = Task { @Core [weak self] in
      while !Task.isCancelled {
        let now = ([service] + descendants(of: service, named: "")).reduce(0) { $0 + Self.resident($1) }
        guard let self else { return }
        peak = max(peak, now)
        try? await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  isolated deinit { looking?.cancel() }

  private static func resident(_ process: Int32) -> Int {
    contents("/proc/\(process)/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4 } ?? 0
  }
}
