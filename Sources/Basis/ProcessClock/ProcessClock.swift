import Glibc

/// The clock of another process, which counts while that process works.
public enum ProcessClock {
  /// The processor time that a process has used so far, with all of its threads; `nil` if it is gone. Any thread.
  public static func time(of process: Int32) -> Duration? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
