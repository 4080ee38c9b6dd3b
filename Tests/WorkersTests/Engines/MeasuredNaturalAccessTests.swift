import DesktopSupport
import EventLoop
import Foundation
import Speech
import Testing
import Vocabulary

/// The requests of the engine of natural voices to the kernel, as strace sees them: with the real library and the real
/// voices, while it lists them, measures and speaks. A call that a filter refuses is seen, too.
/// A traced engine is slow, so nothing runs beside it.
@Suite(
  .enabled(if: Project.fetchedVoices != nil, "scripts/fetch-voices has fetched no voices"),
  .enabled("strace cannot trace here, or not what hides its memory from its user") {
    await Tracing.isPossible
  },
  .timeLimit(.minutes(3)))
struct MeasuredNaturalAccessTests {
  init() { TestLoop.start() }

  /// The files that are read besides voices, by the beginnings of their paths, and why.
  private static let others = [
    "/proc/self/oom_score_adj",  // Written: it is the first to go when memory runs out.
    "/proc/self/statm",  // The address space in use, before it is limited.
    "/proc/self/exe", "/proc/self/maps",  // The loader, and the C library for its stack.
    "/proc/cpuinfo",  // The class of the processor, which is a part of the engine's name; ONNX Runtime, too.
    "/sys/devices/system/cpu/",  // ONNX Runtime counts the processors, and looks for others in the next ones.
    "/sys/bus/pci/devices", "/sys/class/accel", "/sys/class/drm",
    "/dev/urandom",  // The C++ library.
    "/etc/ld.so.cache", "/etc/ld.so.preload",  // The loader.
    // The C library's tables of letters, which espeak-ng asks for.
    "/usr/lib/locale/", "/usr/share/locale/locale.alias", "/usr/lib/x86_64-linux-gnu/gconv/",
    "/usr/lib/aarch64-linux-gnu/gconv/", "/usr/lib/gconv/",
  ]

