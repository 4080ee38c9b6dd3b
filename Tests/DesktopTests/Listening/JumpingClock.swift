import DesktopSupport
import Foundation

/// The wall clock of the programs that are started with `environment`: it goes as the machine's does, and jumps when it
/// is told to. See `Tests/JumpingClock`; to set the machine's own clock would be everybody's.
struct JumpingClock: Sendable {
  private let file: URL

  init(in desktop: PrivateDesktop) throws {
    file = URL(fileURLWithPath: desktop.directory + "/wall-clock")
    try Data(count: 8).write(to: file)
  }

  var environment: [String: String] {
    ["LD_PRELOAD": Project.program("libjumping-clock.so"), "ALOUD_WALL_CLOCK": file.path]
  }

  /// Lets it be so many seconds ahead of the machine's from now on.
  func jump(to ahead: Int) throws {
    // In place: programs have the file mapped.
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: withUnsafeBytes(of: Int64(ahead)) { Data($0) })
    try handle.close()
  }

  /// How far it is ahead of the machine's for a program that is started now, in seconds.
  func ahead(in desktop: PrivateDesktop) async throws -> Int {
    let told = try await desktop.run("date", "+%s", environment: environment).answer
    return (Int(told) ?? 0) - Int(Date().timeIntervalSince1970)
  }
}
