import DesktopSupport
import Foundation
import Testing

/// `scripts/same-code` lets comments change and nothing else.
@Suite(.timeLimit(.minutes(3)))
struct SameCodeTests {
  private func run(_ command: String...) async throws -> CommandResult {
    try await RunningProcess(command, environment: ProcessInfo.processInfo.environment).runToEnd(within: watchdog)
  }

  private func write(_ files: [String: String], below directory: String) throws {
    for (name, text) in files {
      try text.write(toFile: directory + "/" + name, atomically: true, encoding: .utf8)
    }
  }

  @Test func commentsMayChangeAndCodeMayNot() async throws {
    let copy = NSTemporaryDirectory() + "aloud-same-code-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try FileManager.default.createDirectory(atPath: copy + "/scripts", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Project.file("scripts/same-code"), toPath: copy + "/scripts/same-code")
    let swift = """
      let a = "// \\(1 /* one */) /*" // old
      /* outer /* inner */ */ let b = #"// \(1)"#
      let c = \"""
        // text
        \"""

      """
    let header = "#define A \"/*\" // old\nint a; /* old\n * lines */\n"
    let shell = "#!/bin/sh\n# old\necho '# text'  # old\n"
    let before = ["a.swift": swift, "b.swift": swift, "a.h": header, "b.h": header, "a": shell, "b": shell]
    try write(before, below: copy)
    let git = ["git", "-C", copy, "-c", "user.name=t", "-c", "user.email=t@localhost"]
    for step in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "base"]] {
      let done = try await RunningProcess(
        git + step, environment: ProcessInfo.processInfo.environment
      ).runToEnd(within: watchdog)
      try #require(done.succeeded, "\(done)")
    }

    // Those called `a` get other comments, those called `b` other code in a place that looks like a comment.
    let after = [
      "a.swift": "/// New.\n" + swift.replacing("/* one */", with: "").replacing("outer", with: "new"),
      "b.swift": swift.replacing("// text", with: "// other"),
      "a.h": "/* new */\n" + header.replacing("old", with: "new"), "b.h": header.replacing("/*\"", with: "//\""),
      "a": shell.replacing("old", with: "new"), "b": shell.replacing("# text", with: "# other"),
      "new.swift": "let d = 1\n",
    ]
    try write(after, below: copy)
    let checked = try await run(copy + "/scripts/same-code", "HEAD")
    #expect(checked.exitCode == 1 && checked.output.isEmpty, "\(checked)")
    let named = checked.errors.split(separator: "\n").filter { $0.first != " " }.map { $0.prefix { $0 != ":" } }
    #expect(named == ["b", "b.h", "b.swift", "new.swift"], "\(checked)")
  }
}
