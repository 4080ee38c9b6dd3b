import AloudAPI
package import BusValues
package import EventLoop
import Vocabulary

/// Finds words in the whole book, and counts the places.
@Core
package final class BookSearch {
  /// A place in one of the book's chapters.
  private struct Place {
    var track: ObjectPath
    /// The number of the track in the book.
    var number: Int
    var hit: TextSearch.Hit
  }

  private let service: ServiceConnection
  /// The last words as they were typed, and their places.
  private var words = ""
  private var places: [Place] = []
  /// The chapters that were searched.
  private var tracks: [ObjectPath] = []
  /// The index of the last place that the search went to.
  private var index: Int?
  /// True if there may be more places than ``places``.
  private var isCut = false

  /// A search without words.
  package init(_ service: ServiceConnection) { self.service = service }

  /// The result of a search.
  package enum Result: Equatable {
    /// There are no words to look for.
    case noWords
    /// Nothing was looked for yet.
    case nothingBefore
    /// There is no text.
    case noText
    /// The words are nowhere.
    case absent(words: String, isBook: Bool)
    /// The reading goes on at this place.
    case found(Found)
    /// The reading cannot go there.
    case refused(ClientFailure)
  }

  /// A place that was found.
  package struct Found: Equatable {
    /// The words as they were typed.
    package var words: String
    /// The number of the place, from 1.
    package var number: Int
    /// The number of places that were found.
    package var count: Int
    /// True if there may be more of them.
    package var isCut: Bool
    /// True if the search went past the last or the first place.
    package var isWrapped: Bool
  }

  /// The largest number of places that are counted.
  private static let mostPlaces = 10_000

  /// Returns the places in a track, in bytes of its text.
  package func ranges(in track: ObjectPath) -> [Range<Int>] { places.filter { $0.track == track }.map(\.hit.range) }

  /// Forgets the words and their places.
  package func forget() {
    words = ""
    places = []
    index = nil
  }

  /// Goes to the next or the previous place of the words; after the last place comes the first.
  ///
  /// - Parameters:
  ///   - wanted: the words; `nil` for the previous ones.
  ///   - direction: 1 for the next place, -1 for the previous one.
  package func find(_ wanted: String?, _ direction: Int, in text: FollowedText) async throws(ClientFailure) -> Result {
    if let wanted {
      guard TextSearch(wanted) != nil else { return .noWords }
      forget()
      words = wanted
    }
    guard let search = TextSearch(words) else { return .nothingBefore }
    guard let track = text.track, let place = try await text.place(of: track) else { return .noText }
    if places.isEmpty || !tracks.contains(track) { try await look(for: search, around: track, text) }
    guard !places.isEmpty else { return .absent(words: words, isBook: tracks.count > 1) }
    let number = tracks.firstIndex(of: track) ?? 0
    let (next, isWrapped) = next(direction, from: (number, Int(place.current ?? 0)))
    index = next
    let found = places[next]
    if found.track != track { _ = try await service.call(.goTo(found.track), task: "go there") }
    let call = AloudCall.goToText(found.track, offset: UInt32(clamping: found.hit.range.lowerBound), .utf8)
    do throws(ClientFailure) { _ = try await service.call(call, task: "go there") } catch {
      guard !error.isWithoutService else { throw error }
      return .refused(error)
    }
    return .found(
      Found(words: words, number: next + 1, count: places.count, isCut: isCut, isWrapped: isWrapped))
  }

  /// Returns the next place after the current sentence; if the last match is in that sentence, the next place after the
  /// match.
  private func next(_ direction: Int, from here: (track: Int, sentence: Int)) -> (index: Int, isWrapped: Bool) {
    func position(_ place: Place) -> (Int, Int) { (place.number, place.hit.sentence) }
    var next: Int
    if let index, position(places[index]) == here {
      next = index + direction
    } else if direction > 0 {
      next = places.firstIndex { position($0) > here } ?? places.count
    } else {
      next = (places.lastIndex { position($0) < here }) ?? -1
    }
    let isWrapped = !places.indices.contains(next)
    if isWrapped { next = direction > 0 ? 0 : places.count - 1 }
    return (next, isWrapped)
  }

  /// Searches all chapters of the track's book, as far as they have been read.
  private func look(for search: TextSearch, around track: ObjectPath, _ text: FollowedText) async throws(ClientFailure)
  {
    places = []
    index = nil
    isCut = false
    let queue = try await service.tracks() ?? []
    let document = queue.first { $0.id == track }?.document
    tracks = document == nil ? [track] : queue.filter { $0.document == document }.map(\.id)
    for (number, track) in tracks.enumerated() {
      try await look(for: search, in: track, number, text)
      if isCut { return }
    }
  }

  private func look(
    for search: TextSearch, in track: ObjectPath, _ number: Int, _ text: FollowedText
  ) async throws(ClientFailure) {
    var next = 0
    var end = 0
    while let list = try await text.list(track, first: next, count: AloudBus.maximumSentences),
      let last = list.sentences.last
    {
      // The last sentence of a piece is also the first one of the next piece, since a match may continue in the next
      // sentence.
      let hits = search.hits(in: list.sentences).filter { $0.range.lowerBound >= end }
      places += hits.map { Place(track: track, number: number, hit: $0) }
      end = hits.last?.range.upperBound ?? end
      isCut = places.count >= Self.mostPlaces
      let isLast = Int(last.index) + 1 >= Int(list.known)
      if isLast || isCut { return }
      next = list.sentences.count > 1 ? Int(last.index) : Int(last.index) + 1
    }
  }
}
