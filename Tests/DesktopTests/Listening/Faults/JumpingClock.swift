import DesktopSupport
import Foundation

/// The wall clock of programs started with `environment`. It runs like the machine's clock, and jumps on demand. See
/// `Tests/JumpingClock`; setting the machine's own clock would affect every program.
struct JumpingClock: Sendable {
  private let file: URL

  init(in desktop: PrivateDesktop) throws {
    file = URL(fileURLWithPath: desktop.directory + "/wall-clock")
    try Data(count: 8).write(to: file)
  }

  var environment: [String: String] {
    ["LD_PRELOAD": Project.program("libjumping-clock.so"), "ALOUD_WALL_CLOCK": file.path]
  }

  /// Sets the clock this many seconds ahead of the machine's from now on.
  func jump(to ahead: Int) throws {
    // The file is written in place: programs have mapped it.
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: withUnsafeBytes(of: Int64(ahead)) { Data($0) })
    try handle.close()
  }

  /// The number of seconds by which the clock is ahead, for a program that is started now.
  func ahead(in desktop: PrivateDesktop) async throws -> Int {
    let told = try await desktop.run("date", "+%s", environment: environment).answer
    return (Int(told) ?? 0) - Int(Date().timeIntervalSince1970)
  }
}
