import BusValues
import EventLoop
import Playback
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading

/// The limits of one program in the service.
@Suite(.timeLimit(.minutes(1)))
struct ClientSharesTests {
  private static let one: BusName = ":1.1"
  private static let other: BusName = ":1.2"
  /// The maximum for one client.
  private static let most = 5000

  init() { Core.loop.startThread() }

  /// True if a client may open one more text.
  @Core private func hasRoom(_ shares: ClientShares, for client: BusName = Self.one) -> Bool {
    do throws(ReadingError) {
      try shares.admit(client)
      return true
    } catch {
      return false
    }
  }

  /// A quota ends when its cost does: with the thread, not with the answer.
  @Test @Core func aThreadThatHangsCountsForItsClientUntilItIsBack() throws {
    let shares = ClientShares()
    for _ in 0..<64 {
      try shares.begin(Self.one)
      shares.setHung(true, of: Self.one)
      shares.end(Self.one)
    }
    #expect(throws: BusError.self) { try shares.begin(Self.one) }
    #expect(throws: Never.self) { try shares.begin(Self.other) }
    shares.setHung(false, of: Self.one)
    #expect(throws: Never.self) { try shares.begin(Self.one) }
    shares.end(Self.one)
    for _ in 0..<63 { shares.setHung(false, of: Self.one) }
    for _ in 0..<64 { try shares.begin(Self.one) }
    #expect(throws: BusError.self) { try shares.begin(Self.one) }
  }

  @Test @Core func aTextOpenedAgainAndAgainCountsOnce() {
    let shares = ClientShares()
    for _ in 0..<6000 { shares.add(TrackID(1), of: Self.one, bytes: 10) }
    #expect(hasRoom(shares))
    // One removal frees it completely: there is room for a client's maximum, and no more.
    shares.forget(TrackID(1))
    for number in 1...UInt64(Self.most) {
      #expect(hasRoom(shares), "\(number)")
      shares.add(TrackID(number), of: Self.one, bytes: 10)
    }
    #expect(!hasRoom(shares) && hasRoom(shares, for: Self.other))
    shares.forget(TrackID(7))
    shares.forget(TrackID(7))
    #expect(hasRoom(shares))
    shares.add(TrackID(7), of: Self.one, bytes: 10)
    #expect(!hasRoom(shares))
  }

  @Test @Core func aTrackStaysWhoseItWas() {
    let shares = ClientShares()
    for number in 1...UInt64(Self.most) { shares.add(TrackID(number), of: Self.one, bytes: 10) }
    shares.add(TrackID(1), of: Self.other, bytes: 10)
    #expect(!hasRoom(shares))
    // A track of an earlier run belongs to no client, even if it is opened again.
    shares.forget(TrackID(1))
    shares.add(restored: TrackID(1), bytes: 10)
    shares.add(TrackID(1), of: Self.one, bytes: 10)
    #expect(hasRoom(shares))
  }

  @Test @Core func furtherChaptersAreTheirBooks() {
    let shares = ClientShares()
    shares.add(TrackID(1), of: Self.one, bytes: 10)
    for number in 2...UInt64(Self.most) { shares.add(TrackID(number), with: TrackID(1), bytes: 10) }
    #expect(!hasRoom(shares) && hasRoom(shares, for: Self.other))
    for number in 1...UInt64(Self.most) { shares.forget(TrackID(number)) }
    #expect(hasRoom(shares))
  }

  @Test @Core func aBookMayFillTheQueueAndNothingComesBeside() throws {
    let shares = ClientShares()
    #expect(shares.room == 10_000)
    shares.add(TrackID(1), of: Self.one, bytes: 10)
    for number in 2...UInt64(9_999) { shares.add(TrackID(number), with: TrackID(1), bytes: 10) }
    #expect(shares.room == 1 && hasRoom(shares, for: Self.other) && !hasRoom(shares))
    shares.add(TrackID(10_000), of: Self.other, bytes: 10)
    #expect(shares.room == 0)
    let full = #expect(throws: ReadingError.self) { try shares.admit(Self.other) }
    #expect(full?.code == .full && full?.message.hasPrefix("the queue is full") == true)
    // Tracks beyond the present limit, accepted by an earlier version, are kept.
    shares.add(restored: TrackID(10_001), bytes: 10)
    #expect(shares.room == 0)
  }

  /// A book that is opened again takes its own place.
  @Test @Core func aReplacedTextMakesRoomForItsSuccessor() throws {
    let shares = ClientShares()
    let book = (1...UInt64(6000)).map { TrackID($0) }
    for id in book { shares.add(id, of: Self.one, bytes: 10) }
    for number in 6001...UInt64(10_000) { shares.add(restored: TrackID(number), bytes: 10) }
    try shares.admit(Self.one, insteadOf: book)
    try shares.admit(Self.other, insteadOf: book)
    // Tracks of others make room in the queue, but not in the client's share.
    #expect(throws: ReadingError.self) { try shares.admit(Self.one, insteadOf: [TrackID(6001)]) }
    try shares.admit(Self.other, insteadOf: [TrackID(6001)])
  }
}
