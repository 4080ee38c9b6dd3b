import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
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
        try FileManager.default.copyItem(atPath: Project.program("aloudd"), toPath: folder + "/aloudd")
        try Self.install(in: folder)
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

      private static let workers = [
        "aloud-speak", "aloud-read", "aloud-read-book", "aloud-read-pdf", "aloud-settings", "aloud-decode",
      ]

      /// Puts something else in the place of each worker.
      func replaceWorkers(with successor: Successor) throws {
        for worker in Self.workers.map({ "\(folder)/\($0)" }) {
          try FileManager.default.removeItem(atPath: worker)
          switch successor {
          case .none: break
          case .failing: try FileManager.default.copyItem(atPath: "/bin/false", toPath: worker)
          case .ofAnotherVersion:
            let script = "#!/bin/sh\nprintf 'a packet of another version' >&3\nread -r line <&3\n"
            try Data(script.utf8).write(to: URL(fileURLWithPath: worker))
            try #require(chmod(worker, 0o755) == 0)
          }
        }
      }

      /// Installs the workers of the project, whatever is there.
      func installWorkers() throws {
        for worker in Self.workers { try? FileManager.default.removeItem(atPath: "\(folder)/\(worker)") }
        try Self.install(in: folder)
      }

      private static func install(in folder: String) throws {
        for worker in workers {
          try FileManager.default.copyItem(atPath: Project.program(worker), toPath: "\(folder)/\(worker)")
        }
      }

      /// Writes a file into the desktop's directory and returns its path.
      func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = "\(desktop.directory)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
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

    /// The program that an upgrade puts in the place of each worker.
    enum Successor: CaseIterable {
      case none, failing, ofAnotherVersion
    }

    /// An upgrade has replaced the workers, and the service not yet: it goes on with those of its own build, also where
    /// it needs new processes of them.
    @Test(arguments: Successor.allCases)
    func anUpgradeInTheMiddleOfATextCostsNoWordAndNothingWaits(_ successor: Successor) async throws {
      try await with { scene in
        let remote = scene.remote
        try await remote(.subscribe([.word, .utterance, .error]))
        let words = Signals(of: WordSignal.member, on: remote)
        let failures = Signals(of: FailedSignal.member, on: remote)
        let track = try await remote.speak(reading)
        try await eventually("words are heard") { words.words.count >= 8 }
        let before = scene.running
        try scene.replaceWorkers(with: successor)
        for worker in descendants(of: scene.service.pid, named: "aloud-").reversed() { kill(worker, SIGKILL) }
        let count = words.words.count
        try await eventually("words are heard again") { words.words.count >= count + 8 }
        let heard = words.words
        #expect(heard.allSatisfy { $0.track == track })
        #expect(heard.map(\.range.scalars.start) == Array(starts(reading).prefix(heard.count)), "each word once")
        // Another voice needs another process, and each document a reader of its own.
        @Core func expectHeard(_ track: ObjectPath) async throws {
          try await eventually("it is heard") { words.words.contains { $0.track == track } }
        }
        try await expectHeard(
          try await remote.speak("Guten Morgen.", SpeakOptions(language: "de", pitch: 1.1, whenBusy: .now)))
        for (name, bytes) in [
          ("letter.txt", Array("A plain text.".utf8)), ("book.epub", Library.book().bytes),
          ("page.pdf", PDFWriter([PDFWriter.column(["A page that is read aloud."])]).bytes),
        ] {
          try await expectHeard(try await remote.open(try scene.file(name, bytes), SpeakOptions(whenBusy: .now)))
        }
        let recording = try await remote.open(
          try scene.file("talk.wav", RecordingTests.wave()), SpeakOptions(whenBusy: .now))
        try await eventually("the recording is heard") {
          guard try await remote.get(.track).asObjectPath == recording else { return false }
          return try await remote.position() > 500_000
        }
        try Scene.write("[player]\nrate = 1.5\n", in: scene.desktop)
        try await eventually("the settings are read") { scene.service.errors.contains("the configuration has changed") }
        #expect(failures.arguments.isEmpty, "\(failures.arguments)")
        #expect(scene.running == before && scene.service.errors.contains("warning") == false, "\(scene.service.errors)")
        // The upgrade is complete.
        try scene.installWorkers()
        try scene.replace()
        try await scene.restarted()
        try await expectHeard(try await remote.speak("The next service reads this.", SpeakOptions(whenBusy: .now)))
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
