import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import Configuration
import EventLoop
import Vocabulary

struct Play: Verb {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Start, or resume after a pause.",
    discussion: "Files are added to the queue first.")

  @Argument(help: "The files to add.")
  var files: [String] = []

  func run(_ console: Console) async throws(Failure) {
    if !files.isEmpty { try await Reading(files, SpeakOptions(), WaitArguments.none(), json: false, console).run() }
    _ = try await Service().call(.play, task: "play")
  }
}

extension WaitArguments {
  /// Does not wait.
  static func none() -> WaitArguments {
    guard let arguments = try? WaitArguments.parse([]) else { preconditionFailure("no argument is required") }
    return arguments
  }
}

struct Pause: Verb {
  static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pause, also inside a delay or gap.")

  @Option(help: ArgumentHelp("The place of the pause: now, word or sentence.", valueName: "place"))
  var at: String?

  func run(_ console: Console) async throws(Failure) {
    var point = PausePoint.immediate
    if let at, !["now", "immediate"].contains(at.lowercased()) {
      guard let named = PausePoint(rawValue: at.lowercased()) else {
        throw Failure(.usage, "cannot pause: '\(at)' is not a place to pause at", cure: "--at now, word or sentence")
      }
      point = named
    }
    _ = try await Service().call(.pause(point), task: "pause")
  }
}

struct Toggle: Verb {
  static let configuration = CommandConfiguration(commandName: "toggle", abstract: "Pause or play (play-pause).")

  func run(_ console: Console) async throws(Failure) {
    _ = try await Service().call(.toggle, task: "toggle")
  }
}

struct Stop: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stop, and keep the queue: play begins the current text again.")

  func run(_ console: Console) async throws(Failure) {
    _ = try await Service().call(.stop, task: "stop")
  }
}

struct Hush: Verb {
  static let configuration = CommandConfiguration(
    commandName: "hush", abstract: "Silence everything at once and empty the queue; interrupted texts do not resume.")

  func run(_ console: Console) async throws(Failure) {
    _ = try await Service().call(.hush, task: "hush")
  }
}

struct Clear: Verb {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Stop and empty the queue; 'queue clear' keeps the current text.")

  func run(_ console: Console) async throws(Failure) {
    let service = try Service()
    _ = try await service.call(.stop, task: "stop")
    // The method Clear keeps the current track. It has been stopped here and is removed separately, since a long queue
    // has more tracks than one call takes.
    _ = try await service.call(.clear, task: "empty the queue")
    let tracks = try await service.tracks() ?? []
    guard !tracks.isEmpty else { return }
    _ = try await service.call(.remove(tracks.map(\.id)), task: "empty the queue")
  }
}

struct Seek: Verb {
  static let configuration = CommandConfiguration(
    commandName: "seek", abstract: "Go to a place, or forward and back.",
    discussion: """
      PLACE is \(PositionArgument.forms), also 10+ and 10-; + or - alone skips by the interval of the configuration. In a \
      book, a percentage (37%) and a time with hours (1:02:03) refer to the whole book, minutes and seconds to the \
      chapter.
      """)

  @Argument(help: "The place.")
  var place: String

  @Flag(help: "The place is one of the whole book.")
  var book = false

  @Flag(help: "The place is one of the chapter.")
  var chapter = false

  @Flag(help: "The place is one of the recording that is studied, not of the exercise.")
  var recording = false

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    guard [book, chapter, recording].count(where: { $0 }) <= 1 else {
      throw Failure(
        .usage, "cannot go to '\(place)': '--book', '--chapter' and '--recording' contradict each other",
        cure: "one of them")
    }
    let scope: PositionScope? = book ? .document : chapter ? .track : recording ? .recording : nil
    try await Self.seek(to: place, of: scope, json: output.json, console)
  }

  /// Goes to a place and prints the new position.
  @Core
  static func seek(
    to place: String, of scope: PositionScope? = nil, json: Bool, _ console: Console
  ) async throws(Failure) {
    let task = "go to '\(place)'"
    if place == "+" || place == "-" {
      let service = try Service()
      // The service knows the distance, and answers after the move.
      _ = try await service.call(place == "+" ? .next(.skip) : .previous(.skip), task: task)
      return show(try await service.startedStatus().position, json: json, console)
    }
    guard let target = PositionArgument(place) else {
      throw Failure(.usage, "cannot \(task): that is not a place", cure: "aloud seek \(PositionArgument.forms)")
    }
    let service = try Service()
    let call: AloudCall =
      switch target {
      case .absolute(let position): .setPosition(microseconds: position, track: nil, of: scope ?? Self.scope(of: place))
      case .relative(let offset): .seek(byMicroseconds: offset)
      case .fraction(let fraction): .setPositionFraction(fraction, of: scope ?? .document)
      case .relativeFraction(let part):
        .setPositionFraction(try await share(part, of: scope ?? .document, service, task), of: scope ?? .document)
      }
    // The sentences before the place are divided first, which takes seconds in a text of many megabytes.
    let notice = Core.loop.schedule(after: .seconds(1)) {
      if Console.hasListener { Console.tell("looks for the place, which takes some seconds in a long text") }
    }
    defer { Core.loop.cancel(notice) }
    let answer = try await service.call(call, task: task)
    if let position = answer.first?.asMicroseconds { show(position, json: json, console) }
  }

  @Core
  private static func show(_ position: Microseconds, json: Bool, _ console: Console) {
    if json {
      console.print(JSON.answer([("position", .int(position))]).text)
    } else if console.isTerminal {
      console.print(TimeText.clock(position))
    }
  }

  /// A time with hours is a place in the whole book.
  static func scope(of place: String) -> PositionScope { place.count { $0 == ":" } == 2 ? .document : .track }

  @Core
  private static func share(
    _ part: Double, of scope: PositionScope, _ service: Service, _ task: String
  ) async throws(Failure) -> Double {
    let status = try await service.startedStatus()
    let ofBook = scope == .document ? status.bookFraction : nil
    guard let fraction = ofBook ?? status.fraction else {
      throw Failure(.failed, "cannot \(task): the length is not known yet", cure: "aloud seek +30")
    }
    return min(max(fraction + part, 0), 1)
  }
}

struct Position: Verb {
  static let configuration = CommandConfiguration(
    commandName: "position", abstract: "Show the position; with PLACE, the same as seek.",
    discussion: "Without PLACE, it prints seconds, as playerctl does, or a clock on a terminal. PLACE is as for seek.")

  @Argument(help: "The place: \(PositionArgument.forms).")
  var place: String?

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    if let place { return try await Seek.seek(to: place, json: output.json, console) }
    let status = try await StatusVerb.status(try Service())
    let members: [(String, JSON)] = [
      ("position", .int(status.position)), ("length", .int(status.length)),
      ("lengthExact", .bool(status.isLengthExact)),
    ]
    guard !status.isIdle else { return Idle.print(output.json, console, members) }
    if output.json {
      console.print(JSON.answer(members).text)
    } else {
      console.print(console.isTerminal ? status.time(console.symbols) : TimeText.seconds(status.position))
    }
  }
}

/// The answer of query verbs while nothing is being read.
enum Idle {
  /// - Parameter members: the verb's usual members.
  static func print(_ json: Bool, _ console: Console, _ members: [(String, JSON)]) {
    console.print(json ? JSON.answer(members).text : "idle")
  }
}
