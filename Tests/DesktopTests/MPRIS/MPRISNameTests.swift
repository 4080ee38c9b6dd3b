import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import MPRIS
import Testing

/// MPRIS 2.2 clause by clause, and every fault that was found in other players, on the real service over a real bus.
///
/// The tests run one by one, since each has a service of its own under the same name.
@Suite("MPRIS 2.2 from outside", .serialized, .timeLimit(.minutes(3)))
enum MPRISConformance {}

extension MPRISConformance {
  @Suite("The name on the bus")
  struct Names {
    init() { _ = coreLoop }

    @Test @Core func anIdleServiceLeavesTheMediaKeysToOthers() async throws {
      try await PlayerFixture.with { player in
        try await player.isIdle()
      }
    }

    @Test @Core func theNameIsOwnedFromTheFirstTextToTheLast() async throws {
      try await PlayerFixture.with([.first]) { player in
        #expect(try await player.isOwned)
        try await player.client.call("Play")
        try await player.client.call("Pause")
        #expect(try await player.isOwned)
        try await player.client.call("Stop")
        #expect(try await player.isOwned, "Stop leaves something to play")
        try await player.client.aloud(.hush)
        try await player.client.wait(for: "the name is given up") { try await player.isOwned ? nil : () }
      }
    }

    @Test @Core func theOwnedNameIsACompletePlayer_S3_21() async throws {
      try await PlayerFixture.with { player in
        try await player.isIdle()
        let seen = Noted<[String: BusValue]>()
        let token = player.client.bus.watchOwner(of: MPRISBus.name) { _, owner in
          guard let owner else { return }
          let ask = BusCall(
            owner, MPRISBus.path, "org.freedesktop.DBus.Properties", "GetAll", [.string(PlayerInterface.name.text)])
          player.client.bus.call(ask) { seen.value = (try? $0.get())?.arguments.first?.asVardict }
        }
        try await player.client.aloud(.open(uris: [try player.file(.first)], SpeakOptions()))
        let answer = try await eventually("the name appears") { seen.value }
        token.cancel()
        #expect(answer["CanPlay"] == .bool(true))
        let metadata = answer["Metadata"]?.asVardict ?? [:]
        #expect(metadata["xesam:title"]?.asString?.isEmpty == false)
        #expect(metadata["mpris:trackid"]?.asObjectPath?.isWithin("/org/aloud/Aloud1/track") == true)
      }
    }

    @Test @Core func theEndOfTheQueueIsToldBeforeTheNameGoes() async throws {
      try await PlayerFixture.with([.word]) { player in
        let mark = player.client.mark
        let statusAtTheEnd = Noted<BusValue>()
        let token = player.client.bus.watchOwner(of: MPRISBus.name) { old, new in
          guard old != nil, new == nil else { return }
          statusAtTheEnd.value = player.client.announced("PlaybackStatus", since: mark).last
        }
        try await player.client.call("Play")
        let status = try await eventually("the name is given up") { statusAtTheEnd.value }
        token.cancel()
        #expect(status == .string("Stopped"))
      }
    }

    @Test @Core func theStreamAndTheNameBelongToOneProcess() async throws {
      try await PlayerFixture.with([.word]) { player in
        let owner = try await player.desktop.processID(of: MPRISBus.name.text)
        #expect(owner == player.service.pid)
      }
    }

    @Test @Core func aSecondServiceSaysSoAndEnds_P7_S3_08() async throws {
      try await PlayerFixture.with([.word]) { player in
        let second = try await player.desktop.run(Project.program("aloudd"))
        #expect(second.status != .exited(0) || !second.errors.isEmpty)
        #expect(!second.errors.isEmpty, "it says why")
        #expect(try await player.desktop.processID(of: AloudBus.name.text) == player.service.pid)
      }
    }

    @Test @Core func aNewInstanceHasANameOfItsOwn() async throws {
      try await PlayerFixture.with([.word]) { player in
        let arguments = ["--new-instance"]
        let second = try player.desktop.start([Project.program("aloudd")] + arguments)
        try await eventually("the other instance reads for itself") {
          try await player.names().split(separator: "\n").contains { $0.hasSuffix(".instance\(second.pid)") }
        }
        #expect(try await player.isOwned, "the first keeps its name")
        #expect(try await second.end().status == .exited(0))
      }
    }

    @Test @Core func aCallToTheNameStartsTheService() async throws {
      var options = PrivateDesktop.Options()
      options.activation = .build
      try await PrivateDesktop.with(options) { desktop in
        let path = desktop.directory + "/text.txt"
        try SampleText.short.content.write(toFile: path, atomically: true, encoding: .utf8)
        let opened = try await desktop.run(
          "dbus-send", "--session", "--print-reply", "--reply-timeout=40000", "--dest=\(MPRISBus.name)",
          MPRISBus.path.text, "\(PlayerInterface.name).OpenUri", "string:file://" + path)
        #expect(opened.succeeded, "\(opened)")
        try await desktop.waitUntilPlaying()
        _ = try await desktop.run(
          "dbus-send", "--session", "--print-reply", "--dest=\(AloudBus.name)", MPRISBus.path.text,
          "\(RootInterface.name).Quit")
      }
    }
  }
}
