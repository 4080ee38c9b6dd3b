import AloudAPI
import AloudClient
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop
import Vocabulary

struct Queue: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "Show or change the queue.",
    discussion: "Places in the queue are counted from 1, as 'queue list' shows them.",
    subcommands: [List.self, Add.self, Insert.self, Delete.self, Move.self, GoTo.self, Clear.self, Shuffle.self],
    defaultSubcommand: List.self)

  struct List: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the queue.", aliases: ["ls"])

    @Flag(help: "Show all of a long queue, also on a terminal, which otherwise shows the part around the current text.")
    var all = false

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let tracks = try await Service().tracks() ?? KeptState.load()?.tracks ?? []
      if output.json {
        return console.print(JSON.answer([("tracks", .array(tracks.enumerated().map(Self.json)))]).text)
      }
      guard !tracks.isEmpty else {
        return console.print("the queue is empty; fill it: aloud say TEXT, aloud read FILE")
      }
      let shown = QueueWindow(tracks, rows: all || !console.isTerminal ? .max : console.size.rows)
      if let heading = shown.heading { console.print(heading) }
      for line in Self.lines(tracks, shown.places, console.symbols, width: console.width) { console.print(line) }
    }

    /// - Parameter places: the places to show, from 0. The columns are wide enough for the whole list.
    static func lines(_ tracks: [TrackEntry], _ places: Range<Int>, _ symbols: Symbols, width: Int) -> [String] {
      let times = tracks.map { track in
        track.lengthMicroseconds.map { (track.isLengthExact ? "" : symbols.about) + TimeText.clock($0) } ?? ""
      }
      let timeWidth = times.map { TextWidth.cells($0) }.max() ?? 0
      let numberWidth = String(tracks.count).count
      let markWidth = TextWidth.cells(symbols.playing)
      return places.flatMap { index -> [String] in
        let track = tracks[index]
        let number = TextWidth.aligned(String(index + 1), to: numberWidth)
        let mark = TextWidth.padded(track.isCurrent ? symbols.playing : "", to: markWidth)
        let time = TextWidth.aligned(times[index], to: timeWidth)
        // The chapters of a book are listed under its name.
        let book = bookName(track)
        let title = track.title.isEmpty ? "untitled" : track.title
        let name = book == nil ? ([title] + track.artists).joined(separator: " - ") : title
        let line = "\(mark) \(number)  \(time)  \(name)"
        var lines = [line]
        if let book, index == places.lowerBound || tracks[index - 1].document != track.document {
          lines.insert(book, at: 0)
        }
        return lines.map { TextWidth.truncated($0, to: width, ellipsis: symbols.ellipsis) }
      }
    }

    /// The name of a chapter's book; `nil` for a single text.
    static func bookName(_ track: TrackEntry) -> String? {
      guard track.document != nil, track.trackNumber != nil, let album = track.album else { return nil }
      return ([album] + track.artists).joined(separator: " - ")
    }

    private static func json(_ index: Int, _ track: TrackEntry) -> JSON {
      .object([
        ("number", .int(Int64(index + 1))), ("id", .string(track.id.text)), ("title", .string(track.title)),
        ("artists", .array(track.artists.map { .string($0) })), ("album", .string(track.album)),
        ("url", .string(track.url)), ("language", .string(track.language)),
        ("document", .string(track.document?.text)), ("trackNumber", .int(track.trackNumber.map { Int64($0) })),
        ("contentsNumber", .string(track.contentsNumber)), ("length", .int(track.lengthMicroseconds)),
        ("lengthExact", .bool(track.isLengthExact)), ("position", .int(track.positionMicroseconds)),
        ("state", .string(track.state)), ("current", .bool(track.isCurrent)),
      ])
    }
  }

  struct Add: Verb {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add files to the end of the queue.")

    @Argument(help: "The files; '-' is standard input.")
    var files: [String]

    func run(_ console: Console) async throws(Failure) {
      try await Queue.add(files, .queue, console)
    }
  }

  struct Insert: Verb {
    static let configuration = CommandConfiguration(
      commandName: "insert", abstract: "Insert files directly after the current text.")

    @Argument(help: "The files; '-' is standard input.")
    var files: [String]

    func run(_ console: Console) async throws(Failure) {
      try await Queue.add(files, .next, console)
    }
  }

  struct Delete: Verb {
    static let configuration = CommandConfiguration(
      commandName: "del", abstract: "Remove texts from the queue.", aliases: ["delete", "rm", "remove"])

    @Argument(help: "Places such as \(NumberRange.forms), or words of one title; 0 is the current one.")
    var places: [String]

    func run(_ console: Console) async throws(Failure) {
      let service = try Service()
      let tracks = try await service.tracks() ?? []
      var chosen: Set<Int> = []
      let places = places.allSatisfy(NumberRange.isMeant) ? places : [places.joined(separator: " ")]
      for place in places { chosen.formUnion(try Queue.indices(place, in: tracks)) }
      _ = try await service.call(.remove(chosen.sorted().map { tracks[$0].id }), task: "remove it from the queue")
    }
  }

  struct Move: Verb {
    static let configuration = CommandConfiguration(
      commandName: "mv", abstract: "Move a text to another place.", aliases: ["move"])

    @Argument(help: "The text's place, or words of its title.")
    var from: String

    @Argument(help: "The new place.")
    var to: String

    func run(_ console: Console) async throws(Failure) {
      let service = try Service()
      let tracks = try await service.tracks() ?? []
      let source = try Queue.indices(from, in: tracks)
      let target = try Queue.indices(to, in: tracks)
      guard source.count == 1, target.count == 1 else {
        throw Failure(.usage, "cannot move '\(from)' to '\(to)': each must be one place", cure: "aloud queue mv 3 1")
      }
      let call = AloudCall.move(tracks[source.lowerBound].id, index: UInt32(target.lowerBound))
      _ = try await service.call(call, task: "move '\(from)' to '\(to)'")
    }
  }

  struct GoTo: Verb {
    static let configuration = CommandConfiguration(
      commandName: "goto", abstract: "Go to a text of the queue, by its place or its title.")

    @Argument(help: "The text's place, its title, or words of the title.")
    var place: [String]

    func run(_ console: Console) async throws(Failure) {
      let service = try Service()
      let tracks = try await service.tracks() ?? []
      try await service.go(to: place.joined(separator: " "), by: TitleSearch.queue(tracks), in: tracks)
    }
  }

  struct Clear: Verb {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Remove every waiting text from the queue; the current text goes on.",
      aliases: ["crop"])

    func run(_ console: Console) async throws(Failure) {
      _ = try await Service().call(.clear, task: "empty the queue")
    }
  }

  struct Shuffle: Verb {
    static let configuration = CommandConfiguration(commandName: "shuffle", abstract: "Shuffle the queue now.")

    func run(_ console: Console) async throws(Failure) {
      try await Service().set(.shuffle, to: .string(ShuffleMode.once.rawValue), task: "shuffle the queue")
    }
  }

  @Core
  private static func add(_ files: [String], _ place: WhenBusy, _ console: Console) async throws(Failure) {
    try await Reading(
      files, SpeakOptions(whenBusy: place), WaitArguments.none(), json: false,
      cure: "aloud queue goto reads it at once", console
    ).run()
  }

  /// The places in the queue, from 0, that a number, a range or the words of one title name.
  static func indices(_ place: String, in tracks: [TrackEntry]) throws(Failure) -> ClosedRange<Int> {
    if place == "0", let current = tracks.firstIndex(where: \.isCurrent) { return current...current }
    if let indices = NumberRange.places(place, count: tracks.count) { return indices }
    guard NumberRange.isMeant(place), !tracks.contains(where: { $0.title == place }) else {
      let index = try TitleSearch.queue(tracks).find(place)
      return index...index
    }
    let reason = tracks.isEmpty ? "the queue is empty" : "the queue has the places 1 to \(tracks.count)"
    throw Failure(.usage, "cannot find '\(place)' in the queue: \(reason)", cure: "aloud queue")
  }
}
