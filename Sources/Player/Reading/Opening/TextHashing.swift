import Documents
import EventLoop
import Playback

/// Hashes the texts of a document's tracks in slices, since a long text takes several turns.
@Core
final class TextHashing {
  /// A track whose text is being hashed.
  private struct Work {
    let track: Track
    var pieces: ArraySlice<[UInt8]>
    /// `nil`: it is not wanted.
    var fingerprint: TextFingerprint?
    var id: ContentID.Hasher?
    /// The place of the id in ``TextHashing/ids``.
    let place: Int
    /// True if the event that ended the track has been taken.
    var isLate = false
    /// Called at the end, if it is late. It keeps its owner until then, so that no notice is lost.
    let late: @Core (Track) -> Void
  }

  private let scheduler: any Scheduler
  /// The tracks in order. One slice of a turn serves all of them.
  private var works: [Work] = []
  /// The content ids of the tracks; `nil` while one is being computed.
  private var ids: [ContentID?] = []

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// True if all texts have been hashed.
  var isIdle: Bool { works.isEmpty }

  /// The id of everything that was hashed, as one content.
  var contentID: ContentID {
    let ids = ids.compactMap(\.self)
    return ids.count == 1 ? ids[0] : ContentID(text: Array(ids.map(\.text).joined().utf8))
  }

  /// Hashes the text of a track that is complete.
  ///
  /// - Parameters:
  ///   - isIDWanted: true if its content id is wanted.
  ///   - late: called if that ends in a later turn.
  func add(_ track: Track, isIDWanted: Bool, late: @escaping @Core (Track) -> Void) {
    let text = track.text
    let fingerprint =
      track.reading == .complete && track.lacksFingerprint ? TextFingerprint(byteCount: text.count) : nil
    guard fingerprint != nil || isIDWanted else { return }
    let id = isIDWanted ? ContentID.Hasher(size: text.count) : nil
    works.append(
      Work(track: track, pieces: text.pieces[...], fingerprint: fingerprint, id: id, place: ids.count, late: late))
    if isIDWanted { ids.append(nil) }
    if works.count == 1 { SlicedWork.run(on: scheduler, [{ self.hashPiece() }]) {} }
    for index in works.indices { works[index].isLate = true }
  }

  /// - Returns: false if nothing is left to be hashed.
  private func hashPiece() -> Bool {
    guard !works.isEmpty else { return false }
    if let piece = works[0].pieces.popFirst() {
      works[0].fingerprint?.add(piece)
      works[0].id?.add(piece)
    }
    guard works[0].pieces.isEmpty else { return true }
    let done = works.removeFirst()
    if let fingerprint = done.fingerprint { done.track.note(fingerprint: fingerprint.value) }
    if let id = done.id { ids[done.place] = id.id }
    if done.isLate { done.late(done.track) }
    return !works.isEmpty
  }
}
