import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import MPRIS
import Testing
import Vocabulary

/// Every refusal has its own name and changes nothing. These tests do not measure time.
@Suite(.timeLimit(.minutes(3)))
struct BadInputTests {
  /// The state that a failed call must not change.
  @Core
  private func state(_ remote: Remote) async throws -> [String: BusValue] {
    // The measuring of lengths may continue meanwhile.
    try await remote.all().filter { !["Length", "LengthExact", "Metadata"].contains($0.key) }
  }

  /// Runs `body` with a paused text, and checks that its state has not changed.
  private func unharmed(_ body: @Core (Scene) async throws -> Void) async throws {
    try await Scene.inDesktop { desktop in
      let service = try await desktop.startService()
      let remote = try Remote(desktop)
      try await remote.speak("A text that is there already. It has two sentences.", SpeakOptions(paused: true))
      _ = try await remote.exactLength()
      try await remote(.play)
      try await eventually("it speaks") { try await remote.position() > 300_000 }
      try await remote(.pause(.immediate))
      _ = try await remote.settledPosition()
      let before = try await state(remote)
      try await body(Scene(desktop: desktop, service: service, remote: remote))
      let after = try await state(remote)
      #expect(after == before, "\(after.filter { before[$0.key] != $0.value }) was \(before)")
      try await remote(.play)
      try await remote.wait(.state, "idle")
      withExtendedLifetime(service) {}
    }
  }

  @Test func aFileThatCannotBeReadIsRefusedByName_S2_13() async throws {
    try await unharmed { scene in
      @Core func uri(_ name: String, _ bytes: [UInt8]) throws -> String { "file://" + (try scene.file(name, bytes)) }
      mkfifo("\(scene.desktop.directory)/fifo", 0o600)
      let cases: [(uri: String, error: String)] = [
        (try uri("empty", []), "Empty"),
        (try uri("blank", Array(" \n\t\n".utf8)), "Empty"),
        (try uri("binary", [0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 2, 3]), "NotText"),
        (
          // Marked as UTF-16, with half of a surrogate pair.
          try uri("utf16", [0xff, 0xfe, 0x48, 0x00, 0x00, 0xd8, 0x61, 0x00]),
          "WrongEncoding"
        ),
        ("file://" + scene.desktop.directory, "NotText"),
        ("file://\(scene.desktop.directory)/fifo", "Unsupported"),
        ("file:///dev/null", "NotText"),
        ("file://\(Project.nowhere)/at-all.txt", "NoSuchFile"),
        ("file://\(Project.nowhere)%00.txt", "NoSuchFile"),
        ("file://\(Project.nowhere)%zz.txt", "NoSuchFile"),
        ("http://example.org/a.txt", "Unsupported"),
        ("file://elsewhere/a.txt", "Unsupported"),
        ("a.txt", "Unsupported"),
        ("", "Unsupported"),
      ]
      for (uri, error) in cases { try await expect(error, of: uri, scene) }
      // One bad file among good ones: all are opened or none.
      let good = try uri("good", Array("Good.".utf8))
      let bad = "file://" + Project.nowhere
      #expect(await scene.remote.failure(of: .open(uris: [good, bad], SpeakOptions())) == "NoSuchFile")
      // An empty list does nothing.
      #expect(try await scene.remote(.open(uris: [], SpeakOptions())) == [.objectPaths([])])
    }
  }

  @Test(.enabled(if: getuid() != 0, "root may read every file"))
  func aFileWithoutPermissionIsRefusedByName_S2_13() async throws {
    try await unharmed { scene in
      let path = try scene.file("secret", Array("secret".utf8))
      chmod(path, 0)
      try await expect("NotReadable", of: "file://" + path, scene)
    }
  }

  /// A file that cannot be read is refused with `error` from either interface.
  @Core private func expect(_ error: String, of uri: String, _ scene: Scene) async throws {
    #expect(await scene.remote.failure(of: .open(uris: [uri], SpeakOptions())) == error, "\(uri)")
    do {
      try await scene.remote.player("OpenUri", [.string(uri)])
      Issue.record("\(uri) was opened")
    } catch let failure as BusError {
      #expect(failure.name == "org.aloud.Aloud1.Error." + error, "\(uri)")
      #expect(!failure.message.isEmpty && !failure.message.contains("\n"))
    }
  }

