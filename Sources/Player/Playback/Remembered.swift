public import Vocabulary

/// The part of a player that is kept when its process ends: everything that the listener assembled or chose, and no
/// facts about the outside.
public struct Remembered: Equatable, Sendable {
  /// The listener's wish. A hold counts as a pause, since its end is not known.
  public enum Wish: Equatable, Sendable {
    case stopped
    case paused(PauseReason)
    case playing
  }

  /// The wish.
  public var wish: Wish
  /// The current entry; `nil` if and only if the queue is empty.
  public var current: TrackID?
  /// The queue, in the listener's order.
  public var entries: [QueueEntry]
  /// The same entries, in the order in which they are played.
  public var order: [TrackID]
  /// The mode that determines the order.
  public var shuffle: ShuffleMode
  /// The state of the generator for the next shuffle.
  public var random: UInt64
  /// The continuation after the end of a track.
  public var loop: LoopStatus
  /// The global rate, within ``Player/rates``.
  public var rate: Double
  /// The volume, 0…1, cubic.
  public var volume: CubicLevel
  /// The places at which entries continue that have begun and are not open.
  public var places: [TrackID: Microseconds]
  /// Heard entries that stay only for Previous.
  public var heard: Set<TrackID>
  /// The wish that is restored at the end of an interrupting entry.
  public var wishesAfter: [TrackID: Wish]
  /// For documents whose turn has not come, the entry with which reading begins, by the first entry.
  public var entrances: [TrackID: TrackID]
  /// The repeated part of an entry.
  public var repetition: Repetition?
  /// The rates of documents with their own, by ``QueueEntry/document``.
  public var ownRates: [TrackID: Double]

  /// The state of a new player, except for the given values.
  public init(
    wish: Wish = .stopped, current: TrackID? = nil, entries: [QueueEntry] = [], order: [TrackID] = [],
    shuffle: ShuffleMode = .off, random: UInt64 = 0, loop: LoopStatus = .none, rate: Double = 1, volume: CubicLevel = 1,
    places: [TrackID: Microseconds] = [:], heard: Set<TrackID> = [], wishesAfter: [TrackID: Wish] = [:],
    entrances: [TrackID: TrackID] = [:], repetition: Repetition? = nil, ownRates: [TrackID: Double] = [:]
  ) {
    self.wish = wish
    self.current = current
    self.entries = entries
    self.order = order
    self.shuffle = shuffle
    self.random = random
    self.loop = loop
    self.rate = rate
    self.volume = volume
    self.places = places
    self.heard = heard
    self.wishesAfter = wishesAfter
    self.entrances = entrances
    self.repetition = repetition
    self.ownRates = ownRates
  }
}

extension Remembered {
  /// The current entry's own rate; `nil` if it has none.
  public var ownRate: Double? {
    entries.first { $0.id == current }.flatMap(\.rateKey).flatMap { ownRates[$0] }
  }
}

extension Player {
  /// The track after the current one if nothing intervenes; its sound can be prepared ahead.
  public var upcoming: TrackID? {
    guard let current, loop != .track else { return queue.current }
    return queue.following(current) ?? (loop == .playlist && !shuffle.changesEachLap ? queue.first : nil)
  }

  /// The state to keep.
  public var remembered: Remembered {
    var whole = rememberedChoices
    whole.entries = entries
    whole.order = queue.playingOrder
    whole.places = places
    whole.heard = Set(queue.ids.filter { utterances[$0] == nil })
    whole.wishesAfter = intentsAfter.mapValues { Remembered.Wish($0) }
    return whole
  }

  /// The state to keep without that of each entry.
  public var rememberedChoices: Remembered {
    Remembered(
      wish: status == .paused ? .paused(pauseReason ?? .user) : Remembered.Wish(wants), current: current,
      shuffle: shuffle, random: queue.randomState, loop: loop, rate: globalRate, volume: min(1, volume),
      entrances: entrances, repetition: repetition, ownRates: ownRates)
  }

  /// The queue in playing order.
  public var playingOrder: [TrackID] { queue.playingOrder }

  /// The wish that is restored at the end of an interrupting entry.
  public func wish(after id: TrackID) -> Remembered.Wish? { intentsAfter[id].map { Remembered.Wish($0) } }

