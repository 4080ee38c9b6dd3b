import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop

struct Chapters: Verb {
  static let configuration = CommandConfiguration(
    commandName: "chapters", abstract: "Show the chapters of the document that is being read.",
    discussion: """
      The numbers are places in the queue. 'aloud goto' takes a number, a title, or words of a title: \
      aloud goto mailing.
      """)

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    let tracks = try await Service().tracks() ?? KeptState.load()?.tracks ?? []
    let places = Self.places(tracks)
    if output.json {
      let chapters = places.enumerated().map { Self.json($0 + 1, place: $1, tracks[$1]) }
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

  /// One line per chapter: the mark of the current one, the place, the length and the title, indented by its level.
  static func lines(_ tracks: [TrackEntry], _ places: [Int], _ symbols: Symbols, width: Int) -> [String] {
    let times = places.map { place in
      tracks[place].lengthMicroseconds.map { (tracks[place].isLengthExact ? "" : symbols.about) + TimeText.clock($0) }
        ?? ""
    }
    let timeWidth = times.map { TextWidth.cells($0) }.max() ?? 0
    let numberWidth = String((places.last ?? 0) + 1).count
    return zip(places, times).map { place, time in
      let track = tracks[place]
      let mark = TextWidth.padded(track.isCurrent ? symbols.playing : "", to: TextWidth.cells(symbols.playing))
      let number = TextWidth.aligned(String(place + 1), to: numberWidth)
      let indent = String(repeating: "  ", count: min(4, level(of: track) - 1))
      let title = Queue.List.numbered(track.title.isEmpty ? "untitled" : track.title, track)
      let line = "\(mark) \(number)  \(TextWidth.aligned(time, to: timeWidth))  \(indent)\(title)"
      return TextWidth.truncated(line, to: width, ellipsis: symbols.ellipsis)
    }
  }

  /// The level from 1, according to the contents numbers.
  private static func level(of track: TrackEntry) -> Int {
    (track.contentsNumber ?? "").count { $0 == "." } + 1
  }

  private static func json(_ number: Int, place: Int, _ track: TrackEntry) -> JSON {
    .object([
      ("number", .int(Int64(number))), ("place", .int(Int64(place + 1))), ("id", .string(track.id.text)),
      ("title", .string(track.title)), ("contentsNumber", .string(track.contentsNumber)),
      ("level", .int(Int64(level(of: track)))), ("length", .int(track.lengthMicroseconds)),
      ("lengthExact", .bool(track.isLengthExact)), ("current", .bool(track.isCurrent)),
    ])
  }
}
