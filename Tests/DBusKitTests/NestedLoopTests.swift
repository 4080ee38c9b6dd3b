import DesktopSupport
import Foundation
import Testing

/// The core loop inside the loop of another program, `nested-loop`, which prints what it finds out.
@Suite(.timeLimit(.minutes(2)))
struct NestedLoopTests {
  @Test func theCoreLoopLivesInTheLoopOfAnotherProgram() throws {
    let bus = try PrivateBus()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Project.program("nested-loop"))
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["DBUS_SESSION_BUS_ADDRESS": bus.address]) { _, new in new }
    let output = Foundation.Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var found: [String: [String]] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      found[words[0]] = Array(words.dropFirst())
    }
    #expect(found["timers"] == ["10", "20", "30", "later"])
    #expect(found["urgency"] == ["awaited", "server", "usual"])
    #expect(found["own"] == ["100"], "the program's own descriptor starves")
    #expect(found["bus"] == ["true", "true"])
    // Half a second without an event costs the wait itself, and no turn that serves nothing again and again.
    let idle = (found["idle"] ?? []).compactMap(Int.init)
    #expect(idle.count == 2 && idle[0] <= 5 && idle[1] <= 2, "\(idle)")
    #expect(found["end"] == ["7", "true"] && process.terminationStatus == 7, "\(text)")
  }
}
