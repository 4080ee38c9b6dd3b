import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop
import Vocabulary

struct LibraryVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library", abstract: "Show the documents that were heard, or resume one.",
    discussion: """
      Each document keeps its place, its speed and its bookmarks, even if its file is moved. A document is in the \
      library from its first word that was heard on; the disk is not searched. What is studied (aloud learn) stands \
      behind the others, under a line of its own. A document is named by its number or by \
      words of its title: aloud library read kitchen.
      """,
    subcommands: [List.self, Open.self, Forget.self], defaultSubcommand: List.self)

  struct List: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List documents.", aliases: ["ls"])

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let documents = try await Service().documents()
      if output.json {
        let names = LibraryNames.of(documents)
        let rows = documents.enumerated().map { LibraryVerb.json($0, $1, name: names[$0]) }
        return console.print(JSON.answer([("documents", .array(rows))]).text)
      }
      guard !documents.isEmpty else {
        return console.print("the library is empty; open a document: aloud read FILE")
      }
      for line in LibraryVerb.lines(documents, console.symbols, width: console.width) { console.print(line) }
    }
  }

  struct Open: Verb {
    static let configuration = CommandConfiguration(
      commandName: "read", abstract: "Resume a document.", aliases: ["open", "play", "go"])

    @Argument(help: "The document's number in the list, its title, or words of the title.")
    var document: [String]

    func run(_ console: Console) async throws(Failure) {
      let service = try Service()
      let documents = try await service.documents()
      let index = try LibraryNames.search(documents).find(document.joined(separator: " "))
      try await LibraryVerb.read(documents[index], service)
    }
  }

  struct Forget: Verb {
    static let configuration = CommandConfiguration(
      commandName: "rm", abstract: "Remove documents with their places and bookmarks, but not their files.",
      aliases: ["del", "delete", "remove", "forget"])

    @Argument(help: "Numbers of the list such as \(NumberRange.forms), or words of one title.")
    var documents: [String]

    func run(_ console: Console) async throws(Failure) {
      let service = try Service()
      let all = try await service.documents()
      for index in try LibraryNames.search(all).find(all: documents) {
        _ = try await service.call(.forgetDocument(all[index].id), task: "forget '\(all[index].title)'")
      }
    }
  }

  /// Opens a document at its kept place, at once.
  @Core
  static func read(_ document: LibraryEntry, _ service: Service) async throws(Failure) {
    let task = "read '\(document.title)'"
    let answer: [BusValue]
    do throws(Failure) {
      answer = try await service.call(.openDocument(document.id, SpeakOptions(request: .read)), task: task)
    } catch {
      guard error.apiCode == .noSuchFile else { throw error }
      throw Failure(
        error.status, error.message, cure: "aloud read NEWPATH (its place and bookmarks are kept)")
    }
    if let track = answer.first?.asObjectPath { try await service.tellPlace(of: track, isNamed: true) }
    try await service.checkSound(task: task)
  }

  /// One line per document: its number, the part that was heard, the remaining time, and its title. Those that are
  /// studied come last, under a heading.
  static func lines(_ documents: [LibraryEntry], _ symbols: Symbols, width: Int) -> [String] {
    let facts = documents.map { ($0.progress, $0.remaining(symbols)) }
    let names = LibraryNames.of(documents)
    let numberWidth = String(documents.count).count
    let widths = (facts.map { TextWidth.cells($0.0) }.max() ?? 0, facts.map { TextWidth.cells($0.1) }.max() ?? 0)
    func line(_ index: Int) -> String {
      let document = documents[index]
      let mark = TextWidth.padded(document.isCurrent ? symbols.playing : "", to: TextWidth.cells(symbols.playing))
      let number = TextWidth.aligned(String(index + 1), to: numberWidth)
      let progress = TextWidth.aligned(facts[index].0, to: widths.0)
      let rest = TextWidth.aligned(facts[index].1, to: widths.1)
      let line = "\(mark) \(number)  \(progress)  \(rest)  \(names[index])"
      return TextWidth.truncated(line, to: width, ellipsis: symbols.ellipsis)
    }
    let studied = documents.indices.filter { documents[$0].isStudied }
    let others = documents.indices.filter { !documents[$0].isStudied }.map(line)
    return others + (studied.isEmpty ? [] : ["Studied:"] + studied.map(line))
  }

  /// - Parameter name: the name of the document in lists.
  static func json(_ index: Int, _ document: LibraryEntry, name: String) -> JSON {
    .object([
      ("number", .int(Int64(index + 1))), ("id", .string(document.id)), ("title", .string(document.title)),
      ("name", .string(name)),
      ("artists", .array(document.artists.map { .string($0) })), ("kind", .string(document.kind)),
      ("language", .string(document.language.isEmpty ? nil : document.language)), ("url", .string(document.uri)),
      ("artUrl", .string(document.artURL)), ("added", .int(document.added)), ("opened", .int(document.opened)),
      ("heard", .int(document.heard)), ("finished", .int(document.finished)),
      ("chapter", .int(Int64(document.chapter + 1))), ("chapters", .int(Int64(document.chapters))),
      ("position", .int(document.positionMicroseconds)), ("length", .int(document.lengthMicroseconds)),
      ("lengthExact", .bool(document.isLengthExact)), ("bookmarks", .int(Int64(document.bookmarks))),
      ("current", .bool(document.isCurrent)), ("studied", .bool(document.isStudied)),
    ])
  }
}

extension LibraryEntry {
  /// `24%`, `heard`, or `new`.
  var progress: String {
    if finished != nil { return "heard" }
    guard heard != nil else { return "new" }
    guard let length = lengthMicroseconds, length > 0 else { return "" }
    let part = Double(positionMicroseconds) / Double(length)
    return "\(Int(min(max(part, 0), 1) * 100))%"
  }

  /// The remaining time: `6:58:56`, `≈12:00`.
  func remaining(_ symbols: Symbols) -> String {
    guard finished == nil, let length = lengthMicroseconds else { return "" }
    return (isLengthExact ? "" : symbols.about) + TimeText.clock(max(0, length - positionMicroseconds))
  }
}

extension Service {
  /// The library.
  func documents() async throws(Failure) -> [LibraryEntry] {
    let answer = try await call(.listDocuments, task: "list the library")
    return (answer.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(LibraryEntry.init) }
  }
}
