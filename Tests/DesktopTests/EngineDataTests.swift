import DesktopSupport
import Foundation
import Testing

/// Voices' data that an upgrade of the system has exchanged under the engine.
@Suite(.timeLimit(.minutes(3)))
struct EngineDataTests {
  private let aloud = Project.program("aloud")

  /// A folder with the installed data as those of another release: these have more tables of phonemes, or fewer.
  private func foreignData(in desktop: PrivateDesktop) throws -> String {
    let files = FileManager.default
    let libraries = (try? files.contentsOfDirectory(atPath: "/usr/lib").map { "/usr/lib/\($0)" }) ?? []
    let places = (libraries + ["/usr/lib", "/usr/share", "/usr/local/share"]).map { $0 + "/espeak-ng-data" }
    let installed = try #require(places.first { files.fileExists(atPath: $0 + "/phontab") })
    let folder = desktop.directory + "/voices"
    try files.createDirectory(atPath: folder + "/espeak-ng-data", withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: installed) where name != "phontab" {
      try files.createSymbolicLink(
        atPath: "\(folder)/espeak-ng-data/\(name)", withDestinationPath: "\(installed)/\(name)")
    }
    var tables = try Data(contentsOf: URL(fileURLWithPath: installed + "/phontab"))
    let isOlder = tables[0] < 134
    tables[0] = isOlder ? 134 : 130
    // Further tables, without a phoneme.
    if isOlder { tables += Data(count: 4 * 36) }
    try tables.write(to: URL(fileURLWithPath: folder + "/espeak-ng-data/phontab"))
    return folder
  }

  @Test func areRefusedWithTheReleasesAndACure() async throws {
    try await PrivateDesktop.with { desktop in
      let environment = ["ESPEAK_DATA_PATH": try foreignData(in: desktop)]
      let explained = try await desktop.run(aloud, "explain", "Hello.", environment: environment)
      #expect(explained.exitCode != 0 && explained.errors.contains("aloud was built with espeak-ng"), "\(explained)")
      #expect(explained.errors.contains("install aloud for this system"), "\(explained)")
      let service = try await desktop.startService(environment: environment)
      let doctor = try await desktop.run(aloud, "doctor", environment: environment)
      #expect(doctor.exitCode != 0 && doctor.output.contains("aloud was built with espeak-ng"), "\(doctor)")
      withExtendedLifetime(service) {}
    }
  }
}
