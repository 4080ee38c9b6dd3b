import Glibc

/// The queue of jobs for the loop's thread; any thread adds to it.
///
/// It uses a pthread mutex instead of `Synchronization.Mutex`, which is a futex of its own on Linux. ThreadSanitizer
/// does not know that one and reports each guarded access as a race.
final class JobQueue: @unchecked Sendable {
  // Both guarded by `mutex`, which is never moved.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var jobs: [UnownedJob] = []

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// - Returns: true if the queue was empty, so that the loop has to be woken.
  func append(_ job: UnownedJob) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    jobs.append(job)
    return jobs.count == 1
  }

  /// Empties the queue.
  func takeAll() -> [UnownedJob] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let taken = jobs
    jobs.removeAll(keepingCapacity: true)
    return taken
  }
}
