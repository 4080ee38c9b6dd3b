public import Vocabulary

/// One entry of the queue: the facts about a track that the player needs.
public struct QueueEntry: Equatable, Sendable {
  /// Assigned by the driver, never twice.
  public let id: TrackID
  /// The metadata that clients get.
  public var metadata: TrackMetadata
  /// The length as far as it is known; `nil` if unknown.
  public var length: TrackLength?
  /// Entries that belong together in a ``ShuffleMode/questionChoices`` shuffle.
  public var group: String?
  /// True for a spoken text that interrupts, false for a document or another text that is read.
  public var isSaid: Bool
  /// The document of the entry: the id of the first entry that the document had. `nil` for an entry by itself.
  public var document: TrackID?
  /// The document's own rate; `nil` if it has none. The player takes it when the entry is added.
  public var rate: Double?

  /// An entry that is not yet in a queue.
  public init(
    id: TrackID, metadata: TrackMetadata, length: TrackLength? = nil, group: String? = nil, isSaid: Bool = false,
    document: TrackID? = nil, rate: Double? = nil
  ) {
    self.id = id
    self.metadata = metadata
    self.length = length
    self.group = group
    self.isSaid = isSaid
    self.document = document
    self.rate = rate
  }
}

/// The place of new entries, and their effect on the current reading (`when-busy` in the API).
public enum Placement: Equatable, Sendable {
  /// At the end of the queue.
  case last
  /// After the current entry.
  case next
  /// At once: before the current entry, which continues afterwards from its place.
  case now
  /// At once like ``now``; but during a spoken text, after the texts that were spoken before, in the order of requests.
  case inTurn
  /// Directly after an entry, even in a shuffled order.
  case behind(TrackID)
  /// After an entry, `nil` for the beginning; as in the MPRIS TrackList.
  case after(TrackID?)
  /// After an entry that it belongs to, like further chapters of a document: heard in turn, and as a part of the same
  /// interruption.
  case continuing(TrackID)
}

/// The place at which the reading of new entries begins.
public struct Beginning: Equatable, Sendable {
  /// One of the new entries.
  public var track: TrackID
  /// The position in it, in microseconds of media time.
  public var position: Microseconds

  /// A place of one of the new entries.
  public init(track: TrackID, position: Microseconds) {
    self.track = track
    self.position = position
  }
}

/// The reading list: the listener's order, the playing order and the current entry.
///
/// Queries made in every turn cost the same with ten thousand entries as with ten.
struct Queue: Equatable, Sendable {
  /// The entries without their lengths, which change all the time while a book is measured.
  private var list: [QueueEntry] = []
  private(set) var ids: [TrackID] = []
  private var lengths: [TrackID: TrackLength] = [:]
  /// The index of each entry in the list.
  private var indices: [TrackID: Int] = [:]
  private var order: PlayOrder<TrackID>
  var current: TrackID?
  private(set) var shuffle = ShuffleMode.off

  init(seed: UInt64) { order = PlayOrder(seed: seed) }

  /// A restored queue; `order` contains exactly the entries.
  init(entries: [QueueEntry], order: [TrackID], random: UInt64, shuffle: ShuffleMode) {
    self.order = PlayOrder(ids: order, random: random)
    self.shuffle = shuffle
    list = takeLengths(of: entries)
    index()
  }

  /// The entries in the listener's order.
  var entries: [QueueEntry] { list.map(withLength) }
  var isEmpty: Bool { list.isEmpty }
  /// The ends of the playing order.
  var first: TrackID? { order.ids.first }
  var last: TrackID? { order.ids.last }
  /// The entries in the order in which they are played.
  var playingOrder: [TrackID] { order.ids }
  var randomState: UInt64 { order.randomState }

  func contains(_ id: TrackID) -> Bool { indices[id] != nil }
  func entry(_ id: TrackID) -> QueueEntry? { indices[id].map { withLength(list[$0]) } }
  func length(of id: TrackID) -> TrackLength? { lengths[id] }
  /// The index in the listener's order, from 0 on.
  func index(of id: TrackID) -> Int? { indices[id] }

  /// True if another queue is equal, or differs only in lengths.
  func isSame(exceptForLengths other: Queue) -> Bool {
    var same = self
    same.lengths = other.lengths
    return same == other
  }

  /// New entries, and those with changes other than a length that is still an estimate.
  func changed(since former: Queue) -> Set<TrackID> {
    var changed: Set<TrackID> = []
    if list != former.list {
      for entry in list where former.indices[entry.id].map({ former.list[$0] != entry }) ?? true {
        changed.insert(entry.id)
      }
    }
    if lengths != former.lengths {
      for (id, length) in lengths where length != former.lengths[id] {
        if length.isExact || former.lengths[id]?.isExact == true { changed.insert(id) }
      }
    }
    return changed
  }

  /// The entry without its length.
  private func item(_ id: TrackID) -> QueueEntry? { indices[id].map { list[$0] } }
  /// True for a spoken text.
  func isSaid(_ id: TrackID) -> Bool { item(id)?.isSaid ?? false }
  /// The document whose rate applies to an entry; `nil` for a spoken text, which has none.
  func rateKey(_ id: TrackID) -> TrackID? { item(id).flatMap(\.rateKey) }
  /// The keys of all entries.
  var rateKeys: Set<TrackID> { Set(list.compactMap(\.rateKey)) }
  /// The index in the playing order, from 0 on.
  func turn(of id: TrackID) -> Int? { order.index(of: id) }

