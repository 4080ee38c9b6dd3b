import EventLoop

/// The greatest memory of a service and its workers among the samples.
@Core
final class MemoryPeak {
  private let pid: Int32
  /// Kilobytes of PSS: of the service alone, and with all of its children.
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
