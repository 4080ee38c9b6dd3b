import AloudAPI
import AloudClient
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop
import Glibc
import Vocabulary

extension NotificationAnswer {
  /// True if something of the notification is heard.
  fileprivate var isHeard: Bool {
    action != .mute && (!text.isEmpty || soundFile != nil || soundName != nil)
  }
}

extension Notify {
  struct Show: Verb {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a notification and speak it, as without a word.", helpNames: [.long])

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The urgency: \(NotificationUrgency.words); critical goes before all.", valueName: "urgency"))
    var urgency: String?

    @Option(
      name: [.customShort("t"), .customLong("expire-time")],
      help: ArgumentHelp("The time on the screen, in milliseconds; 0 until it is closed.", valueName: "milliseconds"))
    var expireTime: Int32?

    @Option(
      name: [.short, .customLong("app-name"), .customLong("app")],
      help: ArgumentHelp("The name of the program.", valueName: "name"))
    var app: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The icon: a name or a file.", valueName: "icon"))
    var icon: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The category, such as email.arrived.", valueName: "category"))
    var category: String?

    @Option(
      name: [.customShort("h"), .customLong("hint")],
      help: ArgumentHelp("A hint: \(HintArgument.forms).", valueName: "hint"))
    var hints: [String] = []

    @Flag(name: .shortAndLong, help: "Print the number of the notification.")
    var printID = false

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The number of the notification to take the place of.", valueName: "number"))
    var replaceID: UInt32?

    @Flag(
      name: .shortAndLong,
      help: "Wait until it was spoken and is closed: exit code 7 if it was not spoken to its end.")
    var wait = false

    @Flag(name: [.customShort("e"), .long], help: "Let the desktop keep it in no list.")
    var transient = false

    @Option(
      name: [.customShort("A"), .customLong("action")],
      help: ArgumentHelp(
        "A button, NAME=TEXT or TEXT; waits, and prints the name when it is pressed.", valueName: "action"))
    var actions: [String] = []

    @Option(
      help: ArgumentHelp(
        "The moment of the banner: \(NotificationShow.words) (when its turn to be spoken comes, and while it is spoken).",
        valueName: "moment"))
    var show: String?

    @OptionGroup var output: OutputOptions

    @Argument(help: "The title.")
    var summary: String?

    @Argument(help: "The text; it may have the markup of notifications.")
    var body: String = ""

    static let task = "notify"

    func run(_ console: Console) async throws(Failure) {
      guard let summary else {
        throw Failure(.usage, "cannot \(Self.task): there is no text", cure: "aloud notify SUMMARY, or aloud notify on")
      }
      let moment = try show.map { word throws(Failure) in
        guard let moment = NotificationShow(rawValue: word) else {
          throw Failure(
            .usage, "cannot \(Self.task): '\(word)' is no moment for a banner", cure: "--show \(NotificationShow.words)"
          )
        }
        return moment
      }
      var hints = try HintArgument.table(hints, urgency: urgency, category: category, task: Self.task)
      if transient { hints["transient"] = .bool(true) }
      let service = try Service()
      let server = NotificationServer(service)
      let waits = wait || !actions.isEmpty
      if waits {
        service.listen()
        server.listen()
        try await service.ask(for: [.announcement], start: true)
      }
      let plan: NotificationAnswer
      do throws(Failure) {
        plan = try await Notify.plan(app ?? "aloud", summary, body, hints, of: service)
      } catch {
        // A text that cannot be spoken can still be read.
        _ = await server.show(notice(summary, hints))
        throw error
      }
      if moment ?? plan.show == .spoken, plan.isHeard {
        return try await showWithItsTurn(summary, hints, plan, service, server, console)
      }
      let number = await shown(by: server, notice(summary, hints))
      let spoken = try await speak(number ?? 0, hints, plan, service)
      report(number, spoken, console)
      guard waits else { return }
      let wait = NotifyWait(service, server, shown: number, spoken: spoken)
      try await wait.attend { console.print($0) }
    }

    private func shown(by server: NotificationServer, _ notice: NotificationServer.Notice) async -> UInt32? {
      let number = await server.show(notice)
      Self.complain(unless: number)
      return number
    }

    private static func complain(unless number: UInt32?) {
      if number == nil { Console.tell("no notification server shows it; it is only spoken") }
    }

