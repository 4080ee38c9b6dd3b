import EventLoop

/// The most memory that a service and its workers take, as far as it is looked at.
@Core
final class MemoryPeak {
  private let pid: Int32
  /// Kilobytes of PSS: the service alone, and with all that it started.
  private(set) var service = 0.0
  private(set) var all = 0.0

  init(of pid: Int32) { self.pid = pid }

  func sample() {
    let own = Processes.memory(of: [pid]).pss
    let workers = Processes.memory(of: Array(Processes.family(of: pid).dropFirst())).pss
    service = max(service, own)
    all = max(all, own + workers)
  }
}
