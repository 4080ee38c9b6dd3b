import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop

struct Mark: Verb {
  static let configuration = CommandConfiguration(
    commandName: "mark", abstract: "Set a bookmark at the sentence that is heard now.",
    discussion: """
      The bookmark stays with the document, even if its file is moved. A sentence has one bookmark: marked again, it \
      keeps its number and takes the new words. 'aloud marks' lists the bookmarks.
      """)

  @Argument(help: "A note for the bookmark.")
  var note: [String] = []

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    let task = "mark this place"
    let service = try Service()
    guard let answer = try await service.callIfRunning(.addBookmark(note: note.joined(separator: " ")), task: task)
    else {
      let status = try await StatusVerb.status(service)
      guard !status.isIdle else {
        throw Failure(.failed, "cannot \(task): nothing is being read", cure: "aloud read FILE")
      }
      throw Failure(
        .failed, "cannot \(task): '\(status.title)' is \(status.word), and the service does not run",
        cure: "aloud play, then aloud mark")
    }
    guard let mark = answer.first?.asVardict.flatMap(BookmarkEntry.init) else { return }
    if output.json {
      let isNew = mark.isNew.map { [("new", JSON.bool($0))] } ?? []
      console.print(JSON.answer(Marks.members(mark) + isNew).text)
    } else {
      console.print(Self.line(mark, console.symbols, width: console.width))
    }
  }

  /// The bookmark as in lists, marked if it existed already.
  static func line(_ mark: BookmarkEntry, _ symbols: Symbols, width: Int) -> String {
    let known = mark.isNew == false ? "marked already: " : ""
    return known + Marks.lines([mark], symbols, width: max(1, width - known.count))[0]
  }
}

struct Marks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marks", abstract: "Show the bookmarks, go to one, or remove some.",
    discussion: """
      They are those of the document that is being read. If there is none, or with --all, they are those of all documents.
      """,
    subcommands: [List.self, Go.self, Remove.self], defaultSubcommand: List.self)

  struct List: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show bookmarks.", aliases: ["ls"])

    @Flag(help: "Show the bookmarks of all documents.")
    var all = false

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let (marks, document) = try await Marks.found(all: all)
      if output.json {
        return console.print(JSON.answer([("bookmarks", .array(marks.map { .object(Marks.members($0)) }))]).text)
      }
      guard !marks.isEmpty else {
        return console.print(
          "there are no bookmarks\(document.isEmpty ? "" : " in this document"); make one: aloud mark")
      }
      var title = ""
      for (mark, line) in zip(marks, Marks.lines(marks, console.symbols, width: console.width)) {
        if document.isEmpty, mark.title != title { console.printPainted(console.bold(mark.title)) }
        title = mark.title
        console.print(line)
      }
    }
  }

  struct Go: Verb {
    static let configuration = CommandConfiguration(
      commandName: "go", abstract: "Go to a bookmark, and open its document if necessary.", aliases: ["goto"])

    @Argument(help: "The bookmark's number.")
    var number: Int64

    func run(_ console: Console) async throws(Failure) {
      _ = try await Service().call(.goToBookmark(number), task: "go to bookmark \(number)")
    }
  }

  struct Remove: Verb {
    static let configuration = CommandConfiguration(
      commandName: "rm", abstract: "Remove bookmarks.", aliases: ["del", "delete", "remove"])

    @Argument(help: "The bookmarks' numbers, such as 3 or 2-4.")
    var numbers: [String]

    func run(_ console: Console) async throws(Failure) {
      let service = try Service()
      var chosen: [Int64] = []
      for text in numbers {
        if let number = Int64(text), number > 0 {
          chosen.append(number)
        } else {
          chosen += try Self.range(text, among: try await Marks.found(all: true).marks.map(\.number))
        }
      }
      var removed: Set<Int64> = []
      for number in chosen where removed.insert(number).inserted {
        _ = try await service.call(.removeBookmark(number), task: "remove bookmark \(number)")
      }
    }

    /// The existing numbers within `3-4` or `3-`. Those of one document may have gaps.
    static func range(_ text: String, among numbers: [Int64]) throws(Failure) -> [Int64] {
      let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      let first = Int64(ends[0])
      let last = ends.count < 2 ? nil : ends[1].isEmpty ? Int64.max : Int64(ends[1])
      guard let first, let last, first >= 1, last >= first else {
        throw Failure(
          .usage, "cannot remove bookmark '\(text)': that is not a number", cure: "aloud marks rm 3, or 2-4")
      }
      let chosen = numbers.filter { (first...last).contains($0) }
      guard !chosen.isEmpty else {
        throw Failure(
          .usage, "cannot remove bookmarks \(text): there is none of these numbers", cure: "aloud marks --all")
      }
      return chosen
    }
  }

  /// The bookmarks, and the document that they belong to; empty: all documents.
  @Core
  static func found(all: Bool) async throws(Failure) -> (marks: [BookmarkEntry], document: String) {
    let service = try Service()
    let task = "list the bookmarks"
    guard let answer = try await service.callIfRunning(.listDocuments, task: task) else {
      let kept = KeptState.load()
      let document = all ? "" : kept?.document ?? ""
      return (kept?.bookmarks(of: document) ?? [], document)
    }
    let documents = (answer.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(LibraryEntry.init) }
    let document = all ? "" : documents.first { $0.isCurrent }?.id ?? ""
    let marks = try await service.call(.listBookmarks(document: document), task: task)
    return ((marks.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(BookmarkEntry.init) }, document)
  }

  /// One line per bookmark: its number, its place, and the sentence with the listener's note.
  static func lines(_ marks: [BookmarkEntry], _ symbols: Symbols, width: Int) -> [String] {
    let numberWidth = marks.map { String($0.number).count }.max() ?? 0
    let places = marks.map { "ch. \($0.chapter + 1), \(TimeText.clock($0.positionMicroseconds))" }
    let placeWidth = places.map(\.count).max() ?? 0
    return zip(marks, places).map { mark, place in
      let words = mark.note.isEmpty ? mark.sentence : "\(mark.note) - \(mark.sentence)"
      let number = TextWidth.aligned(String(mark.number), to: numberWidth)
      let line = "\(number)  \(TextWidth.aligned(place, to: placeWidth))  \(words)"
      return TextWidth.truncated(line, to: width, ellipsis: symbols.ellipsis)
    }
  }

  static func members(_ mark: BookmarkEntry) -> [(String, JSON)] {
    [
      ("number", .int(mark.number)), ("document", .string(mark.document)), ("title", .string(mark.title)),
      ("chapter", .int(Int64(mark.chapter + 1))), ("position", .int(mark.positionMicroseconds)),
      ("sentence", .string(mark.sentence)), ("note", .string(mark.note.isEmpty ? nil : mark.note)),
      ("created", .int(mark.created)),
    ]
  }
}
