import EventLoop
import Playback

/// The tracks of the queue's entries, and the numbers of those to come.
@Core
final class QueuedTracks {
  private var tracks: [TrackID: Track] = [:]
  /// The number of the next track. No track of this or an earlier run has it or a higher one.
  private(set) var nextNumber: UInt64 = 1

  /// The track of an entry; `nil` if there is none.
  subscript(_ id: TrackID) -> Track? { tracks[id] }

  /// The tracks of some entries, in their order.
  func of(_ ids: [TrackID]) -> [Track] { ids.compactMap { tracks[$0] } }

  /// True if it is the track of its entry, and not one that has left.
  func holds(_ track: Track) -> Bool { tracks[track.id] === track }

  /// Takes the track of an entry that is about to be queued.
  func keep(_ track: Track) { tracks[track.id] = track }

  /// Gives up the track of an entry that has left the queue, and returns it.
  func remove(_ id: TrackID) -> Track? { tracks.removeValue(forKey: id) }

  // MARK: Numbers

  /// A new identity for an entry of the queue.
  func makeID() -> TrackID {
    defer { nextNumber += 1 }
    return TrackID(nextNumber)
  }

  /// An earlier run has used the numbers below this one.
  func number(from next: UInt64) { nextNumber = max(nextNumber, next) }

  /// From now on tracks get numbers that an earlier run, which is still unknown, cannot have used.
  func numberApart() {
    if nextNumber == 1 { nextNumber = .random(in: 1 << 48..<1 << 62) }
  }
}
