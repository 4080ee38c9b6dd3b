import AloudAPI
import ArgumentParser
import CommandOutput
import Configuration
import EventLoop
import Glibc
import Vocabulary

struct Events: Verb {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Print events, one line each, until Ctrl-C.",
    discussion: """
      KIND is \(EventKind.words); without one, all are printed but progress, which comes twice a second. The command \
      does not start the service; it waits for it, also after the service has ended.
      """)

  @Argument(help: "The kinds of events.")
  var kinds: [String] = []

  @Flag(name: .long, help: "Add the text of words and sentences.")
  var text = false

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    let kinds = try Self.kinds(kinds)
    let service = try Service()
    service.listen()
    // The watch of the name reports first if the service is running.
    while true {
      switch await service.next() {
      case .appeared:
        try await service.ask(for: kinds, withText: text, start: false)
        print(EventText("service", [("running", .bool(true))], "running"), console)
      case .vanished: print(EventText("service", [("running", .bool(false))], "ended"), console)
      case .event(let event): print(EventText(event), console)
      case .signal(let number): throw .quiet(number == SIGINT ? .interrupted : .done)
      case .outputClosed: return
      case .disconnected: throw Failure.busEnded
      case .changed, .input, .elapsed: break
      }
    }
  }

  private func print(_ event: EventText, _ console: Console) {
    console.print(output.json ? event.json : event.line)
  }

  /// The kinds that are named; without names, those that tell of something that happens.
  static func kinds(_ names: [String]) throws(Failure) -> Set<EventKind> {
    var kinds: Set<EventKind> = []
    for name in names.flatMap({ $0.lowercased().split(separator: ",").map(String.init) }) {
      let singular = name.hasSuffix("s") ? String(name.dropLast()) : name
      guard let kind = EventKind(rawValue: name) ?? EventKind(rawValue: singular) else {
        let all = EventKind.allCases.map(\.rawValue)
        let meant = Suggestion.nearest(to: name, among: all)
        throw Failure(
          .usage, "cannot follow '\(name)': there is no such kind of event",
          cure: "aloud events \(meant ?? all.joined(separator: ", "))")
      }
      kinds.insert(kind)
    }
    return kinds.isEmpty ? Set(EventKind.allCases).subtracting([.progress]) : kinds
  }
}
