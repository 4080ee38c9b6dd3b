import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing

extension ListeningTests {
  /// The command while the owner of the service's name does not answer.
  struct SilentServiceTests {
    private let aloud = Project.program("aloud")

    /// A service that is stopped by a signal, with a paused text.
    private func frozen(_ body: @Core (Scene) async throws -> Void) async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let scene = Scene(desktop: desktop, service: service, remote: try Remote(desktop))
        try await scene.remote.speak("A text that waits.", SpeakOptions(paused: true))
        service.send(signal: SIGSTOP)
        defer { service.send(signal: SIGCONT) }
        try await body(scene)
      }
    }

    @Test func aStoppedServiceIsNamedSoonByEveryVerb_M9() async throws {
      try await frozen { scene in
        let runs = try [["status"], ["queue"], ["pause"], ["rate", "+10%"], ["say", "Hello."]].map {
          try scene.desktop.start([aloud] + $0)
        }
        for run in runs {
          let result = try await run.waitForEnd()
          #expect(result.exitCode == 3 && result.duration < .seconds(15), "\(result)")
          #expect(
            result.errors.contains(
              "the service is stopped (process \(scene.service.pid))\ntry: kill -CONT \(scene.service.pid)\n"),
            "\(result)")
        }
      }
    }

    /// Once a missing answer is detected, the command ends by itself, and with another status.
    @Test func controlCEndsEveryWait_B10() async throws {
      try await frozen { scene in
        let file = try scene.file("text.txt", Array("Hello.".utf8))
        let verbs = [
          ["say", "-w", "Hello."], ["read", "-w", file], ["say", "-i", "Hello."], ["status", "-F"], ["events"],
        ]
        for verb in verbs {
          let run = try scene.desktop.start([aloud] + verb)
          // The loop handles its signals, and a call is pending.
          try await eventually("the signal is waited for") { isBlocked(SIGINT, in: run.pid) }
          run.send(signal: SIGINT)
          let result = try await run.waitForEnd()
          #expect(result.exitCode == 130, "\(result)")
        }
      }
    }

    @Test(arguments: ["\u{3}", "\u{1C}"]) func aTerminalIsFreeWhileNobodyAnswers_B10(keys: String) async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        try await remote.speak("A text that waits.", SpeakOptions(paused: true))
        let shell = ["sh", "-c", "ulimit -c 0; exec \"$@\"", "sh"]
        let terminal = try desktop.startInTerminal(shell + [aloud, "follow"])
        try await terminal.wait(forText: "A text")
        service.send(signal: SIGSTOP)
        defer { service.send(signal: SIGCONT) }
        terminal.type(" ")
        terminal.type(keys)
        let status = try await terminal.waitForEnd()
        #expect(status == (keys == "\u{3}" ? .exited(130) : .signalled(SIGQUIT)))
        #expect(terminal.isInLineMode && !terminal.screen.isAlternate)
      }
    }

    @Test func aStrangerWhoHasTheNameIsNamed_M9() async throws {
      try await Scene.inDesktop { desktop in
        let stranger = try await Stranger(in: desktop) { _ in }
        // A text may take up to 25 s to open; another program does not get that time.
        for verb in [["queue"], ["say", "Hello."]] {
          let result = try await desktop.start([aloud] + verb).waitForEnd()
          #expect(result.exitCode == 3 && result.duration < .seconds(15), "\(result)")
          #expect(
            result.errors.contains("(process \(getpid())) owns the name org.aloud.Aloud1 and does not answer"),
            "\(result)")
        }
        withExtendedLifetime(stranger) {}
      }
    }

    /// The client's part: a service that ends while a call is on its way to it.
    @Test func aCallThatTheServiceTookToItsEndIsMadeOnceMore_B14() async throws {
      try await Scene.inDesktop { desktop in
        let stranger = try await Stranger(in: desktop) { $0.leave() }
        let file = "\(desktop.directory)/text.txt"
        try Data("A text of a file.".utf8).write(to: URL(fileURLWithPath: file))
        let said = try await desktop.run(aloud, "read", "-p", file)
        #expect(said.succeeded && said.answer == "/org/aloud/Aloud1/track/1", "\(said)")
        #expect(stranger.calls.count == 1)
        #expect(try await desktop.run(aloud, "clear").succeeded)
      }
    }

    /// A pager with a full page stops reading: the output waits, but a signal ends the process nevertheless.
    @Test func unreadOutputHoldsUpNoSignal_B10() async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        try await remote.speak("A text that waits.", SpeakOptions(paused: true))
        let script = """
          cd '\(desktop.directory)' && mkfifo unread && exec 9<>unread
          '\(aloud)' status -F --json >unread & echo $!; wait $!; echo ended
          """
        let shell = try desktop.start(["bash", "-c", script])
        try await shell.waitForOutput(containing: "\n")
        let pid = try #require(Int32(shell.output.split(separator: "\n").first ?? ""))
        // A pipe holds 64 KiB.
        for round in 0..<400 { try await remote.set(.volume, .double(Double(round % 100) / 100)) }
        try await eventually("it waits for a reader") { isWaitingToWrite(pid, into: "\(desktop.directory)/unread") }
        kill(pid, SIGTERM)
        try await shell.waitForOutput(containing: "ended")
        withExtendedLifetime(service) {}
      }
    }

    /// True if a process sleeps and its pipe is full.
    private func isWaitingToWrite(_ process: Int32, into pipe: String) -> Bool {
      let end = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      guard end >= 0 else { return false }
      defer { close(end) }
      var room = pollfd(fd: end, events: Int16(POLLOUT), revents: 0)
      return poll(&room, 1, 0) == 0 && contents("/proc/\(process)/stat").split(separator: " ").dropFirst(2).first == "S"
    }

    private func isBlocked(_ signal: Int32, in process: Int32) -> Bool {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      let text = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }?.split(separator: "\t").last
      let mask = text.flatMap { UInt64($0, radix: 16) } ?? 0
      func has(_ signal: Int32) -> Bool { mask & (1 << (UInt64(signal) - 1)) != 0 }
      // A thread that starts another one blocks all signals for a moment, also those that no program waits for.
      return has(signal) && !has(SIGURG)
    }
  }
}

/// Another program that owns the service's name. It answers the standard calls of every connection, and nothing else.
@Core
private final class Stranger: ExportedObject {
  let interfaces = [AloudInterface.description]
  private let bus: BusConnection
  private let onCall: @Core (Stranger) -> Void
  /// The calls are kept, since a released call is answered with an error.
  private(set) var calls: [IncomingCall] = []

  init(in desktop: PrivateDesktop, onCall: @escaping @Core (Stranger) -> Void) async throws {
    self.onCall = onCall
    bus = try BusConnection(address: desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
    bus.export(self, at: AloudBus.path)
    _ = try await bus.requestName(AloudBus.name)
  }

  isolated deinit { bus.close() }

  /// Leaves the bus without an answer.
  func leave() { bus.close() }

  func handle(_ call: IncomingCall) {
    calls.append(call)
    onCall(self)
  }
}
