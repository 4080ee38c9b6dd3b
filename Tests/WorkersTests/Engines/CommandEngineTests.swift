import DesktopSupport
import EventLoop
import Foundation
import Speech
import Testing
import Vocabulary
import Workers

/// Commands of the listener's as engines: the real flite, and scripts that do what none should.
@Suite(.timeLimit(.minutes(5)))
struct CommandEngineTests {
  init() { TestLoop.start() }

  /// flite writes a sound into a pipe only if the text is an argument.
  private static let flite = #"/usr/bin/flite -voice slt -t "$(cat)" -o /dev/stdout"#

  private struct Spoken {
    var samples: [Int16] = []
    var words: [String] = []
    var trouble: Trouble?
  }

  /// The engines with a command: a script of the shell.
  @Core private static func engines(_ script: String, named name: String = "mimic") throws -> EngineDirectory {
    let command = EngineCommand(name: name, command: ["/bin/sh", "-c", script], languages: ["en"])
    return EngineDirectory(try EngineProgram.installed(with: [command]))
  }

  @Core private static func speak(_ engines: EngineDirectory, _ text: String) async -> Spoken {
    var spoken = Spoken()
    let bytes = Array(text.utf8)
    await withCheckedContinuation { continuation in
      _ = engines.speak(bytes, configuration: VoiceConfiguration(voice: "mimic:en"), at: SampleRate(hertz: 24_000)) {
        switch $0 {
        case .samples(_, let samples): spoken.samples += samples
        case .mark(let mark): spoken.words.append(String(decoding: bytes[mark.span.utf8], as: UTF8.self))
        case .done: continuation.resume()
        case .failed(let trouble):
          spoken.trouble = trouble
          continuation.resume()
        case .skipped, .otherVoice, .reached: break
        }
      }
    }
    return spoken
  }

  @Test @Core func aCommandSpeaksWithMarks() async throws {
    let engines = try Self.engines(Self.flite)
    let spoken = await Self.speak(engines, "The lamp turned, and nobody slept.")
    #expect(spoken.trouble == nil && spoken.samples.count > 24_000 && spoken.samples.contains { $0 > 1_000 })
    #expect(spoken.words == ["The", "lamp", "turned", "and", "nobody", "slept"])
    engines.release()
  }

