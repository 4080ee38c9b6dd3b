import AloudAPI

/// The part of a long queue that a terminal is shown: what is around the current text.
struct QueueWindow: Equatable {
  /// From 0.
  let places: Range<Int>
  /// Says that it is a part; `nil` where it is all.
  let heading: String?

  /// - Parameter rows: of the terminal; a queue that fits is shown whole.
  init(_ tracks: [TrackEntry], rows: Int) {
    // Room for the heading, the name of the book and the prompt.
    let room = max(5, min(rows, 1_000_000) - 4)
    guard tracks.count > room, rows != .max else {
      (places, heading) = (0..<tracks.count, nil)
      return
    }
    let current = tracks.firstIndex(where: \.isCurrent) ?? 0
    // A third of it was heard, the rest is to come.
    let first = max(0, min(current - room / 3, tracks.count - room))
    places = first..<first + room
    heading =
      "\(first + 1) to \(first + room) of \(tracks.count), the current one is \(current + 1); aloud queue --all shows all"
  }
}
