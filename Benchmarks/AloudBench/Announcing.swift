import DesktopSupport
import EventLoop

/// Announcements and notifications: the time to their sound, a burst of them, and the place to which the reading
/// returns.
@Core
enum Announcing {
  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    try await NotificationSound.measure(rig, &report)
    try await KeyEcho.measure(rig, &report)
    try await NotificationBurst.measure(rig, &report)
    try await ReadingReturn.measure(rig, rounds: rig.rounds(orElse: 20), &report)
  }

  /// The last of them alone, as often as its goal asks for.
  static func measureReturn(_ rig: Rig, _ report: inout Report) async throws {
    try await ReadingReturn.measure(rig, rounds: rig.rounds(orElse: 1000), &report)
  }

  /// The times from a beginning to the first audible sample, in milliseconds.
  ///
  /// - Parameters:
  ///   - pausing: the time between two rounds in which nothing is asked for.
  ///   - prepare: called before each round; its time does not count.
  ///   - end: called after each round.
  static func series<Prepared>(
    _ rig: Rig, pausing: Duration = .zero, prepare: () async throws -> Prepared,
    start: (Prepared) async throws -> Void, end: (Prepared) async throws -> Void
  ) async throws -> Series {
    var series = Series()
    for _ in 0..<rig.rounds {
      await pause(pausing)
      let prepared = try await prepare()
      await rig.stagger()
      let begin = Core.loop.now
      try await start(prepared)
      if let sound = await rig.listener.firstSound(after: begin) { series.add(sound.milliseconds(since: begin)) }
      try await end(prepared)
      try await rig.quiet()
    }
    return series
  }
}
