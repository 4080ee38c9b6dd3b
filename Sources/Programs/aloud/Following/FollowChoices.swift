import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import EventLoop
import Pager
import Vocabulary

/// The lists of the display, and the effects of their entries.
@Core
final class FollowChoices {
  /// A list, with the effect of each entry.
  struct List: Equatable {
    var choice: ChoiceList
    var actions: [Action]
    /// The message for a list without entries.
    var emptiness = ""

    init(_ title: String, _ entries: [(ChoiceList.Entry, Action)], selected: Int = 0, emptiness: String = "") {
      choice = ChoiceList(title: title, entries: entries.map(\.0), selected: selected)
      actions = entries.map(\.1)
      self.emptiness = emptiness
    }
  }

  typealias Action = ReadingChoice

  private let service: Service

  init(_ service: Service) { self.service = service }

  /// Returns the list for a key; `nil` if the list needs a service and none runs.
  func list(_ choice: KeyCommand.Choice, _ status: Status) async throws(Failure) -> List? {
    switch choice {
    case .chapters: try await chapters()
    case .bookmarks: try await bookmarks()
    case .library: try await library(most: .max)
    case .sleep: Self.sleep
    case .volume: Self.volume(status.volume)
    case .repetition: Self.repetition(status.repeated)
    }
  }

  // MARK: What there is

  /// Returns the chapters of the book; if there is no book, the queue.
  private func chapters() async throws(Failure) -> List? {
    guard let queue = try await service.tracks() else { return nil }
    let document = queue.first(where: \.isCurrent)?.document
    let tracks = queue.filter { document == nil || $0.document == document }
    let entries = tracks.map { track in
      let about = track.isLengthExact ? "" : Console.standard.symbols.about
      let time = track.lengthMicroseconds.map { about + TimeText.clock($0) } ?? ""
      return (
        ChoiceList.Entry(label: track.title.isEmpty ? "untitled" : track.title, detail: time), Action.goTo(track.id)
      )
    }
    return List(
      document == nil ? "Queue" : "Chapters", entries, selected: tracks.firstIndex(where: \.isCurrent) ?? 0,
      emptiness: "nothing is being read")
  }

  private func bookmarks() async throws(Failure) -> List? {
    let task = "list the bookmarks"
    guard let documents = try await Failure.translating(try await service.client.documents(task: task)) else {
      return nil
    }
    let document = documents.first { $0.isCurrent }?.id ?? ""
    let marks = try await Failure.translating(try await service.client.bookmarks(of: document, task: task))
    let entries = marks.map { mark in
      let label = [document.isEmpty ? mark.title : "", mark.note, mark.sentence].filter { !$0.isEmpty }
      let time = TimeText.clock(mark.positionMicroseconds)
      return (ChoiceList.Entry(label: label.joined(separator: " · "), detail: time), Action.bookmark(mark.number))
    }
    return List(
      document.isEmpty ? "Bookmarks" : "Bookmarks of this document", entries,
      emptiness: "there are no bookmarks; m makes one")
  }

  /// Returns the last read documents. If no service runs, they come from the stored state, and the service is not
  /// started.
  func library(most: Int = 9) async throws(Failure) -> List? {
    let listed = try await Failure.translating(try await service.client.documents())
    let documents = listed ?? KeptState.load()?.library ?? []
    let symbols = Console.standard.symbols
    let entries = zip(documents, LibraryNames.of(documents)).prefix(most).map { document, name in
      let facts = [document.progress, document.remaining(symbols)].filter { !$0.isEmpty }
      return (ChoiceList.Entry(label: name, detail: facts.joined(separator: "  ")), Action.open(document))
    }
    return List(
      most < .max ? "Go on with" : "Library", entries,
      emptiness: "the library is empty; open a document: aloud read FILE")
  }

  private static let sleep: List = {
    let minutes = [5, 10, 15, 20, 30, 45, 60, 90].map { minutes in
      (ChoiceList.Entry(label: "in \(minutes) minutes"), Action.sleep(.time, Int64(minutes) * 60_000_000))
    }
    return List(
      "Sleep timer",
      [
        (ChoiceList.Entry(label: "off"), .sleep(.off, 0)),
        (ChoiceList.Entry(label: "at the end of the sentence"), .sleep(.sentence, 1)),
        (ChoiceList.Entry(label: "at the end of the paragraph"), .sleep(.paragraph, 1)),
        (ChoiceList.Entry(label: "at the end of the chapter"), .sleep(.chapter, 1)),
        (ChoiceList.Entry(label: "after two chapters"), .sleep(.chapter, 2)),
      ] + minutes)
  }()

  private static func volume(_ current: Double) -> List {
    let steps = stride(from: 100, through: 0, by: -10).map { percent in
      (ChoiceList.Entry(label: "\(percent)%"), Action.volume(Double(percent) / 100))
    }
    let nearest = steps.indices.min {
      abs(100 - 10 * $0 - Int(current * 100)) < abs(100 - 10 * $1 - Int(current * 100))
    }
    return List("Volume", steps, selected: nearest ?? 0)
  }

  private static func repetition(_ current: String) -> List {
    let words: [(String, RepeatMode)] = [
      ("nothing", .off), ("the sentence", .sentence), ("the paragraph", .paragraph), ("the chapter", .chapter),
      ("a part: it begins here", .a), ("a part: it ends here", .b),
    ]
    return List(
      "Repeat", words.map { (ChoiceList.Entry(label: $0.0), .repetition($0.1)) },
      selected: words.firstIndex { $0.1.rawValue == current } ?? 0)
  }

  // MARK: What is done with it

  /// - Returns: the message for the user; `nil` if the effect is message enough.
  func perform(_ action: Action) async throws(Failure) -> String? {
    do throws(ClientFailure) {
      try await action.perform(on: service.client)
      return nil
    } catch {
      guard !error.isWithoutService else { throw Failure(error) }
      return Failure(error).message
    }
  }
}
