import AloudAPI
import BusValues
import EventLoop
import Playback
import Reading
import Vocabulary

/// The limits of one client's share of the service, so that a client that asks for too much does not starve the others.
@Core
final class ClientShares: Admission {
  /// Texts that are being opened. Each takes descriptors and, when it is its turn, a process.
  private static let openings = (each: 64, all: 192)
  /// Texts in the queue.
  private static let tracks = (each: 5000, all: 10_000)

  private var opening: [BusName: Int] = [:]
  /// Threads that wait for files of a client although nobody awaits them any more: each costs as much as an opening.
  private var hung: [BusName: Int] = [:]
  private var owners: [TrackID: BusName] = [:]
  private var queued: [BusName: Int] = [:]
  private var texts: TextBudget

  /// - Parameter textLimit: bytes of text of one client in the queue; the queue holds twice as many of all clients.
  init(textLimit: Int = 512 << 20) { texts = TextBudget(each: textLimit, all: 2 * textLimit) }

  /// Begins an opening for a client; ``end(_:)`` must follow.
  func begin(_ client: BusName) throws(BusError) {
    guard opening[client, default: 0] + hung[client, default: 0] < Self.openings.each,
      opening.values.reduce(0, +) < Self.openings.all
    else { throw .limitsExceeded("too many texts are being opened; wait for the answers") }
    opening[client, default: 0] += 1
  }

  /// Ends an opening, with or without success.
  func end(_ client: BusName) { opening[client] = opening[client].flatMap { $0 > 1 ? $0 - 1 : nil } }

  /// A file system does not answer to a client's opening, whose thread goes on waiting; or that thread has ended.
  func setHung(_ isHung: Bool, of client: BusName) {
    let count = hung[client, default: 0] + (isHung ? 1 : -1)
    hung[client] = count > 0 ? count : nil
  }

  /// The number of tracks that the queue can take in addition to its present ones.
  var room: Int { max(0, Self.tracks.all - texts.count) }

  /// Checks that a client's text may enter the queue. The further chapters of a document may use all the remaining
  /// room: a client that may open a document may have all of it.
  ///
  /// - Parameter former: the tracks that leave the queue for it.
  func admit(_ client: BusName, insteadOf former: [TrackID] = []) throws(ReadingError) {
    guard room + former.count > 0 else {
      throw ReadingError(.full, "the queue is full: it holds \(Self.tracks.all) texts (`aloud clear` empties it)")
    }
    guard queued[client, default: 0] - former.count(where: { owners[$0] == client }) < Self.tracks.each else {
      throw ReadingError(.full, "the queue holds \(Self.tracks.each) texts of this program, and takes no more of it")
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

  /// A track of a client has entered the queue, with this much text. A track that is in the queue already keeps its
  /// client and counts once.
  func add(_ track: TrackID, of client: BusName, bytes: Int) {
    guard texts.add(track, of: client, bytes: bytes) else { return }
    owners[track] = client
    queued[client, default: 0] += 1
  }

  /// A track has entered the queue that belongs to an earlier one. It counts for the same client.
  func add(_ track: TrackID, with former: TrackID, bytes: Int) {
    guard let client = owners[former] else { return add(restored: track, bytes: bytes) }
    add(track, of: client, bytes: bytes)
  }

  /// A track of an earlier run is in the queue. It counts for no client, but takes room.
  func add(restored track: TrackID, bytes: Int) { texts.add(track, of: nil, bytes: bytes) }

  /// More text of a track has arrived. False if there is no room for it.
  func grow(_ track: TrackID, to bytes: Int) -> Bool { texts.grow(track, to: bytes) }

  /// A track has left the queue.
  func forget(_ track: TrackID) {
    texts.forget(track)
    guard let client = owners.removeValue(forKey: track) else { return }
    queued[client] = queued[client].flatMap { $0 > 1 ? $0 - 1 : nil }
  }
}