  func following(_ id: TrackID) -> TrackID? { order.next(after: id) }
  func preceding(_ id: TrackID) -> TrackID? { order.previous(before: id) }

  /// The entries before one in the playing order.
  func before(_ id: TrackID) -> ArraySlice<TrackID> { order.before(id) }

  /// The entries before the current one in the playing order, heard or skipped.
  var passed: ArraySlice<TrackID> { current.flatMap { order.before($0) } ?? [] }

  private var items: [PlayOrder<TrackID>.Item] { list.map { PlayOrder.Item($0) } }

  private func withLength(_ entry: QueueEntry) -> QueueEntry {
    var entry = entry
    entry.length = lengths[entry.id]
    return entry
  }

  private mutating func takeLengths(of new: [QueueEntry]) -> [QueueEntry] {
    new.map { entry in
      lengths[entry.id] = entry.length
      var entry = entry
      entry.length = nil
      entry.rate = nil
      return entry
    }
  }

  /// Updates the tables after a change of the list.
  private mutating func index() {
    ids = list.map(\.id)
    indices = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
  }

  /// Setting the current mode again changes nothing.
  mutating func setShuffle(_ mode: ShuffleMode) {
    guard mode != shuffle else { return }
    shuffle = mode
    order.arrange(items, mode: mode, current: current)
  }

  /// Makes a new playing order.
  mutating func arrange(current: TrackID?) { order.arrange(items, mode: shuffle, current: current) }

  /// Starts the next lap and returns its first entry.
  mutating func startNextLap() -> TrackID? {
    order.arrangeNextLap(items, mode: shuffle)
    return first
  }

  mutating func insert(_ new: [QueueEntry], _ placement: Placement) {
    assert(Set(ids).isDisjoint(with: new.map(\.id)), "an id was used twice")
    let new = takeLengths(of: new)
    defer { index() }
    guard let current, let place = indices[current] else {
      list = new
      return order.arrange(items, mode: shuffle, current: nil)
    }
    let items = new.map { PlayOrder<TrackID>.Item($0) }
    switch placement {
    case .last, .inTurn:
      list.append(contentsOf: new)
      order.add(items, toCome: current, mode: shuffle)
    case .next:
      list.insert(contentsOf: new, at: place + 1)
      order.insert(items, after: current)
    case .now:
      list.insert(contentsOf: new, at: place)
      order.insert(items, before: current)
    case .behind(let anchor):
      list.insert(contentsOf: new, at: (indices[anchor] ?? place) + 1)
      order.insert(items, after: indices[anchor] == nil ? current : anchor)
    case .continuing(let anchor): insert(new, after: anchor, current: current)
    case .after(let anchor): insert(new, after: anchor, current: current)
    }
  }

  private mutating func insert(_ new: [QueueEntry], after anchor: TrackID?, current: TrackID) {
    list.insert(contentsOf: new, at: anchor.flatMap { indices[$0] }.map { $0 + 1 } ?? 0)
    let items = new.map { PlayOrder<TrackID>.Item($0) }
    // In a shuffle the neighbour does not matter, and an entry after a heard one would be skipped.
    if shuffle == .off || anchor == current {
      order.insert(items, after: anchor)
    } else {
      order.add(items, toCome: current, mode: shuffle)
    }
  }

  mutating func remove(_ gone: Set<TrackID>) {
    list.removeAll { gone.contains($0.id) }
    for id in gone { lengths[id] = nil }
    order.remove(gone)
    index()
  }

  mutating func move(_ id: TrackID, to index: Int) {
    guard let from = indices[id] else { return }
    let entry = list.remove(at: from)
    list.insert(entry, at: min(max(0, index), list.count))
    self.index()
    if shuffle == .off { order.arrange(items, mode: .off, current: current) }
  }

  /// Moves entries directly before another one, in both orders; they keep their relative order.
  mutating func bring(_ ids: [TrackID], before target: TrackID) {
    let moved = ids.compactMap(item)
    let isMoved = Set(ids)
    list.removeAll { isMoved.contains($0.id) }
    list.insert(contentsOf: moved, at: list.firstIndex { $0.id == target } ?? list.count)
    order.remove(isMoved)
    order.insert(moved.map { PlayOrder<TrackID>.Item($0) }, before: target)
    index()
  }

  /// Moves an entry to the end, in both orders.
  mutating func bringToEnd(_ id: TrackID) {
    guard let from = indices[id] else { return }
    let entry = list.remove(at: from)
    list.append(entry)
    order.remove([id])
    order.insert([PlayOrder.Item(entry)], after: order.ids.last)
    index()
  }

  mutating func setLength(_ length: TrackLength, of id: TrackID) {
    if contains(id) { lengths[id] = length }
  }

  mutating func setMetadata(_ metadata: TrackMetadata, of id: TrackID) {
    if let index = indices[id] { list[index].metadata = metadata }
  }
}

extension QueueEntry {
  /// That under which its own rate is kept: all chapters of a document have one. `nil` for a said text, which has none.
  var rateKey: TrackID? { isSaid ? nil : document ?? id }
}
