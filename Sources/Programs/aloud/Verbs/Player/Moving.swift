import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop
import Glibc
import Vocabulary

struct Next: Verb {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Go to the next text, chapter, heading, page, paragraph or sentence.")

  @Argument(help: "\(UnitArgument.forms); without it, it acts like the media key.")
  var unit: String?

  func run(_ console: Console) async throws(Failure) {
    let unit = try Step.unit(unit, of: "next")
    _ = try await Service().call(.next(unit), task: "go forward")
  }
}

struct Previous: Verb {
  static let configuration = CommandConfiguration(
    commandName: "prev", abstract: "Go to the start of the current one, or to the previous one.")

  @Argument(help: "\(UnitArgument.forms); without it, it acts like the media key.")
  var unit: String?

  func run(_ console: Console) async throws(Failure) {
    let unit = try Step.unit(unit, of: "prev")
    _ = try await Service().call(.previous(unit), task: "go back")
  }
}

/// The unit of `next` and `prev`.
private enum Step {
  /// `nil`: the unit of the media keys.
  static func unit(_ argument: String?, of verb: String) throws(Failure) -> MovingUnit? {
    guard let argument else { return nil }
    guard let typed = UnitArgument(argument) else {
      let sign = verb == "next" ? "+" : "-"
      guard case .absolute? = PositionArgument(argument) else {
        throw Failure(.usage, "cannot move by '\(argument)'", cure: "aloud \(verb) \(UnitArgument.forms)")
      }
      throw Failure(
        .usage, "cannot move by '\(argument)': that is no part of a text", cure: "aloud seek \(sign)\(argument)")
    }
    return typed.unit
  }
}

struct Again: Verb {
  static let configuration = CommandConfiguration(
    commandName: "again", abstract: "Repeat the last sentence, and go on.")

  func run(_ console: Console) async throws(Failure) {
    _ = try await Service().call(.again, task: "say it again")
  }
}

struct Repeat: SettingVerb {
  static let configuration = CommandConfiguration(
    commandName: "repeat", abstract: "Repeat a sentence, a paragraph, a chapter, or from a to b (loop: the queue).",
    discussion: """
      WHAT is \(RepeatArgument.forms). 'a' marks the beginning of a part at the word that is heard, and 'b' its end. \
      'ab' sets the mark that is missing; if both are set, it removes them. Leaving the text ends the repetition.
      """)

  @Argument(help: "\(RepeatArgument.forms).")
  var what: String?

  @OptionGroup var output: OutputOptions

  func change(to what: String) async throws(Failure) -> String? {
    let task = "repeat '\(what)'"
    switch RepeatArgument.parse(what) {
    case nil: throw Failure(.usage, "cannot \(task)", cure: "aloud repeat \(RepeatArgument.forms)")
    case .queue:
      try await Service().set(.loopStatus, to: .string(LoopStatus.playlist.rawValue), task: task)
      return nil
    case .part(let word):
      let answer = try await Service().call(.repeat(word), task: task)
      return answer.first?.asString ?? ""
    }
  }

  static let key = "repeat"
  static func value(in status: Status) -> String { status.repeated }
  static func sentence(_ mode: String) -> String? {
    switch RepeatMode(rawValue: mode) {
    case .sentence, .paragraph, .chapter: "the \(mode) repeats"
    case .a: "from here to b, which is not set yet: aloud repeat b"
    case .ab: "the part from a to b repeats"
    case .off: "off"
    case .b, nil: nil
    }
  }

  var typed: String? { what }
}

struct Sleep: Verb {
  static let configuration = CommandConfiguration(
    commandName: "sleep", abstract: "End the reading after a time or with a chapter, fading out; show the time left.",
    discussion: """
      WHEN is \(SleepArgument.forms). A bare number is in minutes. 22:30, 'at 7:30' and 10:30pm are times of day; \
      a pause delays the end, since the time counts only while something is read. +10m extends a running timer. 'back' \
      goes to the sentence in which the timer was set.
      """)

  @Argument(help: "\(SleepArgument.forms).")
  var when: [String] = []

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    let service = try Service()
    if !when.isEmpty {
      let text = when.joined(separator: " ")
      guard let argument = SleepArgument(when) else {
        throw Failure(
          .usage, "cannot set the sleep timer to '\(text)': \(SleepArgument.reason(against: when))",
          cure: SleepArgument.cure(for: when))
      }
      let task = "set the sleep timer to '\(text)'"
      switch argument {
      case .timer(.off, _, _):
        // Without a timer, the wish is fulfilled already, whether or not something is read.
        if let status = try await service.status(), status.sleepTimer != SleepUnit.off.rawValue {
          _ = try await service.call(.sleep(.off, amount: 0, adding: false), task: task)
        }
      case .timer(let unit, let amount, let isAdding):
        _ = try await service.call(.sleep(unit, amount: amount, adding: isAdding), task: task)
      case .clock(let clock):
        let remaining = min(clock.remaining(from: time(nil)), SleepArgument.longest)
        _ = try await service.call(.sleep(.time, amount: remaining.count, adding: false), task: task)
      case .back:
        _ = try await service.call(.sleepBack, task: "go back to the place of the sleep timer")
        return
      }
    }
    let status = try await service.status() ?? .idle
    console.print(output.json ? JSON.answer(status.sleepMembers).text : status.sleepAnswer(now: time(nil)))
  }
}
