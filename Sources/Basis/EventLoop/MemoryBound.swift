import CSystemd
import Glibc

/// The most memory that a process which this one has started may take for its data: what it allocates, and neither its
/// code nor files that it maps, nor address space that it only reserves. Any thread.
///
/// Each process that it starts has as much. Where the machine's memory runs out, they end before this process.
public struct MemoryBound: Equatable, Sendable {
  /// The bytes.
  public let bytes: Int

  /// A bound of so many bytes.
  public init(bytes: Int) { self.bytes = bytes }

  /// The physical memory of the machine, in bytes.
  public static var machine: Int { sysconf(CInt(_SC_PHYS_PAGES)) * sysconf(CInt(_SC_PAGESIZE)) }

  /// Holds for a process from now on. The process cannot raise it.
  ///
  /// A process that has bounded its address space by itself keeps its own bound. Where a sanitizer is at work, which maps
  /// terabytes, there is none.
  public func hold(over process: CInt) {
    guard Self.data(of: getpid()) < bytes, aloud_has_address_limit(process) == 0 else { return }
    _ = aloud_limit_data(process, UInt64(bytes))
    let descriptor = open("/proc/\(process)/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, "500", 3)
    close(descriptor)
  }

  /// True if a child that has ended, and was not reaped, came so near to the bound that it ended for want of memory.
  public func wasReached(by child: CInt) -> Bool { aloud_peak_memory(child) >= UInt64(bytes - bytes / 8) }

  /// The bytes of data of a process; 0 if they are unknown.
  private static func data(of process: CInt) -> Int {
    guard let file = Descriptor(opening: "/proc/\(process)/statm", O_RDONLY),
      let pages = String(decoding: file.readAll(limit: 256), as: UTF8.self).split(separator: " ").dropFirst(5).first
    else { return 0 }
    return (Int(pages) ?? 0) * sysconf(CInt(_SC_PAGESIZE))
  }
}

extension MemoryBound: CustomStringConvertible {
  /// In megabytes, as people read it.
  public var description: String { "\(bytes >> 20) MB" }
}