  @Test func aTextThatCannotBeSpokenIsRefusedByName() async throws {
    try await unharmed { scene in
      let remote = scene.remote
      for text in ["", " \n ", "…", "\u{200b}"] {
        let error = await remote.failure(of: .speak(text: text, SpeakOptions()))
        #expect(error == "Empty", "'\(text)'")
      }
      #expect(await remote.failure(of: .speak(text: "A.", SpeakOptions(voice: "nobody"))) == "NoVoice")
      #expect(await remote.failure(of: .speak(text: "A.", SpeakOptions(language: "xx-YY"))) == "NoVoice")
      let wrong = [
        SpeakOptions(rate: 7), SpeakOptions(pitch: 0.1), SpeakOptions(range: -1), SpeakOptions(volume: 1.5),
        SpeakOptions(leadingDelay: .seconds(-1)), SpeakOptions(trailingDelay: .seconds(86400)),
        SpeakOptions(rate: .nan), SpeakOptions(volume: .infinity),
        SpeakOptions(title: String(repeating: "x", count: 5000)),
      ]
      for options in wrong {
        #expect(await remote.failure(of: .speak(text: "A.", options)) == "InvalidOption", "\(options)")
      }
      // Descriptors of a device, of a folder, and one that is open for writing only.
      for (path, flags, error) in [
        ("/dev/zero", O_RDONLY, "NotText"), ("/", O_RDONLY, "NotText"),
        (try scene.file("w", Array("w".utf8)), O_WRONLY, "NotReadable"),
      ] {
        let descriptor = open(path, flags)
        #expect(await remote.failure(of: .speakDescriptor(0, SpeakOptions()), descriptors: [descriptor]) == error)
        close(descriptor)
      }
    }
  }

  @Test func aPlaceOrTrackThatIsNotThereIsRefusedByName() async throws {
    try await unharmed { scene in
      let remote = scene.remote
      let stale: ObjectPath = "/org/aloud/Aloud1/track/99"
      #expect(await remote.failure(of: .setPosition(microseconds: 0, track: stale)) == "Stale")
      let wrong: [ObjectPath] = [stale, "/", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "/org/aloud/Aloud1/track/1x"]
      for path in wrong {
        #expect(await remote.failure(of: .goTo(path)) == "NoTrack")
        #expect(await remote.failure(of: .remove([path])) == "NoTrack")
        #expect(await remote.failure(of: .move(path, index: 0)) == "NoTrack")
      }
      #expect(await remote.failure(of: .setPositionFraction(1.5)) == "InvalidOption")
      #expect(await remote.failure(of: .setPositionFraction(.nan)) == "InvalidOption")
      for (property, value): (AloudProperty, BusValue) in [
        (.rate, .double(0)), (.rate, .double(9)), (.rate, .double(.nan)), (.volume, .double(.nan)),
        (.loopStatus, .string("Sometimes")), (.shuffle, .string("well")), (.rate, .string("fast")),
        (.position, .int64(1)), (.version, .string("2")),
      ] {
        await #expect(throws: BusError.self, "\(property) \(value)") { try await remote.set(property, value) }
      }
      await #expect(throws: BusError.self) {
        try await remote.bus.call(BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, "Dance"))
      }
      await #expect(throws: BusError.self) {
        try await remote.bus.call(BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, "Speak", [.int64(1)]))
      }
    }
  }

  @Test func withoutATrackThereIsNothingToActUpon() async throws {
    try await Scene.inDesktop { desktop in
      let service = try await desktop.startService()
      let remote = try Remote(desktop)
      for call: AloudCall in [
        .play, .toggle, .next(.track), .previous(.sentence), .seek(byMicroseconds: 1),
        .setPosition(microseconds: 1, track: nil), .setPositionFraction(0.5),
      ] {
        #expect(await remote.failure(of: call) == "NoTrack", "\(call)")
      }
      for call: AloudCall in [.pause(.immediate), .pause(.word), .stop, .hush, .clear, .listTracks, .unsubscribe] {
        #expect(await remote.failure(of: call) == "", "\(call)")
      }
      withExtendedLifetime(service) {}
    }
  }

  @Test func aPlaceBeyondTheEndIsRefusedAndTheEndIsNot_S2_10() async throws {
    try await Scene.inDesktop { desktop in
      let service = try await desktop.startService()
      let remote = try Remote(desktop)
      try await remote.speak("A text. It has two sentences.", SpeakOptions(leadingDelay: .seconds(20)))
      try await remote.speak("Another one.")
      let length = try await remote.exactLength()
      try await remote(.pause(.immediate))
      try await remote.wait(.state, "paused")
      let position = try await remote.settledPosition()
      for beyond in [length + 1, .max] {
        #expect(await remote.failure(of: .setPosition(microseconds: Microseconds(beyond), track: nil)) == "OutOfRange")
      }
      #expect(try await remote.position() == position, "it stays where it was")
      #expect(try await remote.text(.playbackStatus) == "Paused")
      let sought = try await desktop.run(Project.program("aloud"), "seek", "1:00:00")
      #expect(sought.exitCode == 2 && sought.errors.contains("the text ends after") && sought.errors.contains("try: "))
      #expect(try await remote.get(.queueLength).asUInt32 == 2)
      try await remote(.play)
      #expect(
        await remote.failure(of: .setPosition(microseconds: Microseconds(length), track: nil)) == "",
        "the end is the end")
      try await remote.wait(.state, "idle")
      withExtendedLifetime(service) {}
    }
  }
}