  @Test func aCommandKeepsTheContract() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "command-engine-\(getpid())").path
    let speak = try BuiltProgram.path("aloud-speak")
    let script = "#!/bin/sh\nexec '\(speak)' \"$@\" --command mimic en /bin/sh -c '\(Self.flite)'\n"
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    chmod(path, 0o700)
    let checked = try await RunningProcess(
      [BuiltProgram.path("check-engine"), path], environment: ProcessInfo.processInfo.environment
    ).runToEnd(within: watchdog * 2)
    #expect(checked.succeeded && checked.output.contains("24000 Hz"), "\(checked)")
  }

  /// It says the time of day: two runs are two sounds.
  @Test @Core func theSameTextHasTheSameSoundWhileTheProcessLives() async throws {
    let engines = try Self.engines(#"cat >/dev/null; /usr/bin/flite -voice slt -t "$(date +%N)" -o /dev/stdout"#)
    let first = await Self.speak(engines, "One.")
    let other = await Self.speak(engines, "Two.")
    #expect(await Self.speak(engines, "One.").samples == first.samples && first.samples != other.samples)
    engines.release()
  }

  /// What needs a bound of the address space, of which a sanitizer reserves terabytes.
  private static func bounded<Attempt>(_ attempts: [Attempt]) -> [Attempt] { isSanitized ? [] : attempts }

  @Test(
    arguments: [
      ("exit 3", "ends with the exit code 3"), ("cat", "does not write a WAV file"), ("exit 0", "writes nothing"),
      ("kill -9 $$; exec 2>&-; ulimit -f 0; exit 5", "ends with the exit code 5"),
      (flite + " | head -c 1001", "writes a WAV file that ends within a sample"),
      (flite + "; exit 4", "ends with the exit code 4"),
      ("yes", "writes without an end"), (flite + "; exec yes", "writes without an end"),
      (flite + " | head -c 36", "writes a WAV file without sound"), ("/nowhere/flite", "cannot be run"),
    ] + bounded([("exec perl -e '$n = 8 << 30; $memory = qq(a) x $n; exec qq(true)'", "ends with the exit code 1")]))
  @Core func aCommandThatFailsIsToldInOneLine(_ script: String, reason: String) async throws {
    let engines = try Self.engines(script)
    let spoken = await Self.speak(engines, "One.")
    #expect(spoken.trouble?.code == .engine && spoken.samples.isEmpty)
    let detail = "\(spoken.trouble.map { "\($0)" } ?? "")"
    #expect(detail.contains("/bin/sh \(reason)") && !detail.contains("\n"), "\(detail)")
    engines.release()
  }

  /// One text that it cannot speak: the engine is not ill.
  @Test @Core func aCommandThatFailsAtOneTextIsWell() async throws {
    let engines = try Self.engines(
      #"read -r text; [ "$text" != Odd. ] || exit 3; exec /usr/bin/flite -t "$text" -o /dev/stdout"#)
    #expect(await Self.speak(engines, "Odd.").trouble?.code == .damaged)
    #expect(engines.troubles.isEmpty)
    #expect(await Self.speak(engines, "One.").trouble == nil)
    engines.release()
  }

  @Test @Core func aMissingProgramIsTold() async throws {
    for (program, reason) in [("/nowhere/speak", "does not exist"), ("/etc/passwd", "cannot be run")] {
      let command = EngineCommand(name: "mimic", command: [program], languages: ["en"])
      let engines = EngineDirectory(try EngineProgram.installed(with: [command]))
      var voices: [Voice]?
      engines.voices { voices = (try? $0.get()) ?? [] }
      #expect(await eventually { voices != nil && !engines.troubles.isEmpty })
      #expect("\(engines.troubles)".contains("\(program) \(reason)"), "\(engines.troubles)")
      engines.release()
    }
  }

  /// The listener goes on before it has said a word; what it has begun, and ignores every signal that it can, is gone.
  @Test @Core func aCancelledCommandIsKilledWithAllThatItHasBegun() async throws {
    let number = "98765.\(getpid())"
    let engines = try Self.engines(
      "trap '' TERM INT HUP; (trap '' TERM; setsid sleep \(number) & sleep \(number)) & sleep \(number); sleep 9")
    var ended = false
    let request = engines.speak(
      Array("One.".utf8), configuration: VoiceConfiguration(voice: "mimic:en"), at: .usual
    ) { _ in ended = true }
    #expect(await eventually { Self.processes(with: number) >= 2 })
    engines.cancel(request)
    #expect(await eventually { Self.processes(with: number) == 0 })
    #expect(!ended)
    engines.release()
  }

  /// The processes that have a word in their command line, but for shells that were told of it.
  private static func processes(with word: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.count { name in
      guard Int(name) != nil, let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
        return false
      }
      let words = line.split(separator: 0)
      return words.count == 2 && words[1].elementsEqual(word.utf8)
    }
  }

  /// It speaks only if nothing that it tries succeeds.
  @Test(
    arguments: [
      "touch /tmp/aloud-command-$$", "echo x >>$HOME_FILE", "cat $HOME_FILE", "rm $HOME_FILE", "chmod 777 $HOME_FILE",
      "bash -c 'exec 3<>/dev/tcp/127.0.0.1/9'", "kill -0 $PPID", "setsid true", "mkdir /tmp/aloud-command-$$",
      "ls /proc/self/fd/3",
    ] + bounded(["test $(ulimit -v) = unlimited"]))
  @Core func aCommandDoesNothingButSpeak(_ attempt: String) async throws {
    let secret = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".aloud-command-\(getpid())").path
    _ = FileManager.default.createFile(atPath: secret, contents: Data("secret".utf8))
    defer { unlink(secret) }
    // The shell itself works.
    let engines = try Self.engines("HOME_FILE=\(secret); true && { \(attempt); } && exit 9; \(Self.flite)")
    let spoken = await Self.speak(engines, "One.")
    #expect(spoken.trouble == nil && !spoken.samples.isEmpty, "\(String(describing: spoken.trouble))")
    engines.release()
  }

  @Test @Core func whatIsWrittenToTheErrorOutputIsLost() async throws {
    let engines = try Self.engines("yes nonsense | head -c 3000000 >&2; " + Self.flite)
    #expect(await Self.speak(engines, "One.").trouble == nil)
    engines.release()
  }

  /// Each of them would have the listener wait for ever.
  @Test(arguments: [
    ("while :; do printf x; sleep 1; done", "has not ended after"),
    ("exec >&-; trap '' TERM; sleep 98768.$PPID", "closes its output and does not end"),
    ("trap '' TERM HUP INT; while :; do :; done", "takes too much of the processor"),
  ]) @Core func aCommandThatDoesNotEndIsEnded(_ script: String, reason: String) async throws {
    let engines = try Self.engines(script)
    let start = Core.loop.now
    let spoken = await Self.speak(engines, "The first text.")
    #expect(spoken.trouble?.code == .engine && spoken.samples.isEmpty)
    let detail = "\(spoken.trouble.map { "\($0)" } ?? "")"
    #expect(detail.contains("/bin/sh \(reason)") || detail.contains("writes nothing for 20 s"), "\(detail)")
    #expect(start.duration(to: Core.loop.now) < .seconds(60))
    engines.release()
  }

  /// A command that hangs lives for as long as its silence may take, and the text goes to another voice.
  @Test @Core func aCommandThatHangsIsGivenUp() async throws {
    let engines = try Self.engines("exec sleep 98766.\(getpid())")
    let spoken = await Self.speak(engines, "One.")
    #expect(
      spoken.trouble?.code == .engine && "\(String(describing: spoken.trouble))".contains("writes nothing for 20 s"))
    #expect(Self.processes(with: "98766.\(getpid())") == 0)
    engines.release()
  }

  @Test @Core func anEngineOfItsNameGoesBeforeACommand() throws {
    let usual = try EngineProgram.installed()
    let command = EngineCommand(name: "mimic", command: ["/bin/cat"], languages: ["en"])
    #expect(try EngineProgram.installed(with: [command]).map(\.name) == usual.map(\.name) + ["mimic"])
    let other = EngineCommand(name: "mimic", command: ["/bin/cat", "-u"], languages: ["en"])
    #expect(try EngineProgram.installed(with: [command]) == EngineProgram.installed(with: [command]))
    #expect(try EngineProgram.installed(with: [command]) != EngineProgram.installed(with: [other]))
  }
}
