import EventLoop
import Playback

/// Tracks in the order of reading. Any track may leave at any time, and no operation takes longer with ten thousand.
///
/// A track in which nothing is to be measured for now is set aside: the search does not pass over it again and again.
/// Its place is kept for it.
@Core
struct MeasuringOrder {
  private struct Slot {
    /// The place in the order; those of later slots are higher.
    let number: Int
    /// `nil` if the track has left, or was set aside.
    var track: Track?
  }

  private var slots: [Slot] = []
  /// The places of all tracks, those that were set aside included.
  private var numbers: [TrackID: Int] = [:]
  private var aside: [TrackID: Track] = [:]
  /// The first slot in use.
  private var begin = 0
  private var next = 0

  /// Adds a track after the others. One that was added before comes back to its place if it was set aside.
  mutating func append(_ track: Track) {
    guard numbers[track.id] == nil else { return bringBack(track.id) }
    numbers[track.id] = next
    slots.append(Slot(number: next, track: track))
    next += 1
  }

  mutating func remove(_ id: TrackID) {
    guard let number = numbers.removeValue(forKey: id), aside.removeValue(forKey: id) == nil else { return }
    empty(number)
  }

  /// Leaves a track out until it is brought back.
  mutating func setAside(_ track: Track) {
    guard let number = numbers[track.id], aside.updateValue(track, forKey: track.id) == nil else { return }
    empty(number)
  }

  /// Puts a track that was set aside into its place again.
  mutating func bringBack(_ id: TrackID) {
    guard let track = aside.removeValue(forKey: id), let number = numbers[id] else { return }
    let index = index(of: number)
    if index < slots.count, slots[index].number == number {
      slots[index].track = track
    } else {
      slots.insert(Slot(number: number, track: track), at: index)
    }
    begin = min(begin, index)
  }

  /// Puts all tracks that were set aside into their places again.
  mutating func bringBackAll() {
    for (id, track) in aside {
      if let number = numbers[id] { slots.append(Slot(number: number, track: track)) }
    }
    aside = [:]
    slots.removeAll { $0.track == nil }
    slots.sort { $0.number < $1.number }
    begin = 0
  }

  private mutating func empty(_ number: Int) {
    slots[index(of: number)].track = nil
    while begin < slots.count, slots[begin].track == nil { begin += 1 }
    guard slots.count > 2 * (numbers.count - aside.count) + 16 else { return }
    slots.removeAll { $0.track == nil }
    begin = 0
  }

  /// The first slot whose number is not lower.
  private func index(of number: Int) -> Int {
    var range = 0..<slots.count
    while let first = range.first {
      let middle = first + range.count / 2
      range = slots[middle].number < number ? middle + 1..<range.upperBound : first..<middle
    }
    return range.lowerBound
  }

  /// All tracks that were not set aside: from the place of a given one on, then those before it.
  func from(_ id: TrackID?) -> some Sequence<Track> {
    let first = max(begin, id.flatMap { numbers[$0] }.map { index(of: $0) } ?? begin)
    return [slots[first...], slots[begin..<first]].lazy.joined().compactMap(\.track)
  }
}
