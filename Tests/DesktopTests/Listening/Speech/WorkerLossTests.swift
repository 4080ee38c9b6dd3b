import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing
import Vocabulary

extension ListeningTests {
  /// A speech worker that dies or hangs in the middle of a word is replaced, and the listener hears the words.
  struct WorkerLossTests {
    private static let text =
      "Early one morning an old man walked along. All around him animals were awake."
      + " An eagle and an owl and an otter were already eating."

    /// The first speaking process is faulty; its successor is the real one.
    @Test(arguments: ["crasher", "hung", "garbage", "holes"])
    func theReadingGoesOnAfterAWorkerThatTalksNonsense(_ kind: String) async throws {
      try await Scene.inDesktop { desktop in
        let folder = try workers(
          in: desktop, "[ \"$(wc -l <\"$0.starts\")\" != 2 ] || exec \"${0%/*}/\(kind)\"", beside: kind)
        let service = try await desktop.startService(environment: ["ALOUD_LIBEXEC": folder])
        let remote = try Remote(desktop)
        let recorder = try await Recorder.open(in: desktop)
        try await endTheLister(of: service, remote)
        try await remote.speak(Self.text)
        try await recorder.wait(for: "UtteranceFinished")
        #expect(recorder.all("Word").count == 25)
        #expect(contents(folder + "/aloud-speak.starts").count >= 3)
        #expect(service.isRunning)
      }
    }

    /// Three processes die during one sentence: silence with a reason, reported once, and nothing of the text or the
    /// queue is lost. Play tries again.
    @Test func anEngineThatDiesAgainAndAgainPausesAndPlayTriesAgain_S0_13() async throws {
      try await Scene.inDesktop { desktop in
        let folder = try workers(
          in: desktop,
          "[ \"$(wc -l <\"$0.starts\")\" = 1 ] || [ -e \"${0%/*}/mended\" ] || exec \"${0%/*}/crasher\"",
          beside: "crasher")
        let service = try await desktop.startService(environment: ["ALOUD_LIBEXEC": folder])
        let remote = try Remote(desktop)
        let recorder = try await Recorder.open(in: desktop)
        try await endTheLister(of: service, remote)
        try await remote.speak(Self.text)
        // The first one may be paused already, and would be interrupted.
        try await remote.speak("And another text.", SpeakOptions(whenBusy: .queue))
        try await remote.wait(.pauseReason, "engine-lost")
        #expect(try await remote.text(.playbackStatus) == "Paused")
        #expect(try await remote.get(.queueLength).asUInt32 == 2)
        #expect(try await remote.text(.lastError).contains("the speech engine ends again and again"))
        let status = try await desktop.run(Project.program("aloud"), "status")
        #expect(status.output.contains("the speech engine ends again and again; 'aloud play' tries once more"))
        let starts = contents(folder + "/aloud-speak.starts").count
        // There is one report per attempt.
        let told = { service.errors.components(separatedBy: "engine-lost").count - 1 }
        #expect(told() == 1, "\(service.errors)")
        try await remote(.play)
        try await eventually("it is told of the second try") { told() == 2 }
        try await remote.wait(.pauseReason, "engine-lost")
        // Without a request there was no attempt.
        #expect(contents(folder + "/aloud-speak.starts").count == starts + 3)
        try Data().write(to: URL(fileURLWithPath: folder + "/mended"))
        try await remote(.play)
        try await recorder.wait(for: "UtteranceFinished", count: 2)
        #expect(recorder.all("Word").count == 28)
        #expect(recorder.all("Failed").count == 2)
        #expect(try await remote.text(.lastError).isEmpty)
        #expect(service.isRunning)
      }
    }