    /// Shows it when its turn to be spoken comes, and ends when it was spoken.
    @Core
    private func showWithItsTurn(
      _ summary: String, _ hints: [String: BusValue], _ plan: NotificationAnswer, _ service: Service,
      _ server: NotificationServer, _ console: Console
    ) async throws(Failure) {
      let waits = wait || !actions.isEmpty
      if !waits {
        service.listen()
        server.listen()
        try await service.ask(for: [.announcement], start: true)
      }
      guard let spoken = try await speak(0, hints, plan, service) else {
        return report(await shown(by: server, notice(summary, hints)), nil, console)
      }
      let turn = NotifyTurn(service, server, notice(summary, hints), spoken: spoken)
      let last = try await turn.attend { number in
        Self.complain(unless: number)
        report(number, spoken, console)
      }
      guard waits else { return }
      let wait = NotifyWait(service, server, shown: server.isClosed ? nil : turn.number, spoken: spoken)
      if let last { wait.take(last) }
      try await wait.attend { console.print($0) }
    }

    private func report(_ number: UInt32?, _ spoken: UInt64?, _ console: Console) {
      if output.json {
        console.print(
          JSON.answer([
            ("notification", .int(number.map { Int64($0) })),
            ("announcement", .int(spoken.map { Int64(clamping: $0) })),
          ]).text)
      } else if printID, let number {
        console.print("\(number)")
      }
    }

    private func notice(_ summary: String, _ hints: [String: BusValue]) -> NotificationServer.Notice {
      var hints = hints
      hints["x-aloud-own"] = .bool(true)
      let buttons = actions.enumerated().flatMap { index, action -> [String] in
        let button = ActionArgument(action, index: index)
        return [button.name, button.label]
      }
      return NotificationServer.Notice(
        application: app ?? "aloud", replaces: replaceID ?? 0, icon: icon ?? "", summary: summary, body: body,
        actions: buttons, hints: hints, milliseconds: expireTime ?? -1)
    }

    /// Speaks it by the rules.
    ///
    /// - Returns: the number of the announcement; `nil` if the rules let nothing be heard.
    private func speak(
      _ number: UInt32, _ hints: [String: BusValue], _ plan: NotificationAnswer, _ service: Service
    ) async throws(Failure) -> UInt64? {
      var options = plan.options
      options.urgency = hints["urgency"]?.asByte.flatMap { NotificationUrgency(number: Int($0)) } ?? .normal
      options.notification = number
      var parts: [SpokenParts.Part] = plan.text.isEmpty ? [] : [.text(plan.text)]
      // A sound that is missing, or no sound, is left out.
      let sound = Notify.sound(of: plan)
      if let sound { parts.insert(.clip(sound), at: 0) }
      guard plan.action != .mute, !parts.isEmpty else { return nil }
      let opened = try OpenedParts(parts, task: Self.task)
      defer { opened.close() }
      let answer = try await service.call(
        .announce(opened.parts, options), descriptors: opened.descriptors, task: Self.task)
      return answer.first?.asUInt64
    }
  }

  /// The file of a plan's sound; `nil` if it has none that can be played.
  static func sound(of plan: NotificationAnswer) -> String? {
    let folders = SoundTheme.folders { getenv($0).map { String(cString: $0) } }
    let paths =
      plan.soundFile.map { [(try? FileURI.path(of: $0)) ?? $0] }
      ?? plan.soundName.map { SoundTheme.paths(of: $0, in: folders) } ?? []
    guard let path = paths.first(where: { access($0, R_OK) == 0 }), let file = try? FileCheck.openClip(path) else {
      return nil
    }
    close(file.descriptor)
    return path
  }

  /// The treatment of a notification by the rules of the service.
  @Core
  static func plan(
    _ application: String, _ summary: String, _ body: String, _ hints: [String: BusValue], of service: Service
  ) async throws(Failure) -> NotificationAnswer {
    let call = AloudCall.testNotification(application: application, summary: summary, body: body, hints: hints)
    let answer = try await service.call(call, task: "apply the rules")
    guard let plan = answer.first?.asVardict.flatMap({ NotificationAnswer($0) }) else {
      throw Failure(ClientFailure(task: "apply the rules", .strangeAnswer("a plan")))
    }
    return plan
  }
}
