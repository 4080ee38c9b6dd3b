import Playback

@testable import Reading

/// The accounts of a walk over requests for texts: what each was given, and what it has to give back.
struct OpeningLedger {
  /// The most tracks in the queue.
  var capacity = 1000
  /// The tracks in the queue.
  var queue: [TrackID] = []
  /// The texts without a result, which have room in what is admitted.
  private var admitted: Set<Int> = []
  /// The texts that had their turn.
  private var turns: Set<Int> = []
  private var requested: [Int] = []
  private var results: [Int: Result<TrackID, ReadingError>] = [:]
  /// The texts that hold a reader and its files.
  private var readers: Set<Int> = []
  private var read: Set<Int> = []
  /// The tracks of each text that have entered the queue, in order.
  private var entered: [Int: [TrackID]] = [:]
  private var shut: Set<Int> = []

  /// The number of tracks that the queue can take.
  var room: Int { max(0, capacity - queue.count) }

  mutating func request(_ number: Int) {
    requested.append(number)
    admitted.insert(number)
  }

  mutating func adopt(_ number: Int, _ tracks: [TrackID]) {
    queue += tracks
    entered[number] = tracks
    readers.insert(number)
  }

  /// True if it has no result yet.
  func isOpen(_ number: Int) -> Bool { admitted.contains(number) }

  mutating func beginReading(_ number: Int) -> String? {
    readers.insert(number)
    if !isOpen(number) { return "\(number) is read, and has its result" }
    return read.insert(number).inserted ? nil : "\(number) is read twice"
  }

  /// Its reader has ended, or was ended.
  mutating func release(_ number: Int) { readers.remove(number) }

  mutating func enter(_ tracks: [TrackID], of number: Int, all: [TrackID], isFirst: Bool) -> String? {
    if shut.contains(number) { return "\(number) has a gap" }
    if isFirst, !isOpen(number) { return "\(number) enters, and has its result" }
    if case .failure? = results[number] { return "a track of \(number) enters, which was given up" }
    if tracks.isEmpty || tracks.count > room { return "\(tracks.count) tracks enter, and there is room for \(room)" }
    queue += tracks
    entered[number, default: []] += tracks
    let known = entered[number] ?? []
    return Array(all.prefix(known.count)) == known ? nil : "\(known) have entered of \(all)"
  }

  mutating func shutOut(_ number: Int) { shut.insert(number) }

  /// True if it has been in the queue and is there no more.
  func hasLeftQueue(_ number: Int, _ opening: Opening) -> Bool {
    opening.hasEntered && !(entered[number] ?? []).contains { queue.contains($0) }
  }

  mutating func complete(_ number: Int, _ result: Result<TrackID, ReadingError>) -> String? {
    guard admitted.remove(number) != nil else { return "\(number) has two results" }
    results[number] = result
    return nil
  }

  /// Each has its turn when those before it have had theirs, unless their writers may take any time.
  mutating func checkTurns(_ numbers: [Int], isLive: (Int) -> Bool) -> String? {
    for number in numbers {
      if let former = requested.first(where: { $0 < number && isOpen($0) && !turns.contains($0) && !isLive($0) }) {
        return "\(number) has its turn before \(former)"
      }
      turns.insert(number)
    }
    return nil
  }

  /// The first text that has not ended, or has not given back what it had; `nil` if there is none.
  func openAccounts(of openings: [Opening]) -> String? {
    if let number = admitted.min() { return "\(number) has no result" }
    if let number = readers.min() { return "\(number) keeps its reader" }
    if let number = openings.indices.first(where: { !openings[$0].isDone }) { return "\(number) never ends" }
    return nil
  }
}
