import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Testing

/// A screen whose lock the test controls.
@Core
final class ScreenSaverDouble: ExportedObject {
  private static let name: BusName = "org.freedesktop.ScreenSaver"
  let interfaces = [
    InterfaceDescription(
      "org.freedesktop.ScreenSaver",
      methods: [MethodDescription("GetActive", out: [ArgumentDescription("active", .bool)])])
  ]
  let bus: BusConnection
  private var isLocked: Bool

  init(isLocked: Bool, in desktop: PrivateDesktop) async throws {
    self.isLocked = isLocked
    bus = try BusConnection(address: desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
    bus.export(self, at: "/org/freedesktop/ScreenSaver")
    _ = try await bus.requestName(Self.name)
  }

  isolated deinit { bus.close() }

  func handle(_ call: IncomingCall) { call.reply([.bool(isLocked)]) }

  func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    throw .unknownProperty(property)
  }

  func lock(_ isLocked: Bool) {
    self.isLocked = isLocked
    bus.emit(
      "ActiveChanged", interface: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver",
      arguments: [.bool(isLocked)])
  }
}

extension ListeningTests {
  /// Events with the heard text, and their recipients.
  struct TextEventTests {
    static let hasOwnRoot = OwnNamespace.isPossible && getuid() == 0

    @Test func onlyASubscriberToTextsGetsThem() async throws {
      try await RestartableService.with { fixture in
        let other = try Remote(fixture.desktop)
        try await fixture.remote(.subscribe([.word, .sentence], withText: true))
        try await other(.subscribe([.word]))
        let words = Signals(of: WordSignal.member, on: fixture.remote)
        let sentences = Signals(of: SentenceSignal.member, on: fixture.remote)
        let bare = Signals(of: WordSignal.member, on: other)
        try await fixture.remote.speak("Grüße, \u{1F600} good morning. And one more.")
        try await eventually("words are heard") { words.words.count >= 5 && bare.words.count >= 5 }
        #expect(words.words.prefix(3).map(\.text) == ["Grüße", "\u{1F600}", "good"], "\(words.words)")
        #expect(
          sentences.arguments.compactMap { SentenceSignal(arguments: $0)?.text }.first?.hasPrefix("Grüße") == true)
        #expect(bare.words.allSatisfy { $0.text == nil })
        // The next service knows the clients that asked for texts.
        try await fixture.remote.speak(reading)
        try await fixture.endAndBegin(SIGTERM)
        let count = words.words.count
        try await fixture.remote(.play)
        try await eventually("words come again") { words.words.count > count }
        #expect(words.words.last?.text != nil)
      }
    }

    @Test func privateTitlesKeepTextsFromALockedScreen() async throws {
      try await RestartableService.with(configuration: "[service]\nprivate-titles = true\n") { fixture in
        let saver = try await ScreenSaverDouble(isLocked: true, in: fixture.desktop)
        try await fixture.remote(.subscribe([.word], withText: true))
        let words = Signals(of: WordSignal.member, on: fixture.remote)
        try await fixture.remote.speak(reading)
        try await eventually("words are heard") { words.words.count >= 4 }
        #expect(words.words.allSatisfy { $0.text == nil })
        try await eventually("unlocked, they come with their text") {
          saver.lock(false)
          return words.words.last?.text != nil
        }
        try await eventually("locked, without") {
          saver.lock(true)
          return words.words.last?.text == nil
        }
      }
    }

    @Test func privateTitlesKeepTheListOfSentencesFromALockedScreen() async throws {
      try await RestartableService.with(configuration: "[service]\nprivate-titles = true\n") { fixture in
        let saver = try await ScreenSaverDouble(isLocked: true, in: fixture.desktop)
        try await fixture.remote.speak(reading)
        let list = AloudCall.listSentences("/", first: 0, count: 10, fromCurrent: false)
        #expect(await fixture.remote.failure(of: list) == "NotAllowed")
        // A client that follows gets the reason for the missing text, and the text when the screen is unlocked.
        let follow = try fixture.desktop.start([Project.program("aloud"), "follow", "--plain"])
        try await follow.waitForOutput(containing: "is not given while the screen is locked")
        #expect(!follow.output.contains(reading.prefix(12)), "\(follow.output)")
        saver.lock(false)
        #expect(await fixture.remote.failure(of: list) == "")
        try await eventually("a sentence is shown") {
          follow.output.split(separator: "\n").contains { !$0.hasPrefix("aloud: ") }
        }
        follow.send(signal: SIGINT)
        _ = try await follow.waitForEnd()
      }
      // Without the setting the text is sent, since it is heard anyway.
      try await RestartableService.with { fixture in
        let saver = try await ScreenSaverDouble(isLocked: true, in: fixture.desktop)
        try await fixture.remote.speak(reading)
        let list = AloudCall.listSentences("/", first: 0, count: 10, fromCurrent: false)
        #expect(await fixture.remote.failure(of: list) == "")
        withExtendedLifetime(saver) {}
      }
    }

    @Test(.enabled(if: TextEventTests.hasOwnRoot, "only root may have a root folder of its own"))
    func aProgramInASandboxIsToldNoTexts() async throws {
      try await RestartableService.with { fixture in
        let root = fixture.desktop.directory + "/sandbox"
        let place = try await OwnNamespace(
          .mounts, in: fixture.desktop,
          setup: """
            mkdir -p "$1" && mount -t tmpfs none "$1" && for name in /*; do
              if [ -L "$name" ]; then cp -a "$name" "$1$name"
              elif [ -d "$name" ]; then mkdir "$1$name" && mount --rbind "$name" "$1$name"
              fi
            done && touch "$1/.flatpak-info"
            """, root)
        let aloud = Project.program("aloud")
        let inside = try fixture.desktop.start(place.command(["chroot", root, aloud, "events", "word", "--text"]))
        let result = try await inside.waitForEnd()
        #expect(result.exitCode == 1 && result.errors.contains("sandbox"), "\(result)")
        for words in [["on"], ["test", "A title"]] {
          let notify = try fixture.desktop.start(place.command(["chroot", root, aloud, "notify"] + words))
          let refused = try await notify.waitForEnd()
          #expect(refused.exitCode == 1 && refused.errors.contains("sandbox"), "\(refused)")
        }
        try await fixture.remote.speak(reading)
        let follow = try fixture.desktop.start(place.command(["chroot", root, aloud, "follow", "--plain"]))
        try await follow.waitForOutput(containing: "is not given to a program in a sandbox")
        follow.send(signal: SIGINT)
        let shown = try await follow.waitForEnd().output
        #expect(shown.split(separator: "\n").allSatisfy { $0.hasPrefix("aloud: ") }, "\(shown)")
        // Without texts, the program may follow.
        let bare = try fixture.desktop.start(place.command(["chroot", root, aloud, "events", "word"]))
        try await eventually("it follows the service") { bare.output.contains("running") }
        try await fixture.remote.speak(reading)
        try await eventually("a word is heard") { bare.output.contains("word ") }
        bare.send(signal: SIGINT)
        _ = try await bare.waitForEnd()
      }
    }
  }
}
