import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Glibc

/// The longest turns of the service's loop with a text of 100 MB. During a turn, no call, key or unplug is handled.
@Core
enum Turns {
  /// The limit of a turn in milliseconds, also for the reports of the service.
  private static let limit = 5.0
  private static let size = 100_000_000
  private static let patience = Duration.seconds(300)

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    try await aloud.quit()
    let configuration = rig.desktop.environment["XDG_CONFIG_HOME"] ?? ""
    let folder = configuration + "/aloud"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("[service]\nlog-level = \"debug\"\n".utf8).write(to: URL(fileURLWithPath: folder + "/aloud.toml"))
    defer { try? FileManager.default.removeItem(atPath: folder + "/aloud.toml") }
    let path = try DocumentFiles(folder: rig.folder).text(bytes: size, number: 1)

    var service = try await start(rig)
    try await aloud.setRate(1)
    _ = try await aloud.open(path)
    try await read(aloud, "a file")
    // The text is measured, and the lengths are stored every 15 seconds.
    await pause(.seconds(20))
    guard !service.errors.contains("aloud.toml") else {
      throw BenchError("the turns are not logged: \(service.errors)")
    }
    add("opened and measured", service, &report)

    service = try await restart(rig, service, SIGTERM)
    try await aloud.call("Play")
    try await read(aloud, "the file again")
    await pause(.seconds(3))
    add("opened again after a restart", service, &report)

    _ = try await service.end()
    let copy = path + ".copy"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    guard rename(copy, path) == 0 else { throw BenchError("\(path) cannot be replaced") }
    service = try await start(rig)
    try await aloud.call("Play")
    try await read(aloud, "the copy")
    add("opened again as a copy", service, &report)
    try await aloud.call("Clear")

    service = try await restart(rig, service, SIGTERM)
    let text = Texts.text(Texts.sentences(words: 30_000_000 / 6))
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    _ = try await rig.desktop.run("sh", "-c", "'\(Project.program("aloud"))' say < '\(path)'")
    try await read(aloud, "a piped text of 30 MB")
    await pause(.seconds(5))
    add("piped, 30 MB", service, &report)

    service = try await restart(rig, service, SIGKILL)
    try await aloud.call("Play")
    try await read(aloud, "the piped text again")
    add("piped, 30 MB, after a crash", service, &report)
    try await aloud.call("Clear")
    _ = try await service.end()
  }

  private static func start(_ rig: Rig) async throws -> RunningProcess {
    let service = try rig.start([Project.program("aloudd")])
    try await rig.desktop.waitUntilOwned(Aloud.name.text, by: service)
    return service
  }

  private static func restart(_ rig: Rig, _ service: RunningProcess, _ signal: Int32) async throws -> RunningProcess {
    service.send(signal: signal)
    _ = try await service.waitForEnd()
    return try await start(rig)
  }

  /// Waits until all of the current text is read.
  private static func read(_ aloud: Aloud, _ what: String) async throws {
    let start = Core.loop.now
    while true {
      if let track = try await aloud.get("Track").asObjectPath, track != "/", try await aloud.isRead(track) { return }
      await pause(.milliseconds(50))
      guard start.duration(to: Core.loop.now) < patience else { throw BenchError("\(what) is not read in time") }
    }
  }

  private static func add(_ what: String, _ service: RunningProcess, _ report: inout Report) {
    var (passed, worked) = (Series(), Series())
    for line in service.errors.split(separator: "\n") where line.contains("a turn took ") {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 2 else { continue }
      passed.add(numbers[0])
      worked.add(numbers[1])
    }
    report.add("Longest turn, 100 MB, \(what)", "passed", "ms", passed.isEmpty ? 0 : passed.quantile(1))
    report.add(
      "Longest turn, 100 MB, \(what)", "on the processor", "ms", worked.isEmpty ? 0 : worked.quantile(1),
      goal: .neverAbove(limit))
    report.add("Turns of more than 5 ms, \(what)", "aloud", "", Double(passed.count))
  }
}
