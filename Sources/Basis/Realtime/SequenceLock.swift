import Synchronization

/// The counter of a seqlock: one writer that never waits, and readers that retry if the writer was active.
struct SequenceLock: ~Copyable, Sendable {
  /// Odd while the writer writes. Stored by the writer, loaded by readers.
  private let sequence = Atomic<UInt64>(0)

  /// Called by the writer before the first store of a record.
  @_noLocks func beginWriting() {
    sequence.store(sequence.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
  }

  /// Called by the writer after the last store of a record.
  @_noLocks func endWriting() {
    sequence.store(sequence.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }

  /// Called by readers: loads a record with `body` until no store happened meanwhile. `body` may load only relaxed
  /// atomics.
  func read<Record>(_ body: () -> Record) -> Record {
    while true {
      let before = sequence.load(ordering: .acquiring)
      let record = body()
      atomicMemoryFence(ordering: .acquiring)
      if before & 1 == 0, sequence.load(ordering: .relaxed) == before { return record }
    }
  }
}
