import Foundation
import Glibc
import Speech
import SpeechWire
import Testing
import Wire
import Workers

/// Forbidden actions of a worker, tried from inside the real programs.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ConfinementTests {
  private static let voices =
    ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib", "/usr/share", "/usr/local/share"]
    .map { $0 + "/espeak-ng-data" }.first { access($0 + "/phontab", R_OK) == 0 } ?? ""

  /// Actions that only Landlock can refuse, not the arguments of the call.
  private static let needsLandlock: Set = ["read-file", "read-passwd", "read-own-memory", "list-root"]

  @Test func theSpeakerAndItsCopiesCanDoNothingButSpeak_B17() throws {
    let requests = [
      SpeechRequest.configure(.english).encoded(request: 0),
      SpeechRequest.speak(Utterance(text: Array("One two three.".utf8))).encoded(request: 1),
    ]
    let reports = try probe(.speak, requests: requests, until: 2)
    #expect(reports.map(\.process).sorted() == ["copy", "parent"])
    for report in reports {
      expectHarmless(report)
      #expect(report.allowed["voices"] == 0)
      // Its socket, and descriptors of the library's own; in the parent also the two ends towards the waiting copy.
      let most = report.process == "copy" ? 6 : 8
      #expect(
        report.descriptors.starts(with: [0, 1, 2, 3]) && report.descriptors.count <= most, "\(report.descriptors)")
    }
  }

  @Test func theReaderHasNothingButItsSocket_B17() throws {
    let report = try #require(try probe(.read, requests: [], until: 1).first)
    expectHarmless(report)
    #expect(report.allowed["voices"] != 0 || !report.hasLandlock)
    #expect(report.descriptors == [0, 1, 2, 3])
  }

  @Test func theReaderOfPDFHasNothingButItsSocket_B17() throws {
    let report = try #require(try probe(.readPDF, requests: [], until: 1).first)
    expectHarmless(report)
    #expect(report.allowed["voices"] != 0 || !report.hasLandlock)
    #expect(report.descriptors == [0, 1, 2, 3])
  }

  @Test func theDecoderHasNothingButItsSocket_B17() throws {
    let report = try #require(try probe(.decode, requests: [], until: 1).first)
    expectHarmless(report)
    #expect(report.allowed["voices"] != 0 || !report.hasLandlock)
    #expect(report.descriptors == [0, 1, 2, 3])
  }

  @Test func theReaderOfTheConfigurationReadsNothingElse() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "aloud-\(getpid()).toml").path
    try "[speech]\nrate-wpm = 200\n".write(toFile: file, atomically: true, encoding: .utf8)
    defer { unlink(file) }
    let report = try #require(try probe(.settings, arguments: [file], requests: [], until: 1).first)
    expectHarmless(report)
    #expect(report.descriptors == [0, 1, 2, 3])
  }

  /// Each page that a copy of an engine writes is copied by the kernel.
  @Test(.enabled(if: !isSanitized, "a sanitizer allocates in its own way"))
  func whatATightenedProcessAllocatesLiesTogether() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try BuiltProgram.link("fake-engine", as: "scattered"))
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // Of 5,000 pieces. A few lie where something was given back meanwhile.
    let between = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), "\(text)")
    #expect(between < 50 && process.terminationStatus == 0)
  }

  // MARK: The probe

  private struct Report {
    var process = ""
    var attempts: [String: Int32] = [:]
    var allowed: [String: Int32] = [:]
    var descriptors: [Int32] = []
    /// True if the kernel has Landlock. Without it files are still not written, but any can be read.
    var hasLandlock: Bool { allowed["landlock"] ?? 0 > 0 }

    init?(_ line: some StringProtocol) {
      let parts = String(line).components(separatedBy: ";").map { part in
        part.components(separatedBy: " ").filter { !$0.isEmpty }
      }
      guard parts.count == 3, parts[0].first == "probe", parts[0].count > 3 else { return nil }
      func results(_ words: some Sequence<String>) -> [String: Int32] {
        var found: [String: Int32] = [:]
        for word in words {
          let pair = word.components(separatedBy: "=")
          if pair.count == 2 { found[pair[0]] = Int32(pair[1]) ?? -1 }
        }
        return found
      }
      process = parts[0][2]
      attempts = results(parts[0].dropFirst(3))
      allowed = results(parts[1])
      descriptors = parts[2].compactMap { Int32($0) }
    }
  }

  private func expectHarmless(_ report: Report) {
    #expect(report.attempts.count >= 68)
    for (name, error) in report.attempts where report.hasLandlock || !Self.needsLandlock.contains(name) {
      #expect(error != 0, "\(report.process): \(name) succeeded")
    }
    // Calls that libraries make on their own descriptors.
    #expect(report.allowed["duplicate"] == 0 && report.allowed["flags"] == 0)
  }

  /// Runs a worker with the probe in it, below a shell that stands for the service. Returns the reports of its
  /// processes.
  private func probe(
    _ program: WorkerExecutable, arguments: [String] = [], requests: [[UInt8]], until count: Int
  ) throws -> [Report] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "probe-\(getpid())-\(program.rawValue)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (library, file) = (folder + "/probe.so", folder + "/file")
    try "precious".write(toFile: file, atomically: false, encoding: .utf8)
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "probe.c").path
    let compiler = try Process.run(
      URL(fileURLWithPath: "/usr/bin/env"), arguments: ["cc", "-O1", "-shared", "-fPIC", source, "-o", library])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)

    var pair: [CInt] = [-1, -1]
    var output: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &pair) == 0 && pipe(&output) == 0)
    defer { for descriptor in [pair[0], output[0]] { close(descriptor) } }
    let environment = [
      "LD_PRELOAD=\(library)", "PROBE_FILE=\(file)", "PROBE_VOICES=\(Self.voices)", "LC_ALL=C.UTF-8",
      "PATH=/usr/bin:/bin",
    ]
    // The test itself is not the parent: a signal that came through would end it.
    let command = ["/bin/sh", "-c", "\"$0\" \"$@\" & wait", try program.program().path] + arguments
    let pid = try start(command, environment, socket: pair[1], errors: output[1])
    defer {
      kill(-pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    close(pair[1])
    close(output[1])
    for request in requests { try #require(send(pair[0], request, request.count, CInt(MSG_NOSIGNAL)) > 0) }

    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var reports: [Report] = []
    while reports.count < count {
      let length = read(output[0], &buffer, buffer.count)
      guard length > 0 else { break }
      text += buffer[..<length]
      reports = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Report($0) }
    }
    try #require(reports.count == count, "\(String(decoding: text, as: UTF8.self))")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    return reports
  }

  private func start(
    _ command: [String], _ environment: [String], socket: CInt, errors: CInt
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    // The descriptors are moved away first: one may have the other's number.
    let (high, higher) = (fcntl(socket, F_DUPFD_CLOEXEC, 100), fcntl(errors, F_DUPFD_CLOEXEC, 100))
    defer { for descriptor in [high, higher] { close(descriptor) } }
    posix_spawn_file_actions_adddup2(&actions, high, 3)
    posix_spawn_file_actions_adddup2(&actions, higher, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var pid: pid_t = 0
    try #require(posix_spawn(&pid, command[0], &actions, &attributes, &arguments, &variables) == 0)
    return pid
  }
}
