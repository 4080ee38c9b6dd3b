import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

/// Files of a real file system that stops answering, as a network mount does without its server.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled(
    if: OwnNamespace.isPossible && access("/dev/fuse", R_OK | W_OK) == 0,
    "no FUSE file system can be mounted: that takes /dev/fuse, and root or a user namespace"))
struct SilentFileSystemTests {
  private func with(_ body: @Core (RestartableService, String) async throws -> Void) async throws {
    try await Scene.inDesktop { desktop in
      let folder = desktop.directory + "/silent"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let place = try await OwnNamespace(.mounts, in: desktop)
      let server = try desktop.start(
        place.administering([Project.program("silent-fs"), folder]), keepsInputOpen: true)
      _ = try await server.waitForOutput("the file system is mounted") { @Sendable output in
        output.contains("mounted") ? true : nil
      }
      var problem: (any Error)?
      do { try await body(try await RestartableService(desktop, in: place), folder) } catch { problem = error }
      // Threads that wait for the file system cannot end before it does, not even by a signal.
      server.send(signal: SIGKILL)
      _ = try await server.waitForEnd()
      if let problem { throw problem }
    }
  }

  /// The file is requested, and everything else continues. Then the request fails with an error of its own.
  @Test(arguments: ["never-opened", "never-read"])
  func aFileSystemThatNeverAnswersEndsItsOwnRequestOnly(file: String) async throws {
    try await with { fixture, folder in
      let remote = fixture.remote
      let words = try await fixture.subscribe()
      try await remote.speak(reading)
      try await eventually("words are heard") { words.arguments.count >= 3 }
      let request = Task { @Core in await remote.failure(of: .open(uris: ["file://\(folder)/\(file)"], SpeakOptions()))
      }
      // A later request does not wait until the file system counts as dead.
      let second = try await remote.speak("A second text.")
      #expect(second != "/")
      let count = words.arguments.count
      try await eventually("the reading goes on") { words.arguments.count >= count + 3 }
      #expect(await request.value == "NotAnswering")
      #expect(try await remote.text(.playbackStatus) == "Playing")
    }
  }

  /// However many programs ask for its files: those of others are opened, and the queue and the place are kept.
  @Test func aFileSystemThatNeverAnswersTakesNothingFromOthers() async throws {
    try await with { fixture, folder in
      let good = fixture.desktop.directory + "/good.txt"
      try Data("A good text that is read.".utf8).write(to: URL(fileURLWithPath: good))
      var programs: [Remote] = []
      for _ in 0..<5 { programs.append(try Remote(fixture.desktop)) }
      let requests = programs.flatMap { program in
        (0..<60).map { _ in
          Task { @Core in
            await program.failure(of: .open(uris: ["file://\(folder)/never-opened"], SpeakOptions(paused: true)))
          }
        }
      }
      for request in requests {
        let failure = await request.value
        #expect(["NotAnswering", "org.freedesktop.DBus.Error.LimitsExceeded"].contains(failure), "\(failure)")
      }
      // All of their threads hang by now.
      let opened = await fixture.remote.failure(of: .open(uris: ["file://\(good)"], SpeakOptions()))
      #expect(opened == "")
      try await eventually("it is read") { try await fixture.remote.position() > 300_000 }
      try await fixture.remote(.pause(.immediate))
      #expect(try await fixture.remote.text(.stateError) == "")
      #expect(!fixture.service.errors.contains("cannot be kept"), "\(fixture.service.errors)")
    }
  }
}
