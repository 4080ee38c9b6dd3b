import Vocabulary

/// An order in which something is played, and its shuffling: the entries of the queue, or the phrases of a recording.
struct PlayOrder<ID: Hashable & Sendable>: Equatable, Sendable {
  /// An entry to be ordered. Entries of one group belong together (``ShuffleMode/questionChoices``).
  struct Item: Equatable, Sendable {
    var id: ID
    var group: String?
  }

  private(set) var ids: [ID] = [] {
    didSet { indices = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices)) }
  }
  /// The index of each entry in the order.
  private var indices: [ID: Int] = [:]
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  init(ids: [ID], random: UInt64) {
    self.random = SplitMix64(state: random)
    self.ids = ids
    // Initialisers do not call observers.
    indices = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
  }

  /// The state of the generator for the next shuffle.
  var randomState: UInt64 { random.state }

  /// Arranges all entries for `mode`. In a new shuffle the current entry comes first, so that the lap is complete.
  mutating func arrange(_ items: [Item], mode: ShuffleMode, current: ID?) {
    switch mode {
    case .off:
      ids = items.map(\.id)
    case .once, .eachLap:
      var ids = items.map(\.id).shuffled(using: &random)
      if let current, let index = ids.firstIndex(of: current) {
        ids.remove(at: index)
        ids.insert(current, at: 0)
      }
      self.ids = ids
    case .questionChoices:
      ids = shuffledGroups(items, current: current)
    }
  }

  /// Makes the order of the next lap, different from the last one if there is a choice.
  mutating func arrangeNextLap(_ items: [Item], mode: ShuffleMode) {
    guard mode.changesEachLap else { return }
    let before = ids
    for _ in 0..<32 {
      arrange(items, mode: mode, current: nil)
      // The entry just heard is not played again at once if there are others.
      if ids != before, items.count < 3 || ids.first != before.last { return }
    }
  }

  /// Adds entries to the rest of this lap: at the end, or at random places after the current one.
  mutating func add(_ new: [Item], toCome current: ID, mode: ShuffleMode) {
    switch mode {
    case .off: ids += new.map(\.id)
    case .questionChoices: ids += shuffledGroups(new, current: nil)
    case .once, .eachLap:
      let start = index(after: current)
      var ids = ids
      for item in new { ids.insert(item.id, at: Int.random(in: start...ids.count, using: &random)) }
      self.ids = ids
    }
  }

  /// Inserts entries together after `anchor`; `nil` for the beginning.
  mutating func insert(_ new: [Item], after anchor: ID?) {
    ids.insert(contentsOf: new.map(\.id), at: anchor.map { index(after: $0) } ?? 0)
  }

  mutating func insert(_ new: [Item], before anchor: ID) {
    ids.insert(contentsOf: new.map(\.id), at: indices[anchor] ?? ids.count)
  }

  mutating func remove(_ gone: Set<ID>) { ids.removeAll { gone.contains($0) } }

  func next(after id: ID) -> ID? { neighbour(of: id, offset: 1) }
  func previous(before id: ID) -> ID? { neighbour(of: id, offset: -1) }

  /// The entries before one.
  func before(_ id: ID) -> ArraySlice<ID> { ids[..<(indices[id] ?? ids.count)] }

  /// The index in the order, from 0 on.
  func index(of id: ID) -> Int? { indices[id] }

  private func index(after id: ID) -> Int { indices[id].map { $0 + 1 } ?? 0 }

  private func neighbour(of id: ID, offset: Int) -> ID? {
    guard let index = indices[id], ids.indices.contains(index + offset) else { return nil }
    return ids[index + offset]
  }

  /// The groups in random order, and the choices of each. The current entry's group comes first, and in it the current
  /// entry follows its question directly, so that no other entry comes before it.
  private mutating func shuffledGroups(_ items: [Item], current: ID?) -> [ID] {
    var groups = Self.grouped(items).shuffled(using: &random)
    for index in groups.indices {
      groups[index] = groups[index].prefix(1) + groups[index].dropFirst().shuffled(using: &random)
    }
    if let current, let index = groups.firstIndex(where: { $0.contains(current) }) {
      var group = groups.remove(at: index)
      if let choice = group.dropFirst().firstIndex(of: current) { group.swapAt(1, choice) }
      groups.insert(group, at: 0)
    }
    return groups.flatMap { $0 }
  }

  private static func grouped(_ items: [Item]) -> [[ID]] {
    var groups: [[ID]] = []
    var indexOfGroup: [String: Int] = [:]
    for item in items {
      if let group = item.group, let index = indexOfGroup[group] {
        groups[index].append(item.id)
      } else {
        if let group = item.group { indexOfGroup[group] = groups.count }
        groups.append([item.id])
      }
    }
    return groups
  }
}

extension PlayOrder<TrackID>.Item {
  /// An entry of the queue. Its group is its album, or else the document of which it is a chapter.
  init(_ entry: QueueEntry) {
    id = entry.id
    group = entry.group ?? entry.document.map { "document \($0.number)" }
  }
}
