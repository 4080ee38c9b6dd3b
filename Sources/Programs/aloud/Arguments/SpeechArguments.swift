import AloudAPI
import ArgumentParser
import CommandOutput
import Configuration
import Vocabulary

/// The options of `say`, `read` and `queue add` for the voice of a text and its place in the queue.
struct SpeechArguments: ParsableArguments {
  @OptionGroup var voices: VoiceArguments

  @OptionGroup var sound: SoundArguments

  @Option(
    name: [.customLong("delay"), .customLong("leading-delay")],
    help: ArgumentHelp("Silence before the text: 5s, 300ms or seconds.", valueName: "time"))
  var delay: String?

  @Option(help: ArgumentHelp("Silence after the text: 5s, 300ms or seconds.", valueName: "time"))
  var trailingDelay: String?

  @Option(help: "The title that desktops show.")
  var title: String?

  @Option(help: "The author; may be given several times.")
  var artist: [String] = []

  @Option(help: "The book or collection to which the text belongs.")
  var album: String?

  @Flag(help: "Read the text at once, even before texts that were said earlier; the interrupted text resumes after it.")
  var now = false

  @Flag(name: .shortAndLong, help: "Read the text after the current one.")
  var next = false

  @Flag(help: "Read the text after everything in the queue.")
  var queue = false

  @Option(
    help: ArgumentHelp(
      "The place of the text if something is being read: \(WhenBusy.choices).", valueName: "policy"))
  var whenBusy: String?

  /// The options of the call.
  ///
  /// - Parameter request: the kind of the request, which decides the text's place in the queue.
  func options(_ request: RequestKind, task: String) throws(Failure) -> SpeakOptions {
    var options = voices.options
    options.request = request
    try sound.apply(to: &options, task: task)
    options.leadingDelay = try delay.map { text throws(Failure) in try duration(text, task) }
    options.trailingDelay = try trailingDelay.map { text throws(Failure) in try duration(text, task) }
    options.title = title
    options.artists = artist.isEmpty ? nil : artist
    options.album = album
    options.whenBusy = try policy(task: task)
    return options
  }

  private func duration(_ text: String, _ task: String) throws(Failure) -> Duration {
    guard let duration = DurationText.parse(text), duration <= AloudBus.maximumDelay else {
      throw Failure(.usage, "cannot \(task): '\(text)' is not a delay", cure: "--delay 5s, 300ms or 2, at most 1h")
    }
    return duration
  }

  /// The chosen policy; `nil`: the configured one.
  private func policy(task: String) throws(Failure) -> WhenBusy? {
    var policies: [WhenBusy] = []
    if let whenBusy {
      guard let policy = WhenBusy(rawValue: whenBusy.lowercased()) else {
        throw Failure(
          .usage, "cannot \(task): '\(whenBusy)' is not a policy", cure: "--when-busy \(WhenBusy.choices)")
      }
      policies.append(policy)
    }
    if now { policies.append(.now) }
    if next { policies.append(.next) }
    if queue { policies.append(.queue) }
    guard Set(policies).count <= 1 else {
      throw Failure(
        .usage,
        "cannot \(task): \(policies.map { "'\($0.rawValue)'" }.joined(separator: " and ")) contradict each other",
        cure: "one of --now, --next, --queue and --when-busy")
    }
    return policies.first
  }
}

/// The options for waiting until a text has been heard.
struct WaitArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Wait until the text has been read: exit code 0, or 7 if it was cancelled.")
  var wait = false

  @Flag(name: .shortAndLong, help: "Show the text and highlight each word as it is heard, like follow; implies --wait.")
  var interactive = false

  @Flag(name: .shortAndLong, help: "Print the id of the track.")
  var printID = false
}
