import AloudAPI
import AloudClient
import ArgumentParser
import CommandOutput
import Documents
import EventLoop
import Glibc

struct StatusVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the text that is being read, the place, and the time left.",
    discussion: """
      FORMAT is text with fields in double braces, as in playerctl: {{status}} {{state}} {{reason}} {{title}} {{artist}} {{album}} \
      {{position}} {{length}} {{remaining}} {{rate}} {{volume}} {{loop}} {{shuffle}} {{order}} {{repeat}} {{sleep}} {{number}} \
      {{queue}} {{voice}}, of a book {{chapter}} {{chapters}} {{bookPosition}} {{bookLength}} {{bookRemaining}}, \
      any key of the metadata, and the functions duration, lc, uc, trunc, default, emoji, markup_escape, wpm, percent. \
      Example: aloud status -f '{{title}} {{duration(position)}}/{{about}}{{duration(length)}}'
      """)

  @Option(name: .shortAndLong, help: "The format of the output.")
  var format: String?

  @Flag(name: [.customShort("F"), .long], help: "Print again at every change, until Ctrl-C.")
  var follow = false

  @OptionGroup var output: OutputOptions

  /// Set for the command line without a verb: prints the help if nothing is being read.
  @Flag(name: .customLong("or-help"), help: .hidden)
  var orHelp = false

  func run(_ console: Console) async throws(Failure) {
    let template = try Template.typed(format)
    if follow { return try await Follower(template, json: output.json, console).run() }
    let status = try await Self.status(try Service())
    if orHelp, status.isIdle, !output.json, template == nil {
      console.print(status.lines(console.symbols, width: console.width).joined(separator: "\n"))
      return console.print("\n" + NarrowHelp.text(columns: console.width) { Aloud.helpMessage(columns: $0) })
    }
    console.printPainted(Self.text(status, template, json: output.json, console).joined(separator: "\n"))
  }

  /// The service's status; its kept state if it is not running; idle if no state is kept.
  @Core
  static func status(_ service: Service) async throws(Failure) -> Status {
    try await service.status() ?? KeptState.load()?.status ?? .idle
  }

  /// The printed text. Only the template's own text may contain control sequences.
  static func text(_ status: Status, _ template: Template?, json: Bool, _ console: Console) -> [String] {
    if json { return [status.json.text] }
    if let template { return [template.filled(with: status, symbols: console.symbols)] }
    return status.lines(console.symbols, width: console.width).map(Line.printable)
  }
}

/// Prints the status at every change; on a terminal in place. Does not start the service, and outlives it.
@Core
final class Follower {
  private let template: Template?
  private let json: Bool
  private let console: Console
  private var last: [String] = []

  init(_ template: Template?, json: Bool, _ console: Console) {
    self.template = template
    self.json = json
    self.console = console
  }

  func run() async throws(Failure) {
    let service = try Service()
    service.listen()
    service.listenToProperties()
    while true {
      try await show(service)
      switch await service.next() {
      case .appeared: try await service.ask(for: [.state, .progress, .utterance, .error], start: false)
      case .signal(let number):
        if number == SIGINT, console.isTerminal { console.print("") }
        throw .quiet(number == SIGINT ? .interrupted : .done)
      case .outputClosed: return
      case .disconnected: throw Failure.busEnded
      case .event, .changed, .vanished, .input, .elapsed: break
      }
    }
  }

  private func show(_ service: Service) async throws(Failure) {
    var lines = StatusVerb.text(try await StatusVerb.status(service), template, json: json, console)
    guard lines != last else { return }
    // Overwriting needs the number of rows, so the terminal must not wrap lines.
    if console.isMovable, !json, template == nil {
      lines = lines.map { TextWidth.truncated($0, to: console.width - 1, ellipsis: console.symbols.ellipsis) }
      let back = last.isEmpty ? "" : "\u{1B}[\(last.count)A\u{1B}[J"
      console.write(back + lines.joined(separator: "\n") + "\n")
    } else {
      console.printPainted(lines.joined(separator: "\n"))
    }
    last = lines
  }
}
