import CSystemd

/// Memory that was freed, and that the C library keeps for the next time.
///
/// After a burst of work it may be tens of megabytes: the library gives back what lies at the end of its heap, and only
/// beyond a threshold that grows with the largest blocks that were freed (mallopt(3), `M_TRIM_THRESHOLD`).
public enum FreedMemory {
  /// Gives it back to the system. That takes about a millisecond for each 10 MB, in which no other thread allocates.
  /// Any thread.
  public static func giveBack() { malloc_trim(0) }
}
