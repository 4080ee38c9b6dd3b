import AloudAPI

/// The part of a long queue that a terminal shows: the texts around the current one.
struct QueueWindow: Equatable {
  /// Counted from 0.
  let places: Range<Int>
  /// Says that a part is shown; `nil` if everything is shown.
  let heading: String?

  /// - Parameter rows: the rows of the terminal. A queue that fits is shown completely.
  init(_ tracks: [TrackEntry], rows: Int) {
    // The other rows are for the heading, the title of the book and the prompt.
    let room = max(5, min(rows, 1_000_000) - 4)
    guard tracks.count > room, rows != .max else {
      (places, heading) = (0..<tracks.count, nil)
      return
    }
    let current = tracks.firstIndex(where: \.isCurrent) ?? 0
    // A third of the rows is before the current text, the rest after it.
    let first = max(0, min(current - room / 3, tracks.count - room))
    places = first..<first + room
    heading =
      "\(first + 1) to \(first + room) of \(tracks.count), the current one is \(current + 1); aloud queue --all shows all"
  }
}
