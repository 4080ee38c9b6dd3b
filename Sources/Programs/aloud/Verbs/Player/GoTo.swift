import AloudAPI
import ArgumentParser
import CommandOutput
import EventLoop

struct GoTo: Verb {
  static let configuration = CommandConfiguration(
    commandName: "goto", abstract: "Go to a chapter of the book that is being read, or to a text of the queue.",
    discussion: """
      WHERE is the number that 'aloud chapters' shows, a title, or words of a title. Without a book it is a place in \
      the queue. Titles are searched in the whole queue, and in the book first.
      """)

  @Argument(help: ArgumentHelp("The chapter's number, its title, or words of the title.", valueName: "where"))
  var place: [String]

  func run(_ console: Console) async throws(Failure) {
    let service = try Service()
    let tracks = try await service.tracks() ?? []
    try await service.go(to: place.joined(separator: " "), by: TitleSearch.chapters(tracks), in: tracks)
  }
}

extension Service {
  /// Goes to the text of the queue that `wanted` names; `0` is the current one.
  func go(to wanted: String, by search: TitleSearch, in tracks: [TrackEntry]) async throws(Failure) {
    let current = wanted == "0" ? tracks.firstIndex(where: \.isCurrent) : nil
    let index = if let current { current } else { try search.find(wanted) }
    _ = try await call(.goTo(tracks[index].id), task: "go to '\(wanted)'")
  }
}

extension TitleSearch {
  /// The queue, whose numbers are its places.
  static func queue(_ tracks: [TrackEntry]) -> TitleSearch {
    texts(tracks, numbers: tracks.indices.map { Int64($0 + 1) }, list: "the queue", choice: "aloud queue goto")
  }

  /// The queue as `goto` sees it: if a book is read, the numbers are those of its chapters. Texts beside it have a
  /// title only.
  static func chapters(_ tracks: [TrackEntry]) -> TitleSearch {
    let places = Chapters.places(tracks)
    guard !places.isEmpty else {
      return texts(tracks, numbers: tracks.indices.map { Int64($0 + 1) }, list: "the queue", choice: "aloud goto")
    }
    let own = Set(places)
    return texts(
      tracks, numbers: tracks.indices.map { own.contains($0) ? tracks[$0].trackNumber.map { Int64($0) } : nil },
      list: "the book", choice: "aloud goto")
  }

  private static func texts(_ tracks: [TrackEntry], numbers: [Int64?], list: String, choice: String) -> TitleSearch {
    let book = tracks.first(where: \.isCurrent)?.document
    return TitleSearch(
      kind: "text", list: list, task: { "find '\($0)' in the queue" }, absence: "no title has that in it",
      cure: "aloud chapters, or aloud queue",
      choice: { number in number.map { "\(choice) \($0)" } ?? "aloud queue, then aloud queue goto and its place" },
      entries: zip(tracks, numbers).map { track, number in
        Entry(
          number: number, title: track.title, names: track.contentsNumber.map { [$0] } ?? [],
          isNear: book != nil && track.document == book)
      })
  }
}
