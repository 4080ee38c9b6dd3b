import BusValues
import EventLoop
import Playback
import Testing

@testable import AloudService

/// What one program may have in the service at the same time.
@Suite(.timeLimit(.minutes(1)))
struct ClientSharesTests {
  private static let one: BusName = ":1.1"
  private static let other: BusName = ":1.2"
  /// As many as one client may have.
  private static let most = 5000

  init() { Core.loop.startThread() }

  /// Whether a client may open one more text.
  @Core private func hasRoom(_ shares: ClientShares, for client: BusName = Self.one) -> Bool {
    do throws(BusError) {
      try shares.begin(client)
      shares.end(client)
      return true
    } catch {
      return false
    }
  }

  @Test @Core func whatIsOpenedAgainAndAgainCountsOnce() {
    let shares = ClientShares()
    for _ in 0..<6000 { shares.add(TrackID(1), of: Self.one, bytes: 10) }
    #expect(hasRoom(shares))
    // And it is gone with one farewell: room for all that a client may have, and no more.
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
    // What an earlier run left is nobody's, whoever opens it.
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
}
