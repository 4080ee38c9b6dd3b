import Vocabulary

@testable public import Playback

/// A player with tracks by number, and a model of a prompt driver.
struct Stage {
  var player: Player
  /// The time of the next event.
  var now = Moment(.seconds(1000))

  /// - Parameters:
  ///   - tracks: their number; they are queued as 1, 2 …, the first one current.
  ///   - playing: true if the first one is already heard.
  init(tracks count: UInt64 = 0, playing: Bool = false, seed: UInt64 = 1) {
    player = Player(seed: seed)
    guard count > 0 else { return }
    _ = handle(.add((1...count).map { Self.entry($0) }, .last, playing: playing, heard: 0))
    if playing { hear() }
  }

  static func entry(
    _ number: UInt64, group: String? = nil, length: TrackLength? = nil, isSaid: Bool = false, document: TrackID? = nil,
    rate: Double? = nil
  ) -> QueueEntry {
    QueueEntry(
      id: TrackID(number), metadata: TrackMetadata(title: "Track \(number)"), length: length, group: group,
      isSaid: isSaid, document: document, rate: rate)
  }

  /// A spoken text.
  static func said(_ number: UInt64) -> QueueEntry { entry(number, isSaid: true) }

  /// Adds texts as `say` does.
  mutating func say(_ numbers: ClosedRange<UInt64>, heard: Microseconds = 0) -> [Player.Effect] {
    handle(.add(numbers.map { Self.said($0) }, .inTurn, playing: true, heard: heard))
  }

  /// Adds a document with these chapters as `read` does.
  mutating func read(_ numbers: ClosedRange<UInt64>, heard: Microseconds = 0) -> [Player.Effect] {
    let entries = numbers.map { Self.entry($0, document: TrackID(numbers.lowerBound)) }
    return handle(.add(entries, .now, playing: true, heard: heard))
  }

  mutating func add(
    _ numbers: ClosedRange<UInt64>, _ placement: Placement = .last, playing: Bool = true, heard: Microseconds = 0
  ) -> [Player.Effect] {
    handle(.add(numbers.map { Self.entry($0) }, placement, playing: playing, heard: heard))
  }

  mutating func handle(_ event: Player.Event) -> [Player.Effect] { player.handle(event, at: now) }

  mutating func wait(_ time: Duration) { now = now + time }

  /// Brings the driver up to date: the place is prepared and the order obeyed.
  @discardableResult
  mutating func hear() -> [Player.Effect] {
    handle(.prepared(player.epoch)) + handle(.obeyed(serial: player.order.serial))
  }

  @discardableResult
  mutating func end() -> [Player.Effect] { handle(.ended(player.epoch)) }

  /// Lets the current track end and the next one begin, and so on; returns the tracks that were current.
  mutating func lap(_ count: Int) -> [TrackID] {
    (0..<count).compactMap { _ in
      defer {
        hear()
        end()
      }
      return player.current
    }
  }

  var current: UInt64? { player.current?.number }
  var queued: [UInt64] { player.entries.map(\.id.number) }
  var isSounding: Bool { player.order.sound }
}

extension TrackID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt64) { self.init(value) }
}

extension [Player.Effect] {
  var announcements: [Player.Effect] {
    filter {
      if case .announce = $0 { true } else { false }
    }
  }

  /// Places that were opened, as track and position.
  var opened: [Place] {
    compactMap {
      if case .open(let id, let position, _) = $0 { Place(id, position) } else { nil }
    }
  }

  /// The rewinds.
  var rewound: [Rewind] {
    compactMap {
      if case .rewind(_, let unit, _) = $0 { unit } else { nil }
    }
  }

  var orders: [Bool] {
    compactMap {
      if case .output(let order) = $0 { order.sound } else { nil }
    }
  }
}

struct Place: Equatable {
  var id: TrackID
  var position: Microseconds

  init(_ id: TrackID, _ position: Microseconds) {
    self.id = id
    self.position = position
  }
}
