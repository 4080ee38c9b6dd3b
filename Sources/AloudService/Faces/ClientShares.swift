import AloudAPI
import BusValues
import EventLoop
import Playback

/// What one client may have in the service at the same time, so that one that asks for too much starves no other.
@Core
final class ClientShares {
  /// Texts that are being opened; each takes descriptors and, in its turn, a process.
  private static let openings = (each: 64, all: 192)
  /// Texts in the queue.
  private static let tracks = (each: 5000, all: 10_000)

  private var opening: [BusName: Int] = [:]
  private var owners: [TrackID: BusName] = [:]
  private var queued: [BusName: Int] = [:]

  /// Begins an opening for a client; ``end(_:)`` must follow.
  func begin(_ client: BusName) throws(BusError) {
    guard opening[client, default: 0] < Self.openings.each,
      opening.values.reduce(0, +) < Self.openings.all
    else { throw .limitsExceeded("too many texts are being opened; wait for the answers") }
    guard queued[client, default: 0] < Self.tracks.each, owners.count < Self.tracks.all else {
      throw .limitsExceeded("the queue is full")
    }
    opening[client, default: 0] += 1
  }

  /// Ends an opening, whatever became of it.
  func end(_ client: BusName) { opening[client] = opening[client].flatMap { $0 > 1 ? $0 - 1 : nil } }

  /// A track of a client has come into the queue.
  func add(_ track: TrackID, of client: BusName) {
    owners[track] = client
    queued[client, default: 0] += 1
  }

  /// A track has left the queue.
  func forget(_ track: TrackID) {
    guard let client = owners.removeValue(forKey: track) else { return }
    queued[client] = queued[client].flatMap { $0 > 1 ? $0 - 1 : nil }
  }
}
