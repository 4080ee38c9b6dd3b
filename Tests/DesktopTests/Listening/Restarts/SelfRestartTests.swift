import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// Another version of the service is installed while it runs.
  struct SelfRestartTests {
    /// A service with programs in a folder of the desktop.
    @Core
    private final class Installed {
      let desktop: PrivateDesktop
      let folder: String
      let service: RunningProcess
      let remote: Remote

      init(_ desktop: PrivateDesktop) async throws {
        self.desktop = desktop
        folder = desktop.directory + "/programs"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for worker in [
          "aloud-speak", "aloud-read", "aloud-read-book", "aloud-read-pdf", "aloud-settings", "aloud-decode",
        ] {
          try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/\(worker)", withDestinationPath: Project.program(worker))
        }
        try FileManager.default.copyItem(atPath: Project.program("aloudd"), toPath: folder + "/aloudd")
        service = try desktop.start([folder + "/aloudd"])
        try await desktop.waitUntilOwned(PrivateDesktop.serviceName, by: service)
        remote = try Remote(desktop)
      }

      /// Replaces the program's file, as a package manager does.
      func replace(with source: String = Project.program("aloudd")) throws {
        let new = folder + "/aloudd.dpkg-new"
        try FileManager.default.copyItem(atPath: source, toPath: new)
        try #require(rename(new, folder + "/aloudd") == 0)
      }

      /// The inode number of the running program.
      var running: UInt64 { number("/proc/\(service.pid)/exe") }
      var installed: UInt64 { number(folder + "/aloudd") }

      private func number(_ path: String) -> UInt64 {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
      }

      /// Waits until the new program is running in the old process and answers.
      func restarted() async throws {
        try await eventually("the new program runs") { self.running == self.installed }
        try await eventually("it answers") {
          try await self.desktop.processID(of: PrivateDesktop.serviceName) == self.service.pid
        }
      }
    }

    private func with(_ body: @Core (Installed) async throws -> Void) async throws {
      try await Scene.inDesktop { desktop in try await body(try await Installed(desktop)) }
    }

    /// The starts of the words of a text.
    private func starts(_ text: String) -> [UInt32] {
      var starts: [UInt32] = []
      var isWithin = false
      for (offset, scalar) in text.unicodeScalars.enumerated() {
        if scalar != " ", !isWithin { starts.append(UInt32(offset)) }
        isWithin = scalar != " "
      }
      return starts
    }

    @Test func aReadingGoesOnWithTheNextWord() async throws {
      try await with { scene in
        let remote = scene.remote
        try await remote(.subscribe([.word, .utterance]))
        let words = Signals(of: WordSignal.member, on: remote)
        let cancelled = Signals(of: UtteranceCancelledSignal.member, on: remote)
        let track = try await remote.speak(reading)
        for round in 1...2 {
          try await eventually("words are heard") { words.words.count >= round * 8 }
          let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(scene.service.pid)/fd").count
          try scene.replace()
          try await scene.restarted()
          let count = words.words.count
          // The subscription is the old one: the client has not subscribed again.
          try await eventually("words are heard again") { words.words.count >= count + 8 }
          let now = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(scene.service.pid)/fd").count
          #expect(now <= descriptors + 8, "\(descriptors) descriptors before, \(now) after")
        }
        let heard = words.words
        #expect(heard.allSatisfy { $0.track == track })
        #expect(heard.map(\.range.scalars.start) == Array(starts(reading).prefix(heard.count)), "each word once")
        #expect(cancelled.arguments.isEmpty)
        #expect(try await remote.text(.playbackStatus) == "Playing")
      }
    }

    @Test func aPausedReadingIsTakenOverAtOnceAndStaysPaused() async throws {
      try await with { scene in
        let remote = scene.remote
        let track = try await remote.speak(reading)
        try await remote.wait(.state, "speaking")
        try await remote(.pause(.immediate))
        let position = try await remote.settledPosition()
        try scene.replace()
        try await scene.restarted()
        #expect(try await remote.text(.playbackStatus) == "Paused")
        #expect(try await remote.text(.pauseReason) == "user")
        #expect(try await remote.get(.track).asObjectPath == track)
        #expect(abs(try await remote.position() - position) < 2_000_000)
        // The new program knows its children.
        let children = contents("/proc/\(scene.service.pid)/task/\(scene.service.pid)/children")
        for child in children.split(separator: " ") {
          #expect(!contents("/proc/\(child)/stat").contains(") Z "), "\(child) is nobody's")
        }
      }
    }

    @Test func aProgramThatDoesNotStartIsNotTaken() async throws {
      try await with { scene in
        let remote = scene.remote
        try await remote.speak(reading)
        try await remote.wait(.state, "speaking")
        let broken = scene.folder + "/broken"
        try Data("#!/bin/sh\nexit 7\n".utf8).write(to: URL(fileURLWithPath: broken))
        try #require(chmod(broken, 0o755) == 0)
        let before = scene.running
        try scene.replace(with: broken)
        try await eventually("it is told") { scene.service.errors.contains("does not start") }
        #expect(scene.running == before)
        #expect(try await remote.text(.playbackStatus) == "Playing")
        // The next program can start.
        try scene.replace()
        try await scene.restarted()
        #expect(scene.service.errors.split(separator: "\n").count { $0.contains("does not start") } == 1)
      }
    }

    /// An upgrade has replaced the worker but not yet the service, which does not understand the worker's messages.
    @Test func aWorkerOfAnotherVersionIsTheSameSign() async throws {
      try await with { scene in
        let remote = scene.remote
        let worker = scene.folder + "/aloud-speak"
        try FileManager.default.removeItem(atPath: worker)
        try Data("#!/bin/sh\nprintf 'a packet of another version' >&3\nread -r line <&3\n".utf8).write(
          to: URL(fileURLWithPath: worker))
        try #require(chmod(worker, 0o755) == 0)
        try await remote(.subscribe([.word, .utterance, .error]))
        let words = Signals(of: WordSignal.member, on: remote)
        let failures = Signals(of: FailedSignal.member, on: remote)
        // Another voice needs another process.
        let track = try await remote.speak("Guten Morgen. Dies ist ein Text.", SpeakOptions(language: "de", pitch: 1.1))
        try await remote.wait(.state, "preparing")
        try FileManager.default.removeItem(atPath: worker)
        try FileManager.default.createSymbolicLink(
          atPath: worker, withDestinationPath: Project.program("aloud-speak"))
        try scene.replace()
        try await scene.restarted()
        try await eventually("it is heard") { words.words.contains { $0.track == track } }
        #expect(failures.arguments.isEmpty, "\(failures.arguments)")
      }
    }

    @Test func aWaitingClientWaitsOn() async throws {
      try await with { scene in
        try await scene.remote(.setRateOfAll(3))
        let waiting = try scene.desktop.start(
          [Project.program("aloud"), "say", "--wait", (1...6).map { "This is sentence \($0)." }.joined(separator: " ")])
        try await scene.remote.wait(.state, "speaking")
        try scene.replace()
        try await scene.restarted()
        let result = try await waiting.waitForEnd()
        #expect(result.exitCode == 0, "\(result)")
        #expect(result.errors.isEmpty)
      }
    }
  }
}
