import EventLoop
import Playback

/// Tracks in the order of reading. Any track may leave at any time, and no operation takes longer with ten thousand.
@Core
struct MeasuringOrder {
  /// `nil` if the track has left.
  private var slots: [Track?] = []
  private var indices: [TrackID: Int] = [:]
  /// The first slot in use.
  private var begin = 0

  /// Adds a track after the others, unless it is in the list.
  mutating func append(_ track: Track) {
    guard indices[track.id] == nil else { return }
    indices[track.id] = slots.count
    slots.append(track)
  }

  mutating func remove(_ id: TrackID) {
    guard let index = indices.removeValue(forKey: id) else { return }
    slots[index] = nil
    while begin < slots.count, slots[begin] == nil { begin += 1 }
    if slots.count > 2 * indices.count + 16 { compact() }
  }

  private mutating func compact() {
    slots.removeAll { $0 == nil }
    indices = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1!.id, $0) })
    begin = 0
  }

  /// All tracks: from a given one on, then those before it.
  func from(_ id: TrackID?) -> some Sequence<Track> {
    let first = id.flatMap { indices[$0] } ?? begin
    return [slots[first...], slots[begin..<first]].lazy.joined().compactMap(\.self)
  }
}
