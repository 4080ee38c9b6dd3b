public import Vocabulary

// The place of a new text beside the current reading. A request is heard at once, or after earlier requests; the entry
// that it interrupts continues after it as before.
extension Player {
  /// Resolves a placement that depends on the current reading.
  ///
  /// - Parameter playing: true if the new entries are to be heard.
  public func resolved(_ placement: Placement, playing: Bool) -> Placement {
    guard current != nil else { return placement == .inTurn ? .last : placement }
    switch placement {
    case .inTurn: return playing ? lastSaid.map { .behind($0) } ?? .now : .last
    case .last where playing && wants == .playing:
      // A stopped queue is not listened to: the new text is heard with the entries that interrupted it.
      guard let last = lastBeforeStop else { return .last }
      return .behind(last)
    default: return placement
    }
  }

  /// The last of the consecutive spoken texts from the current one on; `nil` if none is being heard.
  private var lastSaid: TrackID? {
    guard let current, wants == .playing, !awaitsMark, queue.isSaid(current) else { return nil }
    // A repeated text has no end to wait for.
    if loop == .track, !isSaidInBetween(current) { return nil }
    var last = current
    while intentsAfter[last] == nil, let next = queue.following(last), queue.isSaid(next), utterances[next] != nil {
      if loop == .track, places[next] != nil { break }
      last = next
    }
    return last
  }

  /// The last of the entries that interrupted a stopped entry; `nil` if there are none.
  private var lastBeforeStop: TrackID? {
    guard let current, !intentsAfter.isEmpty else { return nil }
    let last = sequence(first: current) { queue.following($0) }.first { intentsAfter[$0] != nil }
    return last.flatMap { intentsAfter[$0] == .stopped ? $0 : nil }
  }

  /// True if a spoken text interrupts an entry that waits for it.
  func isSaidInBetween(_ id: TrackID) -> Bool {
    var id = id
    while queue.isSaid(id) {
      if intentsAfter[id] != nil { return true }
      guard let next = queue.following(id) else { return false }
      if places[next] != nil { return true }
      guard utterances[next] != nil else { return false }
      id = next
    }
    return false
  }

  /// True if an entry is being heard or comes later.
  public func isToCome(_ id: TrackID) -> Bool {
    guard let turn = queue.turn(of: id), let now = current.flatMap({ queue.turn(of: $0) }) else { return false }
    return turn >= now
  }

  /// Moves queued entries before the current one and reads them at once.
  mutating func bring(_ ids: [TrackID], from beginning: Beginning?, heard: Microseconds, at now: Moment) -> [Effect] {
    var seen: Set<TrackID> = []
    let ids = ids.filter { queue.contains($0) && $0 != current && seen.insert($0).inserted }
    guard let interrupted = current, let first = ids.first, let last = ids.last else { return [] }
    let moved = Set(ids)
    handOnIntents(of: moved)
    for id in moved {
      intentsAfter[id] = nil
      entrances[id] = nil
    }
    queue.bring(ids, before: interrupted)
    takeMark(at: now)
    let effects = interrupt(interrupted, until: last, heard: heard)
    startUnasked()
    guard let beginning, moved.contains(beginning.track) else { return effects + enter(first) }
    return effects + open(beginning.track, at: beginning.position)
  }

  /// The listener wants to hear an entry that was put off; it is heard after the entries before it.
  mutating func expect(_ id: TrackID) {
    guard let current, id != current, let turn = queue.turn(of: id), let now = queue.turn(of: current), turn > now,
      let before = queue.preceding(id)
    else { return }
    intentsAfter[before] = nil
  }
}

/// An entry that continues when all that interrupted it is over.
public struct PutOff: Equatable, Sendable {
  /// The entry.
  public var track: TrackID
  /// The position from which it continues, in microseconds of its media time.
  public var position: Microseconds
  /// True if it continues by itself. Otherwise it becomes current then and stays paused or stopped.
  public var resumes: Bool

  /// An entry that waits for another one.
  public init(track: TrackID, position: Microseconds, resumes: Bool) {
    self.track = track
    self.position = position
    self.resumes = resumes
  }
}

/// The time until an entry is heard.
public struct Wait: Equatable, Sendable {
  /// The number of entries that are heard before it, the current one included.
  public var ahead: Int
  /// Clock time at the current rates; `nil` if a length is unknown or cannot be estimated.
  public var microseconds: Microseconds?
  /// True if every length in it is exact.
  public var isExact: Bool
  /// The entry before it that is stopped or repeated, so that the listener has to act first; `nil` if there is none.
  public var obstacle: TrackID?
}

extension Player {
  /// The nearest entry that was put off.
  public var putOff: PutOff? {
    guard !places.isEmpty || !intentsAfter.isEmpty, let now = current.flatMap({ queue.turn(of: $0) }) else {
      return nil
    }
    var nearest: (turn: Int, id: TrackID)?
    func consider(_ id: TrackID) {
      guard let turn = queue.turn(of: id), turn > now, nearest.map({ turn < $0.turn }) ?? true else { return }
      nearest = (turn, id)
    }
    for id in places.keys where utterances[id] == .paused { consider(id) }
    for id in intentsAfter.keys { if let next = queue.following(id) { consider(next) } }
    guard let id = nearest?.id else { return nil }
    let isHeldBack = queue.preceding(id).map { intentsAfter[$0] != nil } ?? false
    return PutOff(track: id, position: place(of: id), resumes: !isHeldBack)
  }

  /// The time until an entry is heard if nothing intervenes; `nil` for the current one and those before it.
  ///
  /// - Parameter heard: the position heard now, in microseconds of the current entry's media time.
  public func wait(for id: TrackID, heard: Microseconds) -> Wait? {
    guard let current, let now = queue.turn(of: current), let turn = queue.turn(of: id), turn > now else { return nil }
    var wait = Wait(ahead: 0, microseconds: 0, isExact: true, obstacle: wants == .playing ? nil : current)
    // A repeated track has no end.
    if loop == .track, !isSaidInBetween(current) { wait.obstacle = wait.obstacle ?? current }
    var next: TrackID? = current
    // A document is entered once (``enter(_:)``), also if the listener has moved the place before its beginning: then
    // the reading goes back, and comes to the same entries again.
    var (entrances, passed) = (entrances, Set<TrackID>())
    while let entry = next, entry != id, let place = queue.turn(of: entry), place < turn {
      let begun = entry == current ? heard : self.place(of: entry)
      wait.ahead += 1
      if !entrances.isEmpty { passed.insert(entry) }
      if let length = length(of: entry) {
        let time = Double(max(0, length.microseconds - begun)) / rate(of: entry)
        wait.microseconds = wait.microseconds.map { $0 + Microseconds(clamping: time) }
        wait.isExact = wait.isExact && length.isExact
      } else {
        wait.microseconds = nil
      }
      let following = queue.following(entry)
      if intentsAfter[entry] != nil, following != id { wait.obstacle = wait.obstacle ?? following }
      next = following.map { following in
        guard let place = entrances.removeValue(forKey: following), !passed.contains(place) else { return following }
        return place
      }
    }
    if wait.obstacle != nil { wait.microseconds = nil }
    return wait
  }
}
