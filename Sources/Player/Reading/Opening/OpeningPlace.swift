import Documents
import EventLoop
import Playback
import Vocabulary

/// The place at which the reading of an opened text begins: the one that the listener chose or that was kept, or its
/// beginning.
@Core
struct OpeningPlace {
  /// `nil` for a text that is not divided.
  private let document: OpenDocument?
  /// The place, once it is known and until the text is queued; `nil`: the beginning.
  private var place: ChapterPlace?
  private var isKeptOneKnown = false

  /// The place in a document that was requested.
  init(_ document: OpenDocument?) { self.document = document }

  /// Looks for the place in the tracks with sentences.
  ///
  /// - Parameter isOver: true if there will be no further tracks, and no more text of the last one.
  mutating func prospect(
    in tracks: [Track], _ documents: (any DocumentSettings)?, isOver: Bool
  ) -> Opening.Prospect {
    if place == nil, let problem = document?.start?.problem(in: tracks, isEnded: isOver) { return .impossible(problem) }
    return isThere(in: tracks, documents, isOver: isOver) ? .enough : .open
  }

  private mutating func isThere(in tracks: [Track], _ documents: (any DocumentSettings)?, isOver: Bool) -> Bool {
    guard let last = tracks.last else { return false }
    if !isKeptOneKnown {
      isKeptOneKnown = true
      place = document.flatMap { documents?.place(for: $0) }
    }
    if let start = document?.start, place == nil {
      place = start.place(in: tracks, isEnded: isOver)
      return place != nil
    }
    guard let place, !isOver else { return true }
    guard last.chapter >= place.chapter else { return false }
    return last.chapter > place.chapter || last.sentence(atScalar: place.scalar) != nil
  }

  /// The track to be heard first, of those with sentences; there is one.
  func first(in tracks: [Track]) -> Track {
    place.flatMap { start in tracks.first { $0.chapter >= start.chapter } } ?? tracks[0]
  }

  /// The place in tracks that enter the queue now; `nil`: their own beginning. It counts once.
  mutating func takeBeginning(in new: [Track]) -> Beginning? {
    defer { place = nil }
    guard let place, let track = new.first(where: { $0.chapter >= place.chapter }) else { return nil }
    guard track.chapter == place.chapter, let sentence = track.sentence(atScalar: place.scalar) else {
      return Beginning(track: track.id, position: 0)
    }
    let isTime = track.countsInTime
    let time = isTime ? track.time(atScalar: place.scalar) : track.start(of: sentence)
    let there = KeptPlace(microseconds: time ?? 0, scalar: isTime ? nil : place.scalar)
    track.goOn(at: there)
    return Beginning(track: track.id, position: there.microseconds)
  }
}