  /// True if the engine has a reason to open a path.
  private static func mayOpen(_ path: String, _ prefix: NaturalPrefix) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? "/nowhere"
    let data =
      [environment["XDG_DATA_HOME"] ?? home + "/.local/share", prefix.path + "/share"]
      + (environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":").map { String($0) }
    let voices = data.flatMap { folder in ["aloud/voices", "piper-voices", "piper/voices"].map { "\(folder)/\($0)" } }
    // Those of Speech Note and Pied.
    let foreign = [home + "/.var/app/", home + "/.local/share/pied"]
    if (voices + foreign + others + [prefix.path + "/lib/aloud/"]).contains(where: path.hasPrefix) { return true }
    // The program itself, espeak-ng's data, and libraries, wherever the loader looks for them.
    let name = path.split(separator: "/").last ?? ""
    return path == prefix.program || path.contains("/espeak-ng-data") || name.hasPrefix("lib") && name.contains(".so")
  }

  /// A call of the engine: its name, and the path in it.
  private struct Call {
    var name: String
    var path: String?
    var line: String

    /// `nil` for a line that is none: an exit, a signal, the second half of a call.
    init?(_ line: some StringProtocol) {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, Int(words[0]) != nil else { return nil }
      // A short number of a process is followed by several spaces.
      let call = words[1].drop { $0 == " " }
      guard let end = call.firstIndex(of: "("), call[..<end].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
      else { return nil }
      name = String(call[..<end])
      let quoted = call.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
      path = quoted.count == 3 ? String(quoted[1]) : nil
      self.line = String(line)
    }

    /// A pair of sockets, with which the process speaks to its own copies, leads nowhere.
    var isNetwork: Bool { ["socket", "connect", "bind", "listen", "accept", "accept4"].contains(name) }
    /// True for a call that reads or changes what is at a path. Others ask if there is something.
    var isOpening: Bool { name != "execve" && !["stat", "lstat", "newfstatat", "statx", "access"].contains(name) }
    var isWriting: Bool { !name.hasPrefix("readlink") && !line.contains("O_RDONLY") && path != nil && isOpening }
  }

  /// The calls of an engine while it lists its voices, measures with and speaks with some of them.
  @Core private static func calls(of prefix: NaturalPrefix, voices: [String]) async throws -> [Call] {
    let (log, script) = (prefix.path + "/calls", prefix.path + "/traced")
    let wanted = "%file,socket,socketpair,connect,bind,listen,accept,accept4,memfd_create,io_uring_setup"
    try "#!/bin/sh\nexec strace -f -qq -A -o '\(log)' -e trace=\(wanted) '\(prefix.program)' \"$@\"\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    chmod(script, 0o700)
    let session = try Session(("neural", script))
    defer { session.end() }
    let listed = try? await session.voices()
    #expect(voices.allSatisfy { listed?.map(\.id.text).contains($0) ?? false })
    for voice in voices {
      let text = "The lamp of the house turned on: Bonjour!"
      let spoken = await session.speak(text, .voice(voice))
      #expect(spoken.error == nil && !spoken.samples.isEmpty, "\(String(describing: spoken.error))")
      #expect(try await session.measure(text, .voice(voice)).get() == spoken.frames)
    }
    return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap { Call($0) }
  }

  /// A socket, even a refused one, and any other path is a fault.
  @Test(.enabled(if: !isSanitized, "a sanitizer reads files of its own"))
  @Core func nothingButItsFilesIsAskedFor() async throws {
    let prefix = try NaturalPrefix(hasVoices: true)
    defer { prefix.remove() }
    let calls = try await Self.calls(of: prefix, voices: NaturalEngineTests.voices)
    #expect(calls.count { $0.isOpening } > 100)
    #expect(calls.filter(\.isNetwork).map(\.line) == [])
    #expect(calls.filter { $0.name == "memfd_create" || $0.name == "io_uring_setup" }.map(\.line) == [])
    let odd = calls.filter { $0.isOpening && !($0.path.map { Self.mayOpen($0, prefix) } ?? ($0.name == "socketpair")) }
    #expect(Set(odd.map(\.line)) == [])
    let written = Set(calls.filter(\.isWriting).compactMap(\.path))
    #expect(written == ["/proc/self/oom_score_adj"])
    // One program is run: the engine.
    #expect(Set(calls.filter { $0.name == "execve" }.compactMap(\.path)) == [prefix.program])
  }

  /// A library from elsewhere that tries as it is opened is seen, and gets no socket.
  @Test @Core func aLibraryThatTriesIsSeen() async throws {
    let library = try BuiltLibrary(
      """
      #include <fcntl.h>
      #include <sys/socket.h>
      __attribute__((constructor)) static void start(void) {
        int descriptor = socket(AF_INET, SOCK_STREAM, 0);
        connect(descriptor, 0, 0);
        open("/etc/hostname", O_RDONLY);
      }
      """)
    let prefix = try NaturalPrefix(library: library.path)
    defer { prefix.remove() }
    try prefix.add(fetched: "heart")
    let calls = try await Self.calls(of: prefix, voices: [])
    #expect(calls.contains { $0.name == "socket" && $0.line.contains("EPERM") })
    #expect(calls.contains { $0.name == "connect" && $0.line.contains("EPERM") })
    #expect(calls.contains { $0.path == "/etc/hostname" && $0.isOpening && !Self.mayOpen("/etc/hostname", prefix) })
  }
}

private enum Tracing {
  /// A worker hides its memory from other programs of its user: only root sees the paths.
  static var isPossible: Bool {
    get async {
      guard geteuid() == 0 else { return false }
      let result = try? await RunningProcess(
        ["strace", "-f", "-qq", "-o", "/dev/null", "/bin/true"], environment: ProcessInfo.processInfo.environment
      ).runToEnd(within: watchdog)
      return result?.succeeded ?? false
    }
  }
}
