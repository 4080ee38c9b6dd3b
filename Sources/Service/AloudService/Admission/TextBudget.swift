import BusValues
import Playback
import Reading

/// The amount of text in the queue, in bytes. All of it stays in memory while it is queued.
struct TextBudget {
  /// The reason for a refusal.
  enum Refusal: Error, Equatable {
    /// The text is too large even for an empty queue.
    case tooLarge
    /// There is too much text already, of the same client or of all clients.
    case full
  }

  private struct Entry {
    /// `nil` if an earlier run left it.
    var owner: BusName?
    var bytes: Int
  }

  /// The limit for one client.
  let each: Int
  let all: Int
  private var entries: [TrackID: Entry] = [:]
  /// The bytes of texts in the queue and on their way into it, by client.
  private var used: [BusName: Int] = [:]
  /// The bytes of all texts, and of those that an earlier run left.
  private var (total, restored) = (0, 0)

  init(each: Int = 512 << 20, all: Int = 1 << 30) {
    self.each = each
    self.all = all
  }

  /// The number of texts in the queue.
  var count: Int { entries.count }

  /// Reserves room for a text that is on its way; ``release(_:of:)`` must follow.
  mutating func reserve(_ bytes: Int, for client: BusName) throws(Refusal) {
    guard bytes <= each else { throw .tooLarge }
    guard used[client, default: 0] + bytes <= each, total + bytes <= all else { throw .full }
    charge(bytes, to: client)
  }

  /// Releases the reservation: the text is in the queue now, or will not be.
  mutating func release(_ bytes: Int, of client: BusName) { charge(-bytes, to: client) }

  /// A text has entered the queue. A text that is in the queue already keeps its owner.
  ///
  /// - Returns: true if it has entered the queue now.
  @discardableResult
  mutating func add(_ track: TrackID, of owner: BusName?, bytes: Int) -> Bool {
    guard entries[track] == nil else { return false }
    entries[track] = Entry(owner: owner, bytes: bytes)
    charge(bytes, to: owner)
    return true
  }

  /// A text in the queue has become longer.
  ///
  /// One that an earlier run left had room in that run. It is read again whatever was queued since, and takes room from
  /// those that come: only all of them together have the queue's limit.
  ///
  /// - Returns: true if there is room for it. If not, nothing has changed.
  mutating func grow(_ track: TrackID, to bytes: Int) -> Bool {
    guard let entry = entries[track], bytes > entry.bytes else { return true }
    let more = bytes - entry.bytes
    if let owner = entry.owner {
      guard used[owner, default: 0] + more <= each, total + more <= all else { return false }
    } else {
      guard bytes <= each, restored + more <= all else { return false }
    }
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
    guard let client else { return restored += bytes }
    let now = used[client, default: 0] + bytes
    used[client] = now > 0 ? now : nil
  }
}
