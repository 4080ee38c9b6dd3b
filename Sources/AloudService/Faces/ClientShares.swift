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
  private var texts: TextBudget

  /// - Parameter textLimit: bytes of text of one client in the queue; the queue holds twice as many of all clients.
  init(textLimit: Int = 512 << 20) { texts = TextBudget(each: textLimit, all: 2 * textLimit) }

  /// Begins an opening for a client; ``end(_:)`` must follow.
  func begin(_ client: BusName) throws(BusError) {
    guard opening[client, default: 0] < Self.openings.each,
      opening.values.reduce(0, +) < Self.openings.all
    else { throw .limitsExceeded("too many texts are being opened; wait for the answers") }
    opening[client, default: 0] += 1
  }

  /// Ends an opening, whatever became of it.
  func end(_ client: BusName) { opening[client] = opening[client].flatMap { $0 > 1 ? $0 - 1 : nil } }

  /// How many tracks the queue takes besides those that are in it.
  var room: Int { max(0, Self.tracks.all - texts.count) }

  /// Whether a text of a client may come into the queue. The further chapters of a document have the room that there is:
  /// who may open one may have all of it.
  ///
  /// - Parameter former: those that leave the queue for it.
  func admit(_ client: BusName, insteadOf former: [TrackID] = []) throws(BusError) {
    guard room + former.count > 0 else {
      throw .limitsExceeded("the queue is full: it holds \(Self.tracks.all) texts (`aloud clear` empties it)")
    }
    guard queued[client, default: 0] - former.count(where: { owners[$0] == client }) < Self.tracks.each else {
      throw .limitsExceeded("the queue holds \(Self.tracks.each) texts of this program, and takes no more of it")
    }
  }

  /// Makes room for a text that a client opens; ``release(_:of:)`` must follow.
  func reserve(_ bytes: Int, for client: BusName) throws(BusError) {
    do throws(TextBudget.Refusal) {
      try texts.reserve(bytes, for: client)
    } catch {
      switch error {
      case .tooLarge:
        throw APIError(.tooLarge, "the text has \(bytes >> 20) MiB, and one may have \(texts.each >> 20)").busError
      case .full: throw .limitsExceeded("the queue holds too much text already")
      }
    }
  }

  /// The text is in the queue now, or will not be.
  func release(_ bytes: Int, of client: BusName) { texts.release(bytes, of: client) }

  /// A track of a client has come into the queue, with so much text. One that is in it already stays whose it is, and
  /// counts once.
  func add(_ track: TrackID, of client: BusName, bytes: Int) {
    guard texts.add(track, of: client, bytes: bytes) else { return }
    owners[track] = client
    queued[client, default: 0] += 1
  }

  /// A track has come into the queue that belongs to one which is there: it is the same client's.
  func add(_ track: TrackID, with former: TrackID, bytes: Int) {
    guard let client = owners[former] else { return add(restored: track, bytes: bytes) }
    add(track, of: client, bytes: bytes)
  }

  /// A track of an earlier run is in the queue. Nobody's share, but room that is taken.
  func add(restored track: TrackID, bytes: Int) { texts.add(track, of: nil, bytes: bytes) }

  /// More of a track's text has come; false where there is no room for so much.
  func grow(_ track: TrackID, to bytes: Int) -> Bool { texts.grow(track, to: bytes) }

  /// A track has left the queue.
  func forget(_ track: TrackID) {
    texts.forget(track)
    guard let client = owners.removeValue(forKey: track) else { return }
    queued[client] = queued[client].flatMap { $0 > 1 ? $0 - 1 : nil }
  }
}
