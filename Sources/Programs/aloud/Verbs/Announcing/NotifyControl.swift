import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop

extension Notify {
  struct On: Verb {
    static let configuration = CommandConfiguration(
      commandName: "on", abstract: "Speak the notifications of all programs, from now on and after each start.")

    @Flag(help: "Also beside a screen reader, which speaks notifications itself.")
    var force = false

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let task = "turn the notifications on"
      let service = try Service()
      let answer = try await service.call(.watchNotifications(true, force: force), task: task)
      guard answer.first?.asString == "on" else {
        throw Failure(
          .failed, "cannot \(task) yet: a screen reader runs, and speaks notifications itself",
          cure: "aloud notify on, once more")
      }
      // The answer comes once it is found.
      let step = try await service.value(of: .notificationStep, task: "ask for the notifications")?.asString
        .flatMap { NotificationStep(rawValue: $0) }
      let unseen = await NotSeen.ask(service)
      let start = try await service.value(of: .notificationStart, task: "ask for the login")?.asString
        .flatMap { NotificationStart(rawValue: $0) }
      let isPaused = try await service.value(of: .announcementsPaused, task: "ask for the pause")?.asBool ?? false
      if output.json {
        return console.print(
          JSON.answer([
            ("watched", .bool(true)), ("step", .string(step?.rawValue)), ("start", .string(start?.rawValue)),
            ("paused", .bool(isPaused)), ("notSeen", .array(unseen.map { .string($0.detail) })),
          ]).text)
      }
      switch step {
      case .own:
        console.print("on, but the bus lets nobody see them: only those of 'aloud notify' are spoken; see aloud doctor")
      case .waiting: console.print("on; the bus has not answered yet")
      default: console.print("notifications are spoken from now on")
      }
      if isPaused { Console.tell("everything that is announced waits until 'aloud notify resume'") }
      switch start {
      case .systemd, .autostart: Console.tell("the service starts at each login, until 'aloud notify off'")
      default: Console.tell("nothing starts the service at a login: see 'aloud doctor'")
      }
      for row in unseen {
        Console.tell(row.detail)
        Console.tell("try: \(row.cure)")
      }
    }
  }

  struct Off: Verb {
    static let configuration = CommandConfiguration(
      commandName: "off", abstract: "Speak no notifications but those of 'aloud notify'.")

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      _ = try await Service().call(.watchNotifications(false), task: "turn the notifications off")
      if output.json { return console.print(JSON.answer([("watched", .bool(false))]).text) }
      console.print("notifications are not spoken")
    }
  }

  struct Pause: Verb {
    static let configuration = CommandConfiguration(
      commandName: "pause", abstract: "Let everything that is announced wait until 'aloud notify resume'.")

    func run(_ console: Console) async throws(Failure) {
      _ = try await Service().call(.pauseAnnouncements(true), task: "pause the notifications")
    }
  }

  struct Resume: Verb {
    static let configuration = CommandConfiguration(
      commandName: "resume", abstract: "Speak what waits since the pause.")

    func run(_ console: Console) async throws(Failure) {
      _ = try await Service().callIfRunning(.pauseAnnouncements(false), task: "resume the notifications")
    }
  }

  struct Again: Verb {
    static let configuration = CommandConfiguration(
      commandName: "again", abstract: "Speak the last notification that was spoken once more.")

    func run(_ console: Console) async throws(Failure) {
      let task = "speak the last notification again"
      let service = try Service()
      guard let entry = try await History.entries(of: service).first(where: \.isNotification) else {
        throw Failure(.usage, "cannot \(task): none was spoken", cure: "aloud notify history")
      }
      var options = AnnounceOptions()
      options.speech.language = entry.language.isEmpty ? nil : entry.language
      _ = try await service.call(.announce([.text(entry.text)], options), task: task)
    }
  }

  struct Spoken: Verb {
    static let configuration = CommandConfiguration(
      commandName: "history", abstract: "Show the notifications that were spoken, the newest first.")

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let entries = try await History.entries(of: try Service())
      let numbered = entries.enumerated().filter { $0.element.isNotification }
      History.show(numbered.map { ($0.offset + 1, $0.element) }, nothing: "no notification was spoken", output, console)
    }
  }
}
