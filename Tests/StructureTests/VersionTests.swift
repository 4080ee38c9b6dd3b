import DesktopSupport
import Foundation
import Testing

/// CHANGELOG.md gives the version, and all other places must match it.
@Suite(.timeLimit(.minutes(3)))
struct VersionTests {
  private static let carriers = [
    "Sources/Service/AloudAPI/ServiceVersion.swift", "desktop/org.aloud.Aloud.metainfo.xml", "debian/changelog",
  ]

  private func version(_ arguments: String..., below directory: String) async throws -> CommandResult {
    try await RunningProcess(
      [directory + "/scripts/version"] + arguments, environment: ProcessInfo.processInfo.environment
    ).runToEnd(within: watchdog)
  }

  @Test func everythingSaysTheVersionOfTheChangelog() async throws {
    let checked = try await version("--check", below: Project.directory)
    #expect(checked.succeeded, "\(checked)")
  }

  @Test func aNewEntryIsMissedUntilItIsWritten() async throws {
    let copy = NSTemporaryDirectory() + "aloud-version-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    for file in Self.carriers + ["CHANGELOG.md", "debian/control", "scripts/version"] {
      let folder = (copy + "/" + file as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: Project.file(file), toPath: copy + "/" + file)
    }
    let changelog = try String(contentsOfFile: copy + "/CHANGELOG.md", encoding: .utf8)
    let head = try #require(changelog.range(of: "## ["))
    let later = changelog.replacingCharacters(in: head, with: "## [12.34.56] - 2031-02-03\n\n- More.\n\n## [")
    try later.write(toFile: copy + "/CHANGELOG.md", atomically: true, encoding: .utf8)

    let missed = try await version("--check", below: copy)
    #expect(missed.exitCode == 1)
    for file in Self.carriers { #expect(missed.errors.contains(file), "\(missed)") }
    let written = try await version("--write", below: copy)
    #expect(written.succeeded, "\(written)")
    let checked = try await version("--check", below: copy)
    #expect(checked.succeeded, "\(checked)")
    for file in Self.carriers {
      let text = try String(contentsOfFile: copy + "/" + file, encoding: .utf8)
      #expect(text.contains("12.34.56"), "\(file)")
    }
    #expect(try await version(below: copy).output == "12.34.56\n")
  }

  @Test func anEntryWithoutADayIsRefusedByItsLine() async throws {
    let copy = NSTemporaryDirectory() + "aloud-version-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try FileManager.default.createDirectory(atPath: copy + "/scripts", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Project.file("scripts/version"), toPath: copy + "/scripts/version")
    try "# Changelog\n\n## [1.2.3] - soon\n".write(toFile: copy + "/CHANGELOG.md", atomically: true, encoding: .utf8)
    let refused = try await version(below: copy)
    #expect(refused.exitCode == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("## [1.2.3] - soon"), "\(refused)")
  }
}
