import EventLoop
import Glibc

/// A moment that can be compared with one of another process: the start of the machine, and the time since then.
///
/// CLOCK_BOOTTIME counts while the machine sleeps, and cannot be set.
public struct BootTime: Equatable, Sendable {
  /// Identifies the start of the machine.
  public var boot: UInt64
  /// Nanoseconds since that start.
  public var nanoseconds: Int64

  init(boot: UInt64, nanoseconds: Int64) {
    self.boot = boot
    self.nanoseconds = nanoseconds
  }

  private static let thisBoot: UInt64 = {
    guard let file = Descriptor(opening: "/proc/sys/kernel/random/boot_id", O_RDONLY) else { return 0 }
    return Checksum.of(file.readAll(limit: 64))
  }()

  /// The current moment.
  public static var now: BootTime {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return BootTime(boot: thisBoot, nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The time from this moment to `other`; `nil` if the machine was started in between.
  public func duration(to other: BootTime) -> Duration? {
    guard boot == other.boot, other.nanoseconds >= nanoseconds else { return nil }
    return .nanoseconds(other.nanoseconds - nanoseconds)
  }
}

/// FNV-1a in 64 bits: every change of a single bit changes it, and it needs no table.
enum Checksum {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
