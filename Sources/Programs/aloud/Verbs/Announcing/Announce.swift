import AloudAPI
import AloudClient
import ArgumentParser
import BusValues
import CommandOutput
import Configuration
import Documents
import EventLoop
import Glibc
import Vocabulary

struct Announce: Verb {
  static let configuration = CommandConfiguration(
    commandName: "announce", abstract: "Speak a short message beside the reading.",
    discussion: """
      The reading steps aside for the message and goes on at its word; a recording is lowered. A message is no part of \
      the queue, and nothing shows it. Messages are spoken one after the other, and none is cut by the next.

      Without TEXT, or for -, it reads standard input: all of it is one message, and of a pipe that is still written each \
      line is one, as soon as it ends.

      With --clip, sound files and texts are one message, in the order of the command line. A message with --replace KEY \
      takes the place of an earlier one with that key. PRIORITY is \(AnnouncementPriority.words), as in spd-say; it \
      counts only among messages that have one.
      """)

  @Argument(help: "The text; several arguments are joined by spaces. '-' is standard input.")
  var text: [String] = []

  @Option(
    name: [.customShort("P"), .long],
    help: ArgumentHelp("The priority: \(AnnouncementPriority.words).", valueName: "priority"))
  var priority: String?

  @Flag(help: "Speak it before all that waits.")
  var critical = false

  @OptionGroup var clips: ClipArguments

  @Option(help: ArgumentHelp("Take the place of an earlier message with this key.", valueName: "key"))
  var replace: String?

  @Option(
    name: .customLong("max"),
    help: ArgumentHelp("The longest time that it is heard: 30s, 2m; it ends with a sentence.", valueName: "time"))
  var limit: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The name of the program that announces, for lists and keys.", valueName: "name"))
  var app: String = "aloud"

  @OptionGroup var voices: VoiceArguments

  @OptionGroup var sound: SoundArguments

  @Flag(name: .shortAndLong, help: "Wait until it was heard: exit code 0, or 7 if it was not, or not to its end.")
  var wait = false

  @Flag(help: "Wait, and print what becomes of it and each word as it is heard, one line each, as 'aloud events' does.")
  var events = false

  @Flag(name: .shortAndLong, help: "Print the number of the message.")
  var printID = false

  @OptionGroup var output: OutputOptions

  private static let task = "announce it"

  func run(_ console: Console) async throws(Failure) {
    if try await voices.list(json: output.json, console) { return }
    let options = try options()
    let parts: OpenedParts
    switch try input() {
    case .message(let opened): parts = opened
    case .lines(let first): return try await announceLines(first, options, console)
    }
    defer { parts.close() }
    let service = try Service()
    if isAttended {
      service.listen()
      try await service.ask(for: [.announcement], start: true)
    }
    try await announce(parts, options, service, console)
  }

  /// Announces each line of a pipe that is being written, when it ends.
  @Core
  private func announceLines(_ first: [UInt8], _ options: AnnounceOptions, _ console: Console) async throws(Failure) {
    let service = try Service()
    var rest = first[...]
    while true {
      while let end = rest.firstIndex(of: 0x0A) {
        try await announce(line: rest[..<end], options, service, console)
        rest = rest[(end + 1)...]
      }
      guard let more = try StandardInput.next() else { break }
      rest = (rest + more)[...]
      guard rest.count <= TextInput.longest else {
        throw Failure(
          .unsupported, "cannot \(Self.task): a line is longer than 64 KiB", cure: "fold -s -w 1000 | aloud announce")
      }
    }
    try await announce(line: rest, options, service, console)
  }

  @Core
  private func announce(
    line: ArraySlice<UInt8>, _ options: AnnounceOptions, _ service: Service, _ console: Console
  ) async throws(Failure) {
    guard line.contains(where: { $0 > 0x20 }) else { return }
    try await announce(
      OpenedParts([.text(FileName.text(Array(line)))], task: Self.task), options, service, console)
  }

  @Core
  private func announce(
    _ parts: OpenedParts, _ options: AnnounceOptions, _ service: Service, _ console: Console
  ) async throws(Failure) {
    let answer = try await service.call(
      .announce(parts.parts, options), descriptors: parts.descriptors, task: Self.task)
    guard let number = answer.first?.asUInt64 else {
      throw Failure(ClientFailure(task: Self.task, .strangeAnswer("a number")))
    }
    if output.json {
      console.print(JSON.answer([("announcement", .int(Int64(clamping: number)))]).text)
    } else if printID {
      console.print("\(number)")
    }
    await PitchRemark.tell(ofAnnouncement: options.speech, service)
    if isAttended { try await attend(number, Self.text(of: parts.parts), service, console) }
  }