  /// The entries whose stored state differs from that of a former player, new ones included. A length counts if it is
  /// exact.
  public func changed(since former: Player) -> Set<TrackID> {
    var changed = queue.changed(since: former.queue)
    changed.formUnion(differences(places, former.places))
    changed.formUnion(differences(intentsAfter, former.intentsAfter))
    if utterances != former.utterances {
      // Only the fact that it was heard is stored.
      for id in utterances.keys where former.utterances[id] == nil { changed.insert(id) }
      for id in former.utterances.keys where utterances[id] == nil { changed.insert(id) }
    }
    // The place of the reading changes with each word.
    changed.formUnion([current, former.current].compactMap(\.self))
    return changed.filter(queue.contains)
  }

  private func differences<Value: Equatable>(_ new: [TrackID: Value], _ old: [TrackID: Value]) -> [TrackID] {
    guard new != old else { return [] }
    return new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }
  }

  /// Restores a stored state; invalid parts are corrected.
  ///
  /// Entries that are still to be heard are announced as started at their start, like those of a new player.
  mutating func restore(_ kept: Remembered, at now: Moment) -> [Effect] {
    guard isEmpty else {
      join(kept)
      return []
    }
    set(globalRate: kept.rate)
    var effects = set(volume: kept.volume)
    loop = kept.loop
    guard !kept.entries.isEmpty else {
      queue.setShuffle(kept.shuffle)
      return effects
    }
    queue = Queue(kept)
    takeUp(kept.ownRates)
    guard let id = queue.current else { return effects }
    let known = Set(queue.ids)
    for id in known.subtracting(kept.heard) { utterances[id] = .waiting }
    places = kept.places.filter { known.contains($0.key) && $0.value >= 0 }.mapValues(\.asPlace)
    intentsAfter = kept.wishesAfter.filter { known.contains($0.key) }.mapValues { Intent($0, since: now) }
    entrances = kept.entrances.filter { known.contains($0.key) && known.contains($0.value) }
    repetition = kept.repetition.flatMap { known.contains($0.track) && $0.extent.isValid ? $0 : nil }
    wants = Intent(kept.wish, since: now)
    isOnlyRestored = true
    if wants != .stopped { effects += openAtPlace(id) }
    return effects
  }
}

// Used if the queue was filled before the stored one could be read.
extension Player {
  /// Appends the stored entries that are still to be heard, and inserts the heard ones before the current entry, for
  /// Previous. The listener's wish and choices since then stay.
  private mutating func join(_ kept: Remembered) {
    let former = Queue(kept)
    let passed = Set(former.passed).union(former.current.flatMap { kept.heard.contains($0) ? [$0] : nil } ?? [])
    let entries = former.entries.filter { !queue.contains($0.id) }
    queue.insert(entries.filter { passed.contains($0.id) }, .now)
    queue.insert(entries.filter { !passed.contains($0.id) }, .last)
    takeUp(kept.ownRates)
    for entry in entries where !kept.heard.contains(entry.id) { utterances[entry.id] = .waiting }
    let known = Set(entries.map(\.id))
    places.merge(kept.places.filter { known.contains($0.key) && $0.value >= 0 }.mapValues(\.asPlace)) { own, _ in own }
    entrances.merge(kept.entrances.filter { known.contains($0.key) && known.contains($0.value) }) { own, _ in own }
  }
}

extension Remembered.Wish {
  init(_ intent: Player.Intent) {
    switch intent {
    case .stopped: self = .stopped
    case .paused(let pause): self = .paused(pause.reason)
    case .playing: self = .playing
    }
  }
}

extension Player.Intent {
  init(_ wish: Remembered.Wish, since now: Moment) {
    switch wish {
    case .stopped: self = .stopped
    case .paused(let reason): self = .paused(Pause(reason, since: now))
    case .playing: self = .playing
    }
  }
}

extension Queue {
  /// The stored queue. An entry that occurs twice counts once. An order that does not match the entries is made again.
  /// If there are entries, one of them is current.
  init(_ kept: Remembered) {
    var seen: Set<TrackID> = []
    let entries = kept.entries.filter { seen.insert($0.id).inserted }
    let isOrder = kept.order.count == entries.count && Set(kept.order) == seen
    self.init(
      entries: entries, order: isOrder ? kept.order : entries.map(\.id), random: kept.random, shuffle: kept.shuffle)
    if kept.shuffle == .off || !isOrder { arrange(current: kept.current) }
    current = kept.current.flatMap { seen.contains($0) ? $0 : nil } ?? first
  }
}
