import AloudAPI
import AloudClient
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

    @Argument(help: "The bookmark's number, or words of its note or sentence.")
    var bookmark: [String]

    func run(_ console: Console) async throws(Failure) {
      let number = try await Marks.numbers([bookmark.joined(separator: " ")], task: "go to")[0]
      _ = try await Service().call(.goToBookmark(number), task: "go to bookmark \(number)")
    }
  }

  struct Remove: Verb {
    static let configuration = CommandConfiguration(
      commandName: "rm", abstract: "Remove bookmarks.", aliases: ["del", "delete", "remove"])

    @Argument(help: "The bookmarks' numbers, such as \(NumberRange.forms), or words of one note or sentence.")
    var bookmarks: [String]

    func run(_ console: Console) async throws(Failure) {
      let service = try Service()
      for number in try await Marks.numbers(bookmarks, task: "remove") {
        _ = try await service.call(.removeBookmark(number), task: "remove bookmark \(number)")
      }
    }
  }

  /// The numbers of the bookmarks that are meant, those of all documents among them.
  ///
  /// - Parameter task: `go to`.
  @Core
  private static func numbers(_ wanted: [String], task: String) async throws(Failure) -> [Int64] {
    // The service knows a number without the list.
    if wanted.count == 1, let number = Int64(wanted[0]), number > 0 { return [number] }
    let near = try await found(all: false).document
    let marks = try await found(all: true).marks
    return try search(marks, near: near, task: task).find(all: wanted).map { marks[$0].number }
  }

  /// Bookmarks as a list in which one is looked for.
  ///
  /// - Parameters:
  ///   - document: the id of the document whose bookmarks have priority; empty for none.
  ///   - task: `go to`.
  static func search(_ marks: [BookmarkEntry], near document: String, task: String) -> TitleSearch {
    TitleSearch(
      kind: "bookmark", list: "the list of bookmarks", task: { "\(task) bookmark '\($0)'" },
      absence: "no note and no sentence has that in it", cure: "aloud marks --all",
      choice: { "aloud marks \(task == "remove" ? "rm" : "go") \($0.map(String.init) ?? "NUMBER")" },
      entries: marks.map { mark in
        TitleSearch.Entry(
          number: mark.number, title: mark.note.isEmpty ? mark.sentence : mark.note, about: [mark.sentence],
          isNear: mark.document == document)
      })
  }

  /// The bookmarks, and the document that they belong to; empty: all documents.
  @Core
  static func found(all: Bool) async throws(Failure) -> (marks: [BookmarkEntry], document: String) {
    let service = try Service()
    let task = "list the bookmarks"
    guard let documents = try await Failure.translating(try await service.client.documents(task: task)) else {
      let kept = KeptState.load()
      let document = all ? "" : kept?.document ?? ""
      return (kept?.bookmarks(of: document) ?? [], document)
    }
    let document = all ? "" : documents.first { $0.isCurrent }?.id ?? ""
    return (try await Failure.translating(try await service.client.bookmarks(of: document, task: task)), document)
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
