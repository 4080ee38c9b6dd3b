import ProcessClock

/// The processor time of a process that works and sends nothing, such as one that loads a voice: on a busy machine it
/// takes a multiple of that time, and is not to be taken for one that hangs.
struct SilentWork {
  /// Less than this is what a process uses that only waits.
  private static let least = Duration.milliseconds(5)

  private var seen = Duration.zero

  /// Takes a look at a process that has been silent for a while.
  ///
  /// - Parameter limit: the processor time that its work may take in all.
  /// - Returns: true if it has worked since the last look, within the limit.
  mutating func goesOn(in process: Int32, upTo limit: Duration) -> Bool {
    guard let used = ProcessClock.time(of: process), used < limit, used - seen >= Self.least else { return false }
    seen = used
    return true
  }
}
