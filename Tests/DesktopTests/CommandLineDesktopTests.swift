import DesktopSupport
import Foundation
import Testing

/// The command line against the real service, as a user or a script sees it.
@Suite(.timeLimit(.minutes(3)))
struct CommandLineDesktopTests {
  private let aloud = Project.program("aloud")
  private let long = "This text is quite long, so that there is time to do something with it before it has been read."

  /// A desktop whose locale shows every symbol.
  private static func options(_ activation: PrivateDesktop.Activation = .nothing) -> PrivateDesktop.Options {
    var options = PrivateDesktop.Options()
    options.activation = activation
    options.environment["LC_ALL"] = "C.UTF-8"
    return options
  }

  private func status(_ desktop: PrivateDesktop) async throws -> String {
    try await desktop.run(aloud, "status", "-f", "{{status}}").answer
  }

  /// Waits until a field of the status has a value.
  private func wait(for value: String, of field: String, in desktop: PrivateDesktop) async throws {
    try await desktop.follow([aloud, "status", "--follow", "--format", "{{\(field)}}"], untilLine: value)
  }

  private func titles(_ desktop: PrivateDesktop) async throws -> [String] {
    try await desktop.run(aloud, "queue").lines.map { line in
      String(
        line.split(separator: " ", omittingEmptySubsequences: true).drop { $0.first?.isLetter != true }.joined(
          separator: " "))
    }
  }