    /// In the middle of a text, after its first sentences were spoken, every process that would speak the next one is
    /// killed.
    @Test func aWorkerThatIsKilledRepeatedlyPausesAtTheWordAndPlayGoesOnThere_S0_13() async throws {
      try await Scene.inDesktop { desktop in
        let folder = try workers(
          in: desktop, "[ ! -e \"${0%/*}/broken\" ] || exec \"${0%/*}/crasher\"", beside: "crasher")
        let service = try await desktop.startService(environment: ["ALOUD_LIBEXEC": folder])
        let remote = try Remote(desktop)
        let recorder = try await Recorder.open(in: desktop)
        // The text is so long that its end is not synthesized while the beginning is heard.
        let text = Array(repeating: Self.text, count: 12).joined(separator: " ")
        try await remote.speak(text)
        try await recorder.wait(for: "Word", count: 3)
        try Data().write(to: URL(fileURLWithPath: folder + "/broken"))
        for speaker in speakers(below: service.pid).reversed() { kill(speaker, SIGKILL) }
        try await remote.wait(.pauseReason, "engine-lost")
        try FileManager.default.removeItem(atPath: folder + "/broken")
        try await remote(.play)
        try await remote.set(.rate, .double(6))
        try await recorder.wait(for: "UtteranceFinished")
        let places = recorder.all("Word").compactMap { $0.ranges?.scalars.lowerBound }
        // Every word is heard in order; the word at the interruption is heard twice.
        #expect(Set(places).count == 25 * 12)
        #expect(zip(places, places.dropFirst()).count { $0 >= $1 } <= 1)
        #expect(places.count <= 25 * 12 + 1)
      }
    }

    /// The process that lists the voices is also the first one that speaks. It is ended here while it is idle.
    private func endTheLister(of service: RunningProcess, _ remote: Remote) async throws {
      _ = try await remote(.listVoices(language: ""))
      for speaker in speakers(below: service.pid) { kill(speaker, SIGKILL) }
      try await eventually("the process that listed the voices is gone") { speakers(below: service.pid).isEmpty }
    }

    /// A folder with the workers. Its `aloud-speak` is a script that counts its starts and runs `line` before the real
    /// one. The service starts it once for the list of voices.
    private func workers(in desktop: PrivateDesktop, _ line: String, beside kind: String) throws -> String {
      let folder = desktop.directory + "/workers"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let script = "#!/bin/sh\necho >>\"$0.starts\"\n\(line)\nexec \(Project.program("aloud-speak"))\n"
      try Data(script.utf8).write(to: URL(fileURLWithPath: folder + "/aloud-speak"))
      chmod(folder + "/aloud-speak", 0o755)
      for (name, program) in [
        ("aloud-read", "aloud-read"), ("aloud-settings", "aloud-settings"), (kind, "fake-engine"),
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: folder + "/" + name, withDestinationPath: Project.program(program))
      }
      return folder
    }

    /// The gap in the sound at the loss of a worker.
    struct Measured {
      @Test func everyWordIsHeardOnceAndInOrder() async throws {
        try await Scene.with { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          @Core func read(
            disturb: @Core (_ word: Int) -> Void
          ) async throws -> (words: [[String]], longest: Int64, delay: Int64) {
            let start = Remote.now
            try await remote.speak(WorkerLossTests.text)
            for word in [2, 10, 16] {
              try await recorder.wait(for: "Word", count: word, since: start)
              disturb(word)
            }
            let end = try await recorder.wait(for: "UtteranceFinished", since: start).moment
            let words = recorder.all("Word", since: start)
            let recording = try await recorder.recording(until: end)
            return (
              words.map { Array($0.words.dropFirst()) }, recording.longestSilence(words.first?.moment ?? start, end),
              (recording.onsets(start).first ?? end) - start
            )
          }
          // An undisturbed pass, for comparison.
          let whole = try await read { _ in }
          #expect(whole.words.count == 25)
          for signal in [SIGKILL, SIGSTOP] {
            var longest: [Int64] = []
            // A busy machine may be late with the new worker; a fault of the service is there every time.
            repeat {
              let disturbed = try await read { _ in
                for speaker in speakers(below: scene.service.pid).reversed() { kill(speaker, signal) }
              }
              #expect(disturbed.words == whole.words)
              longest.append(disturbed.longest / milliseconds)
            } while longest[longest.count - 1] > whole.longest / milliseconds + 300 && longest.count < 4
            #expect(
              longest[longest.count - 1] <= whole.longest / milliseconds + 300,
              "signal \(signal): \(longest) ms, undisturbed \(whole.longest / milliseconds)")
          }
          #expect(try await remote.text(.lastError).isEmpty)
          // The end of an idle worker is not noticed either.
          let start = Remote.now
          try await remote.speak("Eagle.")
          let sound = try await recorder.wait(for: "sound", since: start)
          let delay = (sound.moment - start) / milliseconds
          #expect(delay < 3 * whole.delay / milliseconds + 1000, "\(delay) ms, else \(whole.delay / milliseconds) ms")
          try await eventually("the stopped ones are gone") {
            speakers(below: scene.service.pid).allSatisfy { !contents("/proc/\($0)/stat").contains(") T ") }
          }
        }
      }
    }
  }
}
