import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Store
import Testing
import Vocabulary

extension ListeningTests {
  /// The service ends without losing a call of a client.
  struct LeavingTests {
    private func activated(_ body: @Core (PrivateDesktop, Remote) async throws -> Void) async throws {
      var options = PrivateDesktop.Options()
      options.activation = .build
      try await Scene.inDesktop(options) { desktop in try await body(desktop, try Remote(desktop)) }
    }

    /// Sends `Quit`, and at the same moment a text to read.
    @Core
    private func quitAndSpeak(_ text: String, _ remote: Remote) async throws -> ObjectPath {
      try remote.bus.send(
        BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, AloudCall.quit.method, AloudCall.quit.arguments))
      return try await remote.speak(text, SpeakOptions(title: text))
    }

    /// Process 1 of a container often reaps nobody.
    @Test func aServiceThatEndsHasReapedItsWorkers() async throws {
      try await Scene.with { scene in
        try await scene.remote.speak(String(repeating: "It goes on and on. ", count: 20))
        try await scene.remote.wait(.playbackStatus, "Playing")
        let pid = scene.service.pid
        let workers = contents("/proc/\(pid)/task/\(pid)/children").split(separator: " ").compactMap { Int32($0) }
        #expect(!workers.isEmpty)
        scene.service.send(signal: SIGTERM)
        _ = try await scene.service.waitForEnd()
        let left = workers.filter { access("/proc/\($0)", F_OK) == 0 }
        #expect(left.isEmpty, "\(left.map { contents("/proc/\($0)/stat") })")
      }
    }

    @Test func aTextThatComesWithQuitIsHeard_B14() async throws {
      try await activated { desktop, remote in
        for round in 1...4 {
          _ = try await remote.get(.version)
          let pid = try await desktop.processID(of: PrivateDesktop.serviceName)
          let title = "Text number \(round). It is long enough to be met while it is read, also where all is slow."
          let track = try await quitAndSpeak(title + String(repeating: " It goes on and on.", count: 20), remote)
          try await eventually("the next service reads it") {
            let owner = try await desktop.processID(of: PrivateDesktop.serviceName)
            guard owner != nil, owner != pid else { return false }
            guard try await remote.get(.track).asObjectPath == track else { return false }
            return try await remote.text(.playbackStatus) == "Playing"
          }
          #expect(try await remote.get(.metadata).asVardict?["xesam:title"]?.asString?.hasPrefix("Text number") == true)
          try await remote(.hush)
        }
      }
    }

    /// Like `quit.sh`: calls of two clients at almost the same time.
    @Test func callsThatComeWhileTheServiceEndsSucceed_B14() async throws {
      try await activated { desktop, remote in
        let other = try Remote(desktop)
        try await remote.speak("Hello there.")
        for round in 0..<12 {
          remote.bus.call(
            BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, AloudCall.quit.method, AloudCall.quit.arguments)
          ) { _ in }
          try await Task.sleep(for: .microseconds(round * 700))
          try await other.speak("Text \(round).", SpeakOptions(whenBusy: .now))
          #expect(try await other.get(.version).asString?.isEmpty == false)
        }
      }
    }

    @Test func theReadingIsPausedWhereQuitEndedIt_B14() async throws {
      try await activated { desktop, remote in
        let reading = try await remote.speak(reading)
        try await remote.wait(.state, "speaking")
        let pid = try await desktop.processID(of: PrivateDesktop.serviceName)
        // A query of the queue does not ask for sound.
        try remote.bus.send(
          BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, AloudCall.quit.method, AloudCall.quit.arguments))
        #expect(try await remote(.listTracks).first?.asArray?.count == 1)
        // Under load the question comes after the name was given back, and the next service answers it.
        try await eventually("it has ended") { try await desktop.processID(of: PrivateDesktop.serviceName) != pid }
        try await remote.wait(.playbackStatus, "Paused")
        #expect(try await remote.text(.pauseReason) == "restart")
        #expect(try await remote.get(.track).asObjectPath == reading)
      }
    }

    @Test func aServiceThatFindsItsStateLockedKeepsItLater_B14() async throws {
      try await Scene.inDesktop { desktop in
        let path = (desktop.environment["XDG_STATE_HOME"] ?? "") + "/aloud"
        // This process has it, and does not end.
        let other = try StateFolder(path: path)
        let fixture = try await RestartableService(desktop)
        let track = try await fixture.remote.speak(reading)
        try await fixture.remote.wait(.state, "speaking")
        #expect(try await fixture.remote.text(.stateError).contains("another process keeps its state"))
        other.unlock()
        try await fixture.remote.wait(.stateError, "")
        #expect(try await fixture.remote.text(.playbackStatus) == "Playing")
        try await fixture.endAndBegin(SIGTERM)
        #expect(try await fixture.tracks().map(\.id) == [track])
        let warning = "another process uses the same state directory"
        #expect(fixture.errors.split(separator: "\n").count { $0.contains(warning) } == 1)
      }
    }

    @Test func aTextThatComesWithTheSignalThatEndsTheServiceIsKept_B14() async throws {
      try await RestartableService.with { fixture in
        let (service, remote) = (fixture.service, fixture.remote)
        _ = try await remote.get(.version)
        // Both are waiting when the service continues.
        service.send(signal: SIGSTOP)
        let text = AloudCall.speak(text: "A text at the last moment.", SpeakOptions(title: "last"))
        var answer: Result<BusReply, BusError>?
        remote.bus.call(BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, text.method, text.arguments)) {
          answer = $0
        }
        // The bus has passed the text on when it answers the next call of the same connection.
        _ = try await remote.bus.call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"))
        service.send(signal: SIGTERM)
        service.send(signal: SIGCONT)
        let track = try await eventually("the text is taken") { answer }.get().arguments.first?.asObjectPath
        try await service.waitForEnd()
        try await fixture.begin()
        #expect(try await fixture.tracks().map(\.id) == [track])
        #expect(try await remote.text(.playbackStatus) == "Paused", "only the listener can resume it")
      }
    }
  }
}
