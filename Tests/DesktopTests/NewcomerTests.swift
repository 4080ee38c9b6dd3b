import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing

/// The first sound for newcomers, who have typed `make run`.
@Suite(.timeLimit(.minutes(3)))
struct NewcomerTests {
  /// A recogniser understands each word of a human voice. Of those that espeak-ng says it mishears every sixth.
  @Test(
    .enabled("there is no natural voice here (scripts/fetch-voices)") { Project.fetchedVoices != nil },
    .enabled("there is no speech recogniser here (scripts/fetch-voices recogniser)") { await Recogniser.isFetched })
  func theIntroductionBeginsWithAHumanSentence() async throws {
    _ = coreLoop
    try await PrivateDesktop.with { desktop in
      let recorder = try await Recorder.open(in: desktop, beforeTheService: true)
      // As on a real desktop: the script starts the service.
      let demo = try desktop.start(
        [Project.file("scripts/run-demo"), Project.programs], environment: ["ALOUD_DESKTOP_DIR": ""])
      let first = try await recorder.wait(for: "Sentence")
      let third = try await recorder.wait(for: "Sentence", count: 3)
      let recording = try await recorder.recording(until: third.moment)
      // The script ends the service, as after a Ctrl-C.
      kill(-demo.pid, SIGINT)
      #expect(try await demo.waitForEnd().exitCode == 130)
      #expect(try await !desktop.isOwned(PrivateDesktop.serviceName))
      let text = try String(contentsOfFile: Project.file("share/introduction.txt"), encoding: .utf8)
      let line = text.prefix { !$0.isNewline }
      #expect(line.split(separator: ". ").count == 2, "the first two sentences")
      let heard = try await Recogniser.words(
        of: recording, first.moment - 300 * milliseconds, third.moment, in: desktop.directory)
      #expect(heard == Recogniser.words(String(line)))
    }
  }
}
