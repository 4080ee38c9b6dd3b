import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import MPRIS
import Testing
import Vocabulary

extension ListeningTests {
  /// Names and titles that are not UTF-8, or that contain control sequences for a terminal.
  struct ForeignNameTests {
    private let aloud = Project.program("aloud")

    /// Runs a shell command in the desktop's folder, since the arguments of a test are text.
    @Core
    private func shell(_ desktop: PrivateDesktop, _ command: String) async throws -> CommandResult {
      try await desktop.run(
        "bash", "-c", "cd '\(desktop.directory)'; PATH='\(Project.programs)':$PATH; \(command)",
        environment: ["LC_ALL": "C.UTF-8"])
    }

    @Test func aNameThatIsNotUTF8IsReadShownAndFoundAgain_B9() async throws {
      try await Scene.inDesktop { desktop in
        let text = "Chapter 1\n\nSome text in a file of an old disk. It has two sentences.\n"
        let made = try await shell(
          desktop, "printf '%s' '\(text)' > $'caf\\xe9.txt'; printf 'Another one.' > $'bad\\xff\\xfe.txt'")
        #expect(made.succeeded, "\(made)")
        let first = try await desktop.startService()
        let read = try await shell(desktop, "aloud read $'caf\\xe9.txt' && aloud pause && aloud queue --json")
        #expect(read.succeeded && read.errors.isEmpty, "\(read)")
        #expect(
          read.output.contains(#""title":"caf\#u{FFFD}""#) && read.output.contains("/caf%E9.txt\""), "\(read)")
        let remote = try Remote(desktop)
        // By URI, like a file manager.
        let uri = "file://\(desktop.directory)/bad%FF%FE.txt"
        let opened = try await remote(.open(uris: [uri], SpeakOptions(whenBusy: .queue, paused: true)))
        #expect(opened.first?.asObjectPaths?.count == 1)
        let titles = try await shell(desktop, "aloud queue").output
        #expect(titles.contains("bad\u{FFFD}\u{FFFD}\n"), "\(titles)")
        let metadata = try await remote.player(get: "Metadata").asVardict ?? [:]
        #expect(metadata["xesam:title"]?.asString == "caf\u{FFFD}")
        #expect(metadata["xesam:url"]?.asString == "file://\(desktop.directory)/caf%E9.txt")

        // The next run finds both.
        _ = try await first.end()
        let second = try await desktop.startService()
        let again = try Remote(desktop)
        try await again(.play)
        try await again.wait(.playbackStatus, "Playing")
        try await eventually("it is read to its end") { try await again.text(.state) == "speaking" }
        // A text of which nobody has heard a word is not in the library.
        try await eventually("it is heard") { try await again.position() > 0 }
        #expect(try await again.text(.lastError) == "")
        let library = try await shell(desktop, "aloud hush; aloud library; aloud library read 1 && aloud status")
        #expect(library.succeeded && library.output.contains("caf\u{FFFD}\n"), "\(library)")
        #expect(try await again.text(.lastError) == "")
        withExtendedLifetime(second) {}
      }
    }

    @Test func aMissingFileIsNamedAsAShellTakesIt_B9() async throws {
      try await Scene.inDesktop { desktop in
        let missing = try await shell(desktop, "mkdir $'d\\xe9'; aloud read $'d\\xe9/x.txt'")
        #expect(missing.exitCode == 2, "\(missing)")
        #expect(
          missing.errors == "aloud: cannot read 'd\u{FFFD}/x.txt': there is no such file\ntry: ls $'d\\xe9'\n",
          "\(missing)")
      }
    }

    @Test func aNameThatIsNotUTF8IsExported_B9() async throws {
      try await Scene.inDesktop { desktop in
        let result = try await shell(
          desktop,
          """
          printf 'Some text here.' > $'caf\\xe9.txt' && aloud export -q $'caf\\xe9.txt' -o $'out\\xe9.wav' \
          && head -c 4 $'out\\xe9.wav' && ls | grep -c part
          """)
        #expect(result.output == "RIFF0\n", "\(result)")
      }
    }

    /// `repro/esc.sh` and `repro/esc2.sh`.
    @Test func noNameCommandsATerminalTheLogOrADesktop_B16() async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        let events = try desktop.start([aloud, "events"])
        try await events.waitForOutput(containing: "running")
        let made = try await shell(
          desktop,
          """
          printf 'A text to be read. It has words.' > $'evil\\e]0;pwned\\a\\e[31mred\\nline\\u202e.txt' \
          && aloud read --when-busy now $'evil\\e]0;pwned\\a\\e[31mred\\nline\\u202e.txt' && aloud pause
          """)
        #expect(made.succeeded, "\(made)")
        var options = SpeakOptions(title: "t\u{1B}[2Jx", artists: ["\u{9B}31mwho"], album: "\u{202E}mubla")
        (options.url, options.whenBusy) = ("https://example.org/\u{1B}[31m", .queue)
        try await remote.speak("Hi there.", options)
        // A client's table with an unknown option: the refusal names the option.
        let refusal = await #expect(throws: BusError.self) {
          try await remote.bus.call(
            .init(
              AloudBus.name, AloudBus.path, AloudBus.interface, "Speak",
              [.string("Hi."), .vardict(["b\u{1B}]0;pwned\u{7}\u{202E}gnol": .int32(1)])]))
        }
        #expect(refusal.map { isHarmless($0.message) && $0.message.contains("gnol") } == true, "\(refusal as Any)")
        try await eventually("the chapter is told") { events.output.contains("chapter") }
        for verb in [
          "status", "queue", "queue --json", "library", "metadata", "status --json", "status -f '{{title}}'",
        ] {
          let result = try await shell(desktop, "aloud \(verb)")
          #expect(result.succeeded && isHarmless(result.output), "\(verb): \(result.output.debugDescription)")
          #expect(!verb.hasPrefix("status") || result.output.contains("evilred line"), "\(result)")
        }
        let wrong = try await shell(
          desktop, "aloud read $'no\\e[31msuch'; aloud $'\\e[31mverb'; aloud mark $'a\\e[31mb'")
        #expect(isHarmless(wrong.errors + wrong.output), "\(wrong)")
        #expect(isHarmless(events.output), "\(events.output.debugDescription)")
        let metadata = try await remote.player(get: "Metadata").asVardict ?? [:]
        #expect(metadata["xesam:title"]?.asString == "evilred line")
        for track in (try await remote(.listTracks)).first?.asArray ?? [] {
          for value in (track.asVardict ?? [:]).values {
            let texts = value.asStrings ?? [value.asString ?? ""]
            #expect(texts.allSatisfy { isHarmless($0) && !$0.contains("\n") }, "\(value)")
          }
        }
        #expect(isHarmless(service.errors), "\(service.errors.debugDescription)")
        events.send(signal: SIGINT)
        _ = try await events.waitForEnd()
      }
    }

    /// True if it contains only text and line ends.
    private func isHarmless(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0x0A: true
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: false
        default: true
        }
      }
    }
  }
}