  private func write(_ text: String, _ name: String, in desktop: PrivateDesktop) throws -> String {
    let path = "\(desktop.directory)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// `-v`, `-l` and `--all-in` are the same options of each verb that takes a text.
  @Test func eachVerbListsTheVoicesOfALanguage() async throws {
    try await PrivateDesktop.with(Self.options(.build)) { desktop in
      let book = try write("One.", "book.txt", in: desktop)
      let expected = try await desktop.run(aloud, "voices", "de").answer
      #expect(expected.contains("gmw/de"))
      for call in [["say"], ["read"], ["clipboard"], ["selection"], ["explain"], ["export", book, "-o", "-"]] {
        for option in ["-l", "--lang", "--all-in"] {
          let listed = try await desktop.start([aloud] + call + [option, "de", "-v", "?"]).waitForEnd()
          #expect(listed.succeeded && listed.answer == expected, "\(call): \(listed)")
        }
      }
    }
  }

  @Test func askingStartsNoService() async throws {
    try await PrivateDesktop.with(Self.options(.build)) { desktop in
      for verb in ["status", "position", "queue", "metadata", "rate", "volume", "loop", "shuffle"] {
        let asked = try await desktop.run(aloud, verb)
        #expect(asked.succeeded && (asked.answer.contains("idle") || asked.answer.contains("empty")), "\(asked)")
      }
      #expect(try await desktop.run(aloud, "status", "--json").answer.contains(#""running":false"#))
      // In JSON each verb answers with its own keys.
      let keys = [
        "position": "position", "queue": "tracks", "metadata": "metadata", "rate": "rate", "volume": "volume",
        "loop": "loop", "shuffle": "shuffle", "repeat": "repeat", "sleep": "sleep",
      ]
      for (verb, key) in keys {
        let answer = try await desktop.run(aloud, verb, "--json").answer
        #expect(answer.hasPrefix(#"{"version":1,"\#(key)":"#) && !answer.contains("running"), "\(answer)")
      }
      #expect(try await !desktop.isOwned("org.aloud.Aloud1"))
    }
  }

  @Test func withoutInstallationTheServiceBesideTheCommandIsStartedAndOutlivesIt_S0_01() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let said = try await desktop.run(aloud, "say", "-p", long)
      #expect(said.succeeded && said.answer == "/org/aloud/Aloud1/track/1", "\(said)")
      // It goes on after the command has ended.
      try await wait(for: "Playing", of: "status", in: desktop)
      #expect(try await desktop.run(aloud, "clear").succeeded)
    }
  }

  @Test func textsAreReadInTheOrderOfSaying_S0_10() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let service = try await desktop.startService()
      for text in ["one", "two", "three"] { #expect(try await desktop.run(aloud, "say", text, long).succeeded) }
      #expect(try await titles(desktop).map { $0.prefix(3) } == ["one", "two", "thr"])
      #expect(try await desktop.run(aloud, "say", "--next", "four").succeeded)
      #expect(try await titles(desktop).map { $0.prefix(3) } == ["one", "fou", "two", "thr"])
      let dropped = try await desktop.run(aloud, "say", "--when-busy", "drop", "five")
      #expect(dropped.exitCode == 1 && dropped.errors.contains("aloud: cannot say it: "), "\(dropped)")
      withExtendedLifetime(service) {}
    }
  }

  @Test func waitingTellsHowItEnded() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let service = try await desktop.startService()
      let finished = try await desktop.run(aloud, "say", "-w", "-i", "One two.")
      #expect(finished.exitCode == 0 && finished.output == "One two.\n", "\(finished)")

      let waiting = try desktop.start([aloud, "say", "-w", long])
      try await wait(for: "Playing", of: "status", in: desktop)
      #expect(try await desktop.run(aloud, "clear").succeeded)
      #expect(try await waiting.waitForEnd().exitCode == 7)
      withExtendedLifetime(service) {}
    }
  }

  /// The command stands still at its first output until the text was heard and has left the queue.
  @Test func aTextThatIsOverBeforeItsDisplayHasItIsShown() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let service = try await desktop.startService()
      let script = """
        cd '\(desktop.directory)' && mkfifo unread && exec 9<>unread && head -c 65536 /dev/zero >&9
        '\(aloud)' say -p -w -i 'One two.' >unread & pid=$!
        while [ ! -e over ]; do sleep 0.05; done
        head -c 65536 <&9 >all; wait $pid; code=$?
        exec 8<unread 9>&-; cat <&8; echo "ended $code"
        """
      let shell = try desktop.start(["bash", "-c", script])
      try await wait(for: "1", of: "queue", in: desktop)
      try await wait(for: "0", of: "queue", in: desktop)
      _ = try write("", "over", in: desktop)
      let result = try await shell.waitForEnd()
      #expect(result.lines.suffix(2) == ["One two.", "ended 0"], "\(result)")
      withExtendedLifetime(service) {}
    }
  }

  @Test func controlCOfAWaitingTextStopsThatTextOnly() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let service = try await desktop.startService()
      #expect(try await desktop.run(aloud, "say", "First.", long).succeeded)
      let waiting = try desktop.start([aloud, "say", "-w", "Second.", long])
      try await wait(for: "2", of: "queue", in: desktop)
      waiting.send(signal: SIGINT)
      #expect(try await waiting.waitForEnd().exitCode == 130)
      #expect(try await titles(desktop).map { $0.prefix(6) } == ["First."])
      #expect(try await status(desktop) == "Playing")
      withExtendedLifetime(service) {}
    }
  }

  @Test func badFilesAreNamedAndTheOthersRead_S2_13() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let service = try await desktop.startService()
      let first = try write(long, "first.txt", in: desktop)
      let empty = try write("", "empty", in: desktop)
      let last = try write(long, "last.txt", in: desktop)
      let read = try await desktop.run(
        aloud, "read", first, empty, Project.nowhere, "/proc/self/fdinfo", "/dev/null", last)
      #expect(read.exitCode == 2)
      let complaints = read.errors.split(separator: "\n").filter { $0.hasPrefix("aloud: cannot read ") }
      #expect(complaints.count == 4, "\(read)")
      #expect(read.errors.split(separator: "\n").count { $0.hasPrefix("try: ") } == 4, "\(read)")
      #expect(try await titles(desktop) == ["first", "last"])
      withExtendedLifetime(service) {}
    }
  }

  @Test func aFolderIsItsDocumentsAsPeopleCountThem_S2_30() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let service = try await desktop.startService()
      let folder = "\(desktop.directory)/Some book"
      for name in ["deeper", "empty"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
      for name in ["chapter 10.txt", "Chapter 2.md", "chapter 1.TXT", ".hidden.txt", "cover.jpg", "deeper/other.txt"] {
        _ = try write("\(long) \(name)", "Some book/\(name)", in: desktop)
      }
      let read = try await desktop.run(aloud, "read", "--when-busy", "queue", folder + "/")
      #expect(read.succeeded && read.errors.isEmpty, "\(read)")
      #expect(try await titles(desktop) == ["chapter 1", "Chapter 2", "chapter 10"])
      let none = try await desktop.run(aloud, "read", folder + "/empty")
      #expect(none.exitCode == 2 && none.errors.contains("there is no document in it\ntry: aloud read '"), "\(none)")
      withExtendedLifetime(service) {}
    }
  }

  @Test func moreFilesThanAProcessMayHaveOpenAtFirstAreRead() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let service = try await desktop.startService()
      let folder = "\(desktop.directory)/many"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for number in 1...60 { _ = try write("Text number \(number).", "many/\(number).txt", in: desktop) }
      let read = try await desktop.run(
        "bash", "-c", "ulimit -Sn 50; exec '\(aloud)' read --when-busy queue '\(folder)'")
      #expect(read.succeeded && read.errors.isEmpty, "\(read)")
      #expect(try await desktop.run(aloud, "clear").succeeded)
      withExtendedLifetime(service) {}
    }
  }

  @Test func eventsSurviveTheServiceAndAreComplete_S3_04() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let first = try await desktop.startService()
      let events = try desktop.start([aloud, "events", "utterance"])
      try await events.waitForOutput(containing: "running")
      _ = try await first.end()
      try await events.waitForOutput(containing: "ended")
      let second = try await desktop.startService()
      try await events.waitForOutput("the second start") { output in
        output.split(separator: "\n").count { $0.hasSuffix("running") } == 2 ? true : nil
      }
      #expect(try await desktop.run(aloud, "say", "-w", "One.").succeeded)
      try await events.waitForOutput(containing: "finished")
      events.send(signal: SIGINT)
      let result = try await events.waitForEnd()
      #expect(result.exitCode == 130)
      #expect(result.lines.suffix(2).map { $0.prefix(8) } == ["started ", "finished"], "\(result)")
      withExtendedLifetime(second) {}
    }
  }

  @Test func ratesVolumesAndPlacesAreTakenInEveryForm_S2_02_S2_03() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let service = try await desktop.startService()
      #expect(try await desktop.run(aloud, "rate", "350wpm").answer == "2× ≈ 350 wpm")
      #expect(try await desktop.run(aloud, "rate", "-10%").answer == "1.8× ≈ 315 wpm")
      #expect(try await desktop.run(aloud, "rate", "7").exitCode == 2)
      #expect(try await desktop.run(aloud, "rate", "1").answer == "1× ≈ 175 wpm")
      #expect(try await desktop.run(aloud, "volume", "50").answer == "50%")
      #expect(try await desktop.run(aloud, "volume", "5+").answer == "55%")
      #expect(try await desktop.run(aloud, "seek", "5").exitCode == 1)
      #expect(try await desktop.run(aloud, "say", long).succeeded)
      #expect(try await desktop.run(aloud, "pause").succeeded)
      #expect(try await desktop.run(aloud, "position", "2").succeeded)
      #expect(try await desktop.run(aloud, "position", "0.5-").succeeded)
      #expect(try await desktop.run(aloud, "position").answer == "1.500000")
      // The distances of a skip forward and back may differ.
      let folder = "\(desktop.environment["XDG_CONFIG_HOME"] ?? "")/aloud"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("[player]\nskip-interval = \"2s\"\nskip-interval-back = \"1s\"\n".utf8).write(
        to: URL(fileURLWithPath: folder + "/aloud.toml"))
      // The service decides the distance.
      try await eventually("the service has read it") { service.errors.contains("the configuration has changed") }
      #expect(try await desktop.run(aloud, "seek", "+").succeeded)
      #expect(try await desktop.run(aloud, "position").answer == "3.500000")
      #expect(try await desktop.run(aloud, "seek", "-").succeeded)
      #expect(try await desktop.run(aloud, "position").answer == "2.500000")
      withExtendedLifetime(service) {}
    }
  }

  /// `repro/tee.sh`: a character in two pieces, bytes that are not UTF-8, and more than one read takes.
  @Test func theTeeCopiesEachByte_B12() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let service = try await desktop.startService()
      #expect(try await desktop.run(aloud, "say", "--when-busy", "queue", long).succeeded)
      #expect(try await desktop.run(aloud, "pause").succeeded)
      func tee(_ source: String, _ name: String) async throws -> Data {
        let path = "\(desktop.directory)/\(name)"
        _ = try await desktop.run("sh", "-c", "\(source) | \(aloud) say --when-busy queue --tee >\(path) 2>/dev/null")
        return try Data(contentsOf: URL(fileURLWithPath: path))
      }
      #expect(
        try await tee(#"(printf 'Gr\303'; sleep 0.3; printf '\274\303\237e.\n')"#, "halves") == Data("Grüße.\n".utf8))
      #expect(
        try await tee(#"printf 'caf\351 latin one\n'"#, "latin") == Data("caf".utf8) + [0xE9] + " latin one\n".utf8)
      let big = Data((String(repeating: "ä", count: 32767) + "a" + String(repeating: "ö", count: 40000) + "\n").utf8)
      try big.write(to: URL(fileURLWithPath: "\(desktop.directory)/big"))
      #expect(try await tee("cat \(desktop.directory)/big", "copy") == big)
      withExtendedLifetime(service) {}
    }
  }

  @Test func doctorShowsWhatItStandsOn_S4_09() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      _ = try await desktop.startService()
      let doctor = try await desktop.run(aloud, "doctor", "--json")
      let answer = try #require(try JSONSerialization.jsonObject(with: Data(doctor.output.utf8)) as? [String: Any])
      let steps = try #require(answer["steps"] as? [[String: Any]])
      func detail(_ step: String) -> String {
        steps.first { $0["step"] as? String == step }?["detail"] as? String ?? ""
      }
      let version = #"[0-9]+\.[0-9][^ ,]*"#
      let platform = "^PipeWire \(version), WirePlumber \(version), dbus-daemon \(version), no desktop portal$"
      #expect(detail("platform").range(of: platform, options: .regularExpression) != nil, "\(doctor)")
      let output = "^PipeWire \(version), null-sink$"
      #expect(detail("output").range(of: output, options: .regularExpression) != nil, "\(doctor)")
    }
  }

  /// A program of that name stands for the one of WirePlumber 0.5.11 and later.
  @Test(arguments: [("true", true), ("false", false)])
  func doctorNamesTheRuleOfTheSessionManager(value: String, isNamed: Bool) async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let tools = desktop.directory + "/tools"
      let script = "#!/bin/sh\n[ \"$*\" = 'settings linking.pause-playback' ] && echo 'Value: \(value)'\n"
      try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
      try script.write(toFile: tools + "/wpctl", atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tools + "/wpctl")
      let path = tools + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      let doctor = try await desktop.run(aloud, "doctor", environment: ["PATH": path])
      #expect(doctor.output.contains("linking.pause-playback") == isNamed, "\(doctor)")
    }
  }

  @Test func withoutABusThereIsOneLineAndACure() async throws {
    try await PrivateDesktop.with(Self.options()) { desktop in
      let asked = try await desktop.run(
        aloud, "status", environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(Project.nowhere)"])
      #expect(asked.exitCode == 3 && asked.output.isEmpty, "\(asked)")
      #expect(asked.errors.split(separator: "\n").map { $0.prefix(11) } == ["aloud: cann", "try: dbus-r"], "\(asked)")
    }
  }
}
