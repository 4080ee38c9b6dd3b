import Testing
import Vocabulary

@testable import Playback

/// The queue and the playing order find entries by an index; here entries are searched for from the beginning.
@Suite(.timeLimit(.minutes(5)))
struct IndexedQueueTests {
  /// The listener's list and the data of its entries, without any index.
  private struct Model {
    var entries: [QueueEntry] = []
    var current: TrackID?

    func index(_ id: TrackID?) -> Int? { entries.firstIndex { $0.id == id } }

    mutating func insert(_ new: [QueueEntry], _ placement: Placement) {
      guard let place = index(current) else { return entries = new }
      let index =
        switch placement {
        case .last, .inTurn: entries.count
        case .next: place + 1
        case .now: place
        case .behind(let anchor): (self.index(anchor) ?? place) + 1
        case .after(let anchor): index(anchor).map { $0 + 1 } ?? 0
        case .continuing(let anchor): index(anchor).map { $0 + 1 } ?? 0
        }
      entries.insert(contentsOf: new, at: index)
    }

    mutating func move(_ id: TrackID, to index: Int) {
      guard let from = self.index(id) else { return }
      let entry = entries.remove(at: from)
      entries.insert(entry, at: min(max(0, index), entries.count))
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func theIndexFindsTheSameAsASearch(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    var queue = Queue(seed: seed)
    var model = Model()
    var next: UInt64 = 1
    for step in 0..<200 {
      let before = (queue: queue, model: model)
      let any = model.entries.randomElement(using: &random)?.id ?? TrackID(999)
      let id = Int.random(in: 0..<8, using: &random) == 0 ? TrackID(999) : any
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4:
        let new = (next..<next + UInt64.random(in: 1...4, using: &random)).map {
          QueueEntry(
            id: TrackID($0), metadata: TrackMetadata(title: "\($0)"),
            length: $0 % 3 == 0 ? nil : TrackLength(microseconds: Microseconds(Int64($0)), isExact: $0 % 3 == 1),
            group: ["a", "b", nil][Int($0 % 3)])
        }
        next += UInt64(new.count)
        let placement = [Placement.last, .next, .now, .after(nil), .after(id), .continuing(id), .behind(id), .inTurn]
          .randomElement(using: &random)!
        queue.insert(new, placement)
        model.insert(new, placement)
        if queue.current == nil { queue.current = new[0].id }
        model.current = queue.current
      case 4, 5:
        let gone = Set([id, model.entries.randomElement(using: &random)?.id].compactMap(\.self))
        queue.remove(gone)
        model.entries.removeAll { gone.contains($0.id) }
        if queue.current.map(gone.contains) ?? false { queue.current = queue.first }
        model.current = queue.current
      case 6:
        let index = Int.random(in: -1...20, using: &random)
        queue.move(id, to: index)
        model.move(id, to: index)
      case 7:
        let length = TrackLength(microseconds: Microseconds(Int64(step)), isExact: Bool.random(using: &random))
        queue.setLength(length, of: id)
        if let index = model.index(id) { model.entries[index].length = length }
      case 8:
        queue.setMetadata(TrackMetadata(title: "step \(step)"), of: id)
        if let index = model.index(id) { model.entries[index].metadata.title = "step \(step)" }
      case 9: queue.setShuffle(ShuffleMode.allCases.randomElement(using: &random)!)
      case 10: _ = queue.startNextLap()
      default:
        queue.current = queue.contains(any) ? any : nil
        model.current = queue.current
      }
      try #require(disagreement(of: queue, with: model) == nil, "seed \(seed), step \(step)")
      try #require(
        queue.changed(since: before.queue) == changed(from: before.model, to: model), "seed \(seed), step \(step)")
    }
  }

  private func disagreement(of queue: Queue, with model: Model) -> String? {
    let ids = model.entries.map(\.id)
    let order = queue.playingOrder
    if queue.entries != model.entries || queue.ids != ids { return "another list" }
    if queue.shuffle == .off, order != ids { return "unshuffled, and in another order" }
    if order.count != ids.count || Set(order) != Set(ids) { return "the order is of others" }
    if queue.first != order.first || queue.last != order.last || queue.isEmpty != ids.isEmpty { return "other ends" }
    if queue.passed != (queue.current == nil ? [] : order.prefix { $0 != queue.current }) { return "passed others" }
    for id in ids + [TrackID(999)] {
      let entry = model.entries.first { $0.id == id }
      if queue.entry(id) != entry || queue.contains(id) != (entry != nil) { return "another entry \(id)" }
      if queue.length(of: id) != entry?.length || queue.index(of: id) != model.index(id) { return "another \(id)" }
      let place = order.firstIndex(of: id)
      if queue.following(id) != place.flatMap({ order.dropFirst($0 + 1).first }) { return "another behind \(id)" }
      if queue.preceding(id) != place.flatMap({ order.prefix($0).last }) { return "another before \(id)" }
    }
    // The derived tables must equal those of a new queue with the same entries.
    var fresh = Queue(entries: model.entries, order: order, random: queue.randomState, shuffle: queue.shuffle)
    fresh.current = queue.current
    return fresh == queue ? nil : "something is left of what was before"
  }

  private func changed(from before: Model, to after: Model) -> Set<TrackID> {
    func kept(_ entry: QueueEntry) -> QueueEntry {
      var entry = entry
      if entry.length?.isExact != true { entry.length = nil }
      return entry
    }
    let former = before.entries.map(kept)
    return Set(after.entries.map(kept).filter { !former.contains($0) }.map(\.id))
  }
}
