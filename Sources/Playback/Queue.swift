/// One entry of the queue: what the player has to know of a track.
public struct QueueEntry: Equatable, Sendable {
  /// Given by the driver, never twice.
  public let id: TrackID
  /// What clients are told of the track.
  public var metadata: TrackMetadata
  /// As far as it is known; `nil` while nothing is.
  public var length: TrackLength?
  /// Entries that belong together in a ``ShuffleMode/questionChoices`` shuffle.
  public var group: String?

  /// An entry that is not yet in a queue.
  public init(id: TrackID, metadata: TrackMetadata, length: TrackLength? = nil, group: String? = nil) {
    self.id = id
    self.metadata = metadata
    self.length = length
    self.group = group
  }
}

/// Where new entries go, and what that does to what is being read (`when-busy` of our API).
public enum Placement: Equatable, Sendable {
  /// At the end of the queue.
  case last
  /// After the current entry.
  case next
  /// At once: before the current entry, which goes on afterwards where it stood.
  case now
  /// After an entry, `nil` for the beginning; the MPRIS TrackList's way.
  case after(TrackID?)
  /// After an entry that it belongs to, as the further chapters of a document to those before: heard in their turn, and
  /// as one with it where that was put in between.
  case continuing(TrackID)
}

/// Where the reading of new entries begins.
public struct Beginning: Equatable, Sendable {
  /// One of them.
  public var track: TrackID
  /// In it, in microseconds of media time.
  public var position: Int64

  /// A place of one of the new entries.
  public init(track: TrackID, position: Int64) {
    self.track = track
    self.position = position
  }
}

/// The list of what is to be read: the listener's order, the playing order and the current entry.
struct Queue: Equatable, Sendable {
  private(set) var entries: [QueueEntry] = []
  private var order: PlayOrder
  var current: TrackID?
  private(set) var shuffle = ShuffleMode.off

  init(seed: UInt64) { order = PlayOrder(seed: seed) }

  /// A queue as it was; `order` holds exactly the entries.
  init(entries: [QueueEntry], order: [TrackID], random: UInt64, shuffle: ShuffleMode) {
    self.entries = entries
    self.order = PlayOrder(ids: order, random: random)
    self.shuffle = shuffle
  }

  var isEmpty: Bool { entries.isEmpty }
  /// The ends of the playing order.
  var first: TrackID? { order.ids.first }
  var last: TrackID? { order.ids.last }
  var ids: [TrackID] { entries.map(\.id) }
  /// The entries in the order in which they are played.
  var playingOrder: [TrackID] { order.ids }
  var randomState: UInt64 { order.randomState }

  func contains(_ id: TrackID) -> Bool { entries.contains { $0.id == id } }
  func entry(_ id: TrackID) -> QueueEntry? { entries.first { $0.id == id } }

  func following(_ id: TrackID) -> TrackID? { order.next(after: id) }
  func preceding(_ id: TrackID) -> TrackID? { order.previous(before: id) }

  /// What lies before the current entry in the playing order, heard or passed over.
  var passed: ArraySlice<TrackID> { current.flatMap { order.before($0) } ?? [] }

  private var items: [PlayOrder.Item] { entries.map(PlayOrder.Item.init) }

  /// Choosing the mode that is on already changes nothing.
  mutating func setShuffle(_ mode: ShuffleMode) {
    guard mode != shuffle else { return }
    shuffle = mode
    order.arrange(items, mode: mode, current: current)
  }

  /// Makes the playing order anew.
  mutating func arrange(current: TrackID?) { order.arrange(items, mode: shuffle, current: current) }

  /// Starts the next lap; its first entry.
  mutating func startNextLap() -> TrackID? {
    order.arrangeNextLap(items, mode: shuffle)
    return first
  }

  mutating func insert(_ new: [QueueEntry], _ placement: Placement) {
    assert(Set(ids).isDisjoint(with: new.map(\.id)), "an id was used twice")
    guard let current, let place = entries.firstIndex(where: { $0.id == current }) else {
      entries = new
      return order.arrange(items, mode: shuffle, current: nil)
    }
    let items = new.map(PlayOrder.Item.init)
    switch placement {
    case .last:
      entries.append(contentsOf: new)
      order.add(items, toCome: current, mode: shuffle)
    case .next:
      entries.insert(contentsOf: new, at: place + 1)
      order.insert(items, after: current)
    case .now:
      entries.insert(contentsOf: new, at: place)
      order.insert(items, before: current)
    case .continuing(let anchor):
      insert(new, .after(anchor))
    case .after(let anchor):
      let index = anchor.flatMap { id in entries.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
      entries.insert(contentsOf: new, at: index)
      // In a shuffle a neighbour says nothing, and an entry put behind one that was heard would be passed over.
      if shuffle == .off || anchor == current {
        order.insert(items, after: anchor)
      } else {
        order.add(items, toCome: current, mode: shuffle)
      }
    }
  }

  mutating func remove(_ gone: Set<TrackID>) {
    entries.removeAll { gone.contains($0.id) }
    order.remove(gone)
  }

  mutating func move(_ id: TrackID, to index: Int) {
    guard let from = entries.firstIndex(where: { $0.id == id }) else { return }
    let entry = entries.remove(at: from)
    entries.insert(entry, at: min(max(0, index), entries.count))
    if shuffle == .off { order.arrange(items, mode: .off, current: current) }
  }

  mutating func setLength(_ length: TrackLength, of id: TrackID) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    entries[index].length = length
  }

  mutating func setMetadata(_ metadata: TrackMetadata, of id: TrackID) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    entries[index].metadata = metadata
  }
}
