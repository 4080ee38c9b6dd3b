import BusValues
import Playback

/// How much text the queue holds, in bytes: all of it stays in memory for as long as it is queued.
struct TextBudget {
  /// Why a text has no room.
  enum Refusal: Error, Equatable {
    /// It would have none in an empty queue either.
    case tooLarge
    /// Of the same client there is too much already, or of all clients.
    case full
  }

  private struct Entry {
    /// `nil`: an earlier run left it.
    var owner: BusName?
    var bytes: Int
  }

  /// Of one client.
  let each: Int
  let all: Int
  private var entries: [TrackID: Entry] = [:]
  /// Of texts in the queue and on their way into it.
  private var used: [BusName: Int] = [:]
  private var total = 0

  init(each: Int = 512 << 20, all: Int = 1 << 30) {
    self.each = each
    self.all = all
  }

  /// How many texts the queue holds.
  var count: Int { entries.count }

  /// Makes room for a text on its way; ``release(_:of:)`` must follow.
  mutating func reserve(_ bytes: Int, for client: BusName) throws(Refusal) {
    guard bytes <= each else { throw .tooLarge }
    guard used[client, default: 0] + bytes <= each, total + bytes <= all else { throw .full }
    charge(bytes, to: client)
  }

  /// Gives the room back: the text is in the queue now, or will not be.
  mutating func release(_ bytes: Int, of client: BusName) { charge(-bytes, to: client) }

  /// A text has come into the queue. One that is in it already stays whose it is.
  ///
  /// - Returns: whether it has come just now.
  @discardableResult
  mutating func add(_ track: TrackID, of owner: BusName?, bytes: Int) -> Bool {
    guard entries[track] == nil else { return false }
    entries[track] = Entry(owner: owner, bytes: bytes)
    charge(bytes, to: owner)
    return true
  }

  /// A text in the queue has become longer.
  ///
  /// - Returns: whether there is room for that; nothing has changed where not.
  mutating func grow(_ track: TrackID, to bytes: Int) -> Bool {
    guard let entry = entries[track], bytes > entry.bytes else { return true }
    let more = bytes - entry.bytes
    let own = entry.owner.map { used[$0, default: 0] } ?? 0
    guard own + more <= each, total + more <= all else { return false }
    entries[track]?.bytes = bytes
    charge(more, to: entry.owner)
    return true
  }

  /// A text has left the queue.
  mutating func forget(_ track: TrackID) {
    guard let entry = entries.removeValue(forKey: track) else { return }
    charge(-entry.bytes, to: entry.owner)
  }

  private mutating func charge(_ bytes: Int, to client: BusName?) {
    total += bytes
    guard let client else { return }
    let now = used[client, default: 0] + bytes
    used[client] = now > 0 ? now : nil
  }
}
