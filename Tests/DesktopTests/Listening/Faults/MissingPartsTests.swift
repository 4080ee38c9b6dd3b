import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

/// The errors for clients if a part of the machine is missing or broken, or a text exceeds every limit.
@Suite(.timeLimit(.minutes(3)))
struct MissingPartsTests {
  private let aloud = Project.program("aloud")

  @Test func aTextOverTheLimitIsTooLarge() async throws {
    try await Scene.inDesktop { desktop in
      let service = try await desktop.startService()
      let remote = try Remote(desktop)
      try await remote.speak("A text that is there already.", SpeakOptions(paused: true))
      let text = String(repeating: "A text. ", count: 2 << 20) + "."
      #expect(await remote.failure(of: .speak(text: text, SpeakOptions())) == "TooLarge")
      let path = desktop.directory + "/huge.txt"
      try Data(String(repeating: "A text. ", count: 1 << 13).utf8).write(to: URL(fileURLWithPath: path))
      try #require(truncate(path, 1 << 30 + 1) == 0)
      #expect(await remote.failure(of: .open(uris: ["file://" + path], SpeakOptions())) == "TooLarge")
      let descriptor = open(path, O_RDONLY)
      #expect(await remote.failure(of: .speakDescriptor(0, SpeakOptions()), descriptors: [descriptor]) == "TooLarge")
      close(descriptor)
      let read = try await desktop.run(aloud, "read", path)
      #expect(read.exitCode == 6 && read.errors.contains("try: "), "\(read)")
      #expect(try await remote.get(.queueLength).asUInt32 == 1, "the state stays as it was")
      withExtendedLifetime(service) {}
    }
  }

  @Test func withoutVoiceDataTheEngineIsNamed() async throws {
    try await Scene.inDesktop { desktop in
      try FileManager.default.createDirectory(
        atPath: desktop.directory + "/espeak-ng-data", withIntermediateDirectories: true)
      let data = ["ESPEAK_DATA_PATH": desktop.directory]
      let service = try await desktop.startService(environment: data)
      let remote = try Remote(desktop)
      for call: AloudCall in [
        .speak(text: "A text.", SpeakOptions()), .listVoices(language: ""),
        .speak(text: "A text.", SpeakOptions(voice: "en-gb")),
      ] {
        #expect(await remote.failure(of: call) == "Engine", "\(call)")
      }
      #expect(try await remote.get(.queueLength).asUInt32 == 0)
      let said = try await desktop.run(aloud, "say", "A text.")
      #expect(said.exitCode == 5 && said.errors.contains("try: "), "\(said)")
      #expect(try await desktop.run(aloud, "voices", environment: data).exitCode == 5)
      #expect(try await desktop.run(aloud, "doctor").exitCode == 5)
      withExtendedLifetime(service) {}
    }
  }

  @Test func withoutVoiceDataAnAnnouncementIsAFixedSound_S1_02() async throws {
    try await Scene.inDesktop { desktop in
      try FileManager.default.createDirectory(
        atPath: desktop.directory + "/espeak-ng-data", withIntermediateDirectories: true)
      let service = try await desktop.startService(environment: ["ESPEAK_DATA_PATH": desktop.directory])
      let remote = try Remote(desktop)
      let recorder = try await Recorder.open(in: desktop, sink: "null-sink")
      let news = try await AnnouncementNews(remote)
      _ = try await remote(.announce([.text("Tea is ready.")], AnnounceOptions()))
      let sound = try await recorder.wait(for: "sound")
      let silence = try await recorder.wait(for: "silence", since: sound.moment)
      #expect(silence.moment - sound.moment > 200 * milliseconds, "it was no chime")
      #expect(try await news.end(of: 1) == "dropped (failed)")
      withExtendedLifetime(service) {}
    }
  }

  @Test func anEngineThatCannotStartIsNamed() async throws {
    try await Scene.inDesktop { desktop in
      // The service beside a program that is not a worker.
      let folder = desktop.directory + "/programs"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for program in ["aloudd", "aloud-read", "aloud-settings"] {
        try FileManager.default.copyItem(atPath: Project.program(program), toPath: "\(folder)/\(program)")
      }
      try FileManager.default.copyItem(atPath: "/bin/false", toPath: folder + "/aloud-speak")
      let service = try desktop.start([folder + "/aloudd"])
      try await desktop.waitUntilOwned(PrivateDesktop.serviceName, by: service)
      let remote = try Remote(desktop)
      #expect(await remote.failure(of: .speak(text: "A text.", SpeakOptions())) == "Engine")
      #expect(try await remote.get(.queueLength).asUInt32 == 0)
      let said = try await desktop.run(aloud, "say", "A text.")
      #expect(said.exitCode == 5 && said.errors.contains("try: "), "\(said)")
    }
  }

  @Test func withoutPipeWireATextWaitsAndEverybodyIsTold_S1_13_S4_07() async throws {
    try await Scene.inDesktop { desktop in
      try await desktop.order(.stop(.pipewire))
      try await tellsOfMissingSound(desktop, reason: "server-lost") { try await desktop.order(.start(.pipewire)) }
    }
  }

  @Test func withoutASinkATextWaitsAndEverybodyIsTold_S1_13() async throws {
    var options = PrivateDesktop.Options()
    options.sink = nil
    try await Scene.inDesktop(options) { desktop in
      try await tellsOfMissingSound(desktop, reason: "no-sink") { try await desktop.order(.addSink("null-sink")) }
    }
  }

  @Core
  private func tellsOfMissingSound(
    _ desktop: PrivateDesktop, reason: String, cure: @Core () async throws -> Void
  ) async throws {
    let service = try await desktop.startService()
    let remote = try Remote(desktop)
    let failures = Signals(of: "Failed", on: remote)
    let ends = Signals(of: "UtteranceFinished", on: remote)
    try await remote(.subscribe([.error, .utterance]))
    let track = try await remote.speak("First.")
    try await remote.wait(.state, "interrupted")
    #expect(try await remote.text(.pauseReason) == reason)
    try await eventually("the client is told") { !failures.arguments.isEmpty }
    #expect(failures.arguments.first?.first?.asObjectPath == track)
    #expect(failures.arguments.first?.dropFirst().first?.asString == "org.aloud.Aloud1.Error.NoAudio")
    #expect(try await remote.text(.lastError).contains("waits in the queue"))
    // A text that is said now is queued after it, and the command reports that it is not heard.
    let said = try await desktop.run(aloud, "say", "Second.")
    #expect(said.exitCode == 4 && said.errors.contains("the text waits in the queue\ntry: "), "\(said)")
    let waited = try await desktop.run(aloud, "say", "--now", "-w", "Third.")
    #expect(waited.exitCode == 4 && waited.errors.contains("the text waits in the queue\ntry: "), "\(waited)")
    #expect(try await remote.get(.queueLength).asUInt32 == 3)
    try await cure()
    try await eventually("all three are read") { ends.arguments.count == 3 }
    #expect(try await remote.text(.lastError) == "")
    #expect(failures.arguments.count == 2, "each is told once: \(failures.arguments)")
    withExtendedLifetime(service) {}
  }
}
