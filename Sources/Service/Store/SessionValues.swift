import Playback
import Vocabulary

/// The session without its tracks, as names and values.
enum SessionValues {
  /// All words except the queue and its order, which are written only when they change.
  static func words(of session: SessionChanges) -> [String: SQLValue] {
    let player = session.player
    let wish = WishValues(player.wish)
    let words: [String: SQLValue] = [
      "wish": .text(wish.wish), "reason": SQLValue(wish.reason), "detail": SQLValue(wish.detail),
      "current": SQLValue(player.current.map { Int64(bitPattern: $0.number) }),
      "shuffle": .text(player.shuffle.rawValue),
      "random": .integer(Int64(bitPattern: player.random)), "loop": .text(player.loop.rawValue),
      "rate": .real(player.rate), "volume": .real(player.volume.value),
      "next": .integer(Int64(bitPattern: session.nextNumber)),
      "sleep.track": SQLValue(session.sleepPlace.map { Int64(bitPattern: $0.track.number) }),
      "sleep.place": SQLValue(session.sleepPlace?.place.microseconds.count),
      "sleep.scalar": SQLValue(session.sleepPlace?.place.scalar.map(Int64.init)),
      "rates": .text(text(of: player.ownRates)),
      "entrances": .text(text(of: player.entrances.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })),
    ]
    return words.merging(RepetitionValues.words(of: player.repetition)) { first, _ in first }
      .merging(SleepValues.words(of: session.sleep)) { first, _ in first }
      .merging(RouteValues.words(of: session.route)) { first, _ in first }
  }

  /// - Parameter tracks: the existing rows. Those outside of the queue are left out.
  static func session(_ words: [String: SQLValue], _ tracks: [TrackID: KeptTrack]) -> KeptSession {
    var player = Remembered()
    let queue = ids(words["queue"]).filter { tracks[$0] != nil }
    player.entries = queue.compactMap { tracks[$0]?.entry }
    player.order = ids(words["order"]).filter { tracks[$0] != nil }
    player.current = words["current"]?.asInteger.map { TrackID(UInt64(bitPattern: $0)) }
    player.wish = wish(words) ?? .stopped
    player.shuffle = words["shuffle"]?.asText.flatMap(ShuffleMode.init) ?? .off
    player.loop = words["loop"]?.asText.flatMap(LoopStatus.init) ?? .none
    player.random = words["random"]?.asInteger.map { UInt64(bitPattern: $0) } ?? 0
    player.rate = words["rate"]?.asReal.flatMap { Player.rates.contains($0) ? $0 : nil } ?? 1
    player.volume = words["volume"]?.asReal.flatMap { (0...1).contains($0) ? CubicLevel($0) : nil } ?? 1
    let isQueued = Set(queue)
    let queued = tracks.filter { isQueued.contains($0.key) }
    for (id, track) in queued {
      if track.place.microseconds > 0 { player.places[id] = track.place.microseconds }
      if track.isHeard { player.heard.insert(id) }
      if let wish = track.wishAfter { player.wishesAfter[id] = wish }
    }
    let pairs = ids(words["entrances"])
    for index in stride(from: 0, to: pairs.count - 1, by: 2) { player.entrances[pairs[index]] = pairs[index + 1] }
    player.ownRates = rates(words["rates"])
    player.repetition = RepetitionValues.repetition(words).flatMap { isQueued.contains($0.track) ? $0 : nil }
    let next = words["next"]?.asInteger.map { UInt64(bitPattern: $0) } ?? 1
    let highest = tracks.keys.map(\.number).max() ?? 0
    var session = KeptSession(player: player, tracks: queued, nextNumber: max(1, next, highest &+ 1))
    session.sleep = SleepValues.sleep(words)
    session.route = RouteValues.endpoint(words)
    session.sleepPlace = sleepPlace(words).flatMap { queued[$0.track] == nil ? nil : $0 }
    return session
  }

  private static func sleepPlace(_ words: [String: SQLValue]) -> PlaceInTrack? {
    guard let track = words["sleep.track"]?.asInteger, let microseconds = words["sleep.place"]?.asInteger,
      microseconds >= 0
    else { return nil }
    let scalar = words["sleep.scalar"]?.asInteger.flatMap { $0 >= 0 ? Int($0) : nil }
    return PlaceInTrack(
      track: TrackID(UInt64(bitPattern: track)),
      place: KeptPlace(microseconds: Microseconds(microseconds).asPlace, scalar: scalar))
  }

  private static func wish(_ words: [String: SQLValue]) -> Remembered.Wish? {
    WishValues(wish: words["wish"]?.asText, reason: words["reason"]?.asText, detail: words["detail"]?.asText)?.value
  }

  /// The tracks of a list that have a row.
  static func list(_ ids: [TrackID], in rows: Set<TrackID>) -> SQLValue { .text(text(of: ids.filter(rows.contains))) }

  private static func text(of ids: [TrackID]) -> String { ids.map { String($0.number) }.joined(separator: " ") }

  /// Alternating numbers of documents and their rates.
  private static func text(of rates: [TrackID: Double]) -> String {
    rates.sorted { $0.key < $1.key }.map { "\($0.key.number) \($0.value)" }.joined(separator: " ")
  }

  private static func rates(_ value: SQLValue?) -> [TrackID: Double] {
    let parts = (value?.asText ?? "").split(separator: " ")
    var rates: [TrackID: Double] = [:]
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      guard let number = UInt64(parts[index]), let rate = Double(parts[index + 1]), Player.rates.contains(rate) else {
        continue
      }
      rates[TrackID(number)] = rate
    }
    return rates
  }

  private static func ids(_ value: SQLValue?) -> [TrackID] {
    (value?.asText ?? "").split(separator: " ").compactMap { UInt64($0) }.map { TrackID($0) }
  }
}
