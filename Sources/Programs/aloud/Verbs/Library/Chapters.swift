import AloudAPI
import AloudClient
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop

struct Chapters: Verb {
  static let configuration = CommandConfiguration(
    commandName: "chapters", abstract: "Show the chapters of the document that is being read.",
    discussion: """
      The number of a chapter is its number in the document, which status, marks and 'read --from' have, too. \
      'aloud goto' takes it, or a title, or words of a title: aloud goto mailing.
      """)

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    let tracks = try await Service().tracks() ?? KeptState.load()?.tracks ?? []
    let places = Self.places(tracks)
    if output.json {
      let chapters = places.map { Self.json(place: $0, tracks[$0]) }
      return console.print(JSON.answer([("chapters", .array(chapters))]).text)
    }
    guard !places.isEmpty else {
      let reason = tracks.isEmpty ? "nothing is being read" : "the current text has no chapters"
      return console.print("\(reason); aloud queue shows the queue, aloud read FILE opens a book")
    }
    if let first = places.first, let book = Queue.List.bookName(tracks[first]) {
      console.printPainted(
        console.bold(TextWidth.truncated(book, to: console.width, ellipsis: console.symbols.ellipsis)))
    }
    for line in Self.lines(tracks, places, console.symbols, width: console.width) { console.print(line) }
  }

  /// The places, from 0, of the current document's chapters; empty if it has none.
  static func places(_ tracks: [TrackEntry]) -> [Int] {
    guard let document = tracks.first(where: \.isCurrent)?.document else { return [] }
    return tracks.indices.filter { tracks[$0].document == document && tracks[$0].trackNumber != nil }
  }

  /// One line per chapter: the mark of the current one, its number, the length and the title, indented by its level.
  static func lines(_ tracks: [TrackEntry], _ places: [Int], _ symbols: Symbols, width: Int) -> [String] {
    let times = places.map { place in
      tracks[place].lengthMicroseconds.map { (tracks[place].isLengthExact ? "" : symbols.about) + TimeText.clock($0) }
        ?? ""
    }
    let timeWidth = times.map { TextWidth.cells($0) }.max() ?? 0
    let numberWidth = places.compactMap { tracks[$0].trackNumber }.max().map { String($0).count } ?? 0
    return zip(places, times).map { place, time in
      let track = tracks[place]
      let mark = TextWidth.padded(track.isCurrent ? symbols.playing : "", to: TextWidth.cells(symbols.playing))
      let number = TextWidth.aligned(track.trackNumber.map(String.init) ?? "", to: numberWidth)
      let indent = String(repeating: "  ", count: min(4, level(of: track) - 1))
      let title = track.title.isEmpty ? "untitled" : track.title
      let line = "\(mark) \(number)  \(TextWidth.aligned(time, to: timeWidth))  \(indent)\(title)"
      return TextWidth.truncated(line, to: width, ellipsis: symbols.ellipsis)
    }
  }

  /// The level from 1, according to the contents numbers.
  private static func level(of track: TrackEntry) -> Int {
    (track.contentsNumber ?? "").count { $0 == "." } + 1
  }

  private static func json(place: Int, _ track: TrackEntry) -> JSON {
    .object([
      ("number", .int(track.trackNumber.map { Int64($0) })), ("place", .int(Int64(place + 1))),
      ("id", .string(track.id.text)),
      ("title", .string(track.title)), ("contentsNumber", .string(track.contentsNumber)),
      ("level", .int(Int64(level(of: track)))), ("length", .int(track.lengthMicroseconds)),
      ("lengthExact", .bool(track.isLengthExact)), ("current", .bool(track.isCurrent)),
    ])
  }
}
