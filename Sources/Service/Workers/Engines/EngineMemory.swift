import EventLoop
import Speech

/// The memory of engines that do not bound it by themselves, as `SpeechWorkerKit` does: the program may be of anybody.
extension MemoryBound {
  /// The bound that each process has at least.
  private static let least = 1 << 30
  /// The highest bound, as that of the kit's workers: half of the machine, and no more than this.
  private static let most = max(least, min(4 << 30, machine / 2))

  /// That of an engine which has not told its traits.
  static let ofUnknownEngine = MemoryBound(bytes: most)

  /// That of an engine with some traits: sixteen times what it says that it keeps, since a text may take a multiple.
  static func of(_ traits: EngineTraits) -> MemoryBound {
    MemoryBound(bytes: max(least, min(traits.memory, most / 16) * 16))
  }
}
