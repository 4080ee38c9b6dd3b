import DesktopSupport
import EventLoop
import Glibc
import Testing

/// Programs that are run for their output. Each of them is reaped, however its run ends.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct ToolRunTests {
  init() { Core.loop.startThread() }

  /// The dead and living children of this process that were started by `name`, as their states (proc(5)).
  private static func children(named name: String) -> [Character] {
    var states: [Character] = []
    guard let list = opendir("/proc") else { return [] }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let number = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let file = Descriptor(opening: "/proc/\(number)/stat", O_RDONLY) else { continue }
      let line = String(decoding: file.readAll(limit: 512), as: UTF8.self)
      guard let end = line.lastIndex(of: ")"), line.contains("(\(name))") else { continue }
      let fields = line[line.index(after: end)...].split(separator: " ")
      if fields.count > 1, fields[1] == "\(getpid())" { states.append(fields[0].first ?? "?") }
    }
    return states
  }

  @Test @Core func theOutputAndTheEndOfAProgramAreTold() async {
    let result = await ToolRun.run(["sh", "-c", "echo a; echo b >&2; exit 3"], limit: 100, patience: watchdog)
    #expect(result.end == .exited(3) && result.output == Array("a\n".utf8) && result.errors == "b\n")
    #expect(await ToolRun.run([Project.nowhere], limit: 100, patience: watchdog).end == .absent)
  }

  @Test @Core func aProgramThatIsLateIsReaped() async throws {
    for _ in 0..<5 {
      let result = await ToolRun.run(["sleep", "1000"], limit: 100, patience: .milliseconds(50))
      #expect(result.end == .late)
    }
    try await eventually("they are gone") { Self.children(named: "sleep").isEmpty ? () : nil }
  }

  @Test @Core func aProgramThatWritesTooMuchIsReaped() async throws {
    let result = await ToolRun.run(["yes"], limit: 1000, patience: watchdog)
    #expect(result.end == .tooMuch)
    try await eventually("it is gone") { Self.children(named: "yes").isEmpty ? () : nil }
  }

  /// The program has ended, and its own child keeps the output open until the time is over.
  @Test @Core func aProgramWhoseChildKeepsTheOutputIsReaped() async throws {
    let result = await ToolRun.run(["sh", "-c", "sleep 2 & exit 0"], limit: 100, patience: .milliseconds(200))
    #expect(result.end == .late)
    try await eventually("it is gone") { Self.children(named: "sh").isEmpty ? () : nil }
  }

  /// A program that is being started has all descriptors of this process until it runs, so that a pipe which is closed
  /// here lives on for a moment. Here other descriptors do that to it.
  @Test @Core func aPipeThatLivesOnElsewhereEndsNoLoop() async throws {
    let fifo = "/tmp/aloud-tool-\(getpid())"
    #expect(mkfifo(fifo, 0o600) == 0)
    defer { unlink(fifo) }
    let run = Task { @Core in await ToolRun.run(["cat", fifo], limit: 100, patience: watchdog) }
    try await eventually("it runs") { Self.children(named: "cat").isEmpty ? nil : () }
    let copies = (3..<CInt(1024)).compactMap { number -> CInt? in
      var status = stat()
      guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
      return fcntl(number, F_DUPFD_CLOEXEC, 1024)
    }
    #expect(copies.count >= 2)
    // It reads nothing, and ends.
    let writer = open(fifo, O_WRONLY | O_CLOEXEC)
    #expect(writer >= 0 && close(writer) == 0)
    #expect(await run.value.end == .exited(0))
    // The loop goes on: it is not told of a pipe that nobody watches any more.
    for _ in 0..<3 { #expect(await ToolRun.run(["true"], limit: 100, patience: watchdog).end == .exited(0)) }
    for copy in copies { close(copy) }
  }
}