  private func options() throws(Failure) -> AnnounceOptions {
    var options = AnnounceOptions()
    func wrong(_ name: String, _ value: String, _ forms: String) -> Failure {
      Failure(.usage, "cannot \(Self.task): '\(value)' is not a \(name)", cure: forms)
    }
    options.speech = voices.options
    try sound.apply(to: &options.speech, task: Self.task)
    if let priority {
      guard let value = AnnouncementPriority(rawValue: priority.lowercased()) else {
        throw wrong("priority", priority, "--priority \(AnnouncementPriority.words)")
      }
      options.priority = value
    }
    if let limit {
      guard let value = DurationText.parse(limit), value > .zero, value <= AnnounceOptions.longestLimit else {
        throw wrong("time", limit, "--max 30s or 2m, at most 1h")
      }
      options.limit = value
    }
    options.urgency = critical ? .critical : .normal
    options.replaceKey = replace
    options.application = app
    options.words = events
    return options
  }

  /// The text and clips to announce.
  private enum Input {
    case message(OpenedParts)
    /// The beginning of a pipe that is being written.
    case lines([UInt8])
  }

  private func input() throws(Failure) -> Input {
    guard text == ["-"] || (text.isEmpty && clips.files.isEmpty) else {
      return .message(try OpenedParts(clips.parts(with: text), task: Self.task))
    }
    guard text == ["-"] || !StandardInput.isTerminal else {
      throw Failure(
        .usage, "cannot \(Self.task): there is no text", cure: "aloud announce TEXT, or COMMAND | aloud announce")
    }
    guard clips.files.isEmpty else {
      throw Failure(
        .usage, "cannot \(Self.task): clips stand beside texts of the command line, not beside a pipe",
        cure: "aloud announce --clip FILE TEXT")
    }
    // A caller that waits for the message gives all of it first.
    switch try StandardInput.read(allowsLive: !isAttended) {
    case .whole(let bytes): return .message(try OpenedParts([.text(FileName.text(bytes))], task: Self.task))
    case .live(let first): return .lines(first)
    }
  }

  /// True if the command stays until the message has ended.
  private var isAttended: Bool { wait || events }

  /// The text in which the words have their places; `nil` if it has clips in it.
  private static func text(of parts: [SpeechPart]) -> [UInt8]? {
    var texts: [String] = []
    for part in parts {
      guard case .text(let text) = part else { return nil }
      texts.append(text)
    }
    return Array(PrintedText.cleaned(texts.joined(separator: "\n\n")).utf8)
  }

  /// Returns when the message was heard.
  ///
  /// - Parameter text: the text in which the words have their places; `nil` if it is not known.
  /// - Throws: `cancelled` if it was not heard to its end.
  @Core
  private func attend(
    _ number: UInt64, _ text: [UInt8]?, _ service: Service, _ console: Console
  ) async throws(Failure) {
    func print(_ event: EventText) {
      if events { console.print(output.json ? event.json : event.line) }
    }
    while true {
      switch await service.next() {
      case .event(.announcementWord(let word)) where word.id == number:
        let place = word.range.utf8.range
        let said = text.flatMap { place.upperBound <= $0.count ? String(decoding: $0[place], as: UTF8.self) : nil }
        print(EventText(word, text: said))
      case .event(.announcement(let news)) where news.id == number:
        print(EventText(.announcement(news)))
        switch AnnouncementSignal.News(rawValue: news.event) {
        case .finished: return
        case .cut, .replaced, .dropped, .summed:
          let reason = news.reason.map { " (\($0))" } ?? ""
          throw Failure(.cancelled, "it was not heard to its end: \(news.event)\(reason)")
        case .queued, .started, nil: break
        }
      case .signal(let signal) where signal != SIGWINCH:
        _ = try? await service.callIfRunning(.cancelAnnouncements(number), task: Self.task)
        throw .quiet(signal == SIGINT ? .interrupted : .failed)
      case .vanished: throw Failure(.noService, "cannot go on: the service ended", cure: "aloud doctor")
      case .disconnected: throw Failure.busEnded
      default: break
      }
    }
  }
}
