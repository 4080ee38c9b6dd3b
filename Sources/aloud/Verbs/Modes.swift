import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop
import Vocabulary

struct Rate: Verb {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Show or change the speed.",
    discussion: """
      RATE is \(RateArgument.forms), 0.25 to 6; 1 is 175 words per minute. If a document is current, playing or \
      paused, the speed belongs to that document and is kept with it. Otherwise, and while a said text is heard, it is \
      the speed of everything that has no speed of its own.
      """)

  @Argument(help: "The speed: \(RateArgument.forms).")
  var rate: String?

  @Flag(help: "Set the speed of everything: said texts, and every document, including those of the library.")
  var all = false

  @Flag(help: "Remove the own speed of the current document, so that it is read at the speed of everything else.")
  var same = false

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    if same {
      guard rate == nil, !all else {
        throw Failure(
          .usage, "cannot set the rate: --same takes no RATE", cure: "aloud rate --same"
        )
      }
      let service = try Service()
      _ = try await service.call(.forgetRate, task: "forget the document's own rate")
      return show(try await service.startedStatus().rate, console)
    }
    guard let rate else {
      guard !all else {
        throw Failure(.usage, "cannot set the rate of everything: RATE is missing", cure: "aloud rate --all 1.5")
      }
      guard let status = try await Service().status() else {
        return Idle.print(
          output.json, console, [("rate", .double(1)), ("wordsPerMinute", .double(RateArgument.wordsPerMinute))])
      }
      return show(status.rate, console)
    }
    let task = "set the rate to '\(rate)'"
    guard let change = RateArgument(rate) else {
      throw Failure(.usage, "cannot \(task): that is not a rate", cure: "aloud rate \(RateArgument.forms)")
    }
    // A relative change always fits, since it stops at the ends of the range.
    guard change.applied(to: 1) != nil else {
      throw Failure(.usage, "cannot \(task): the rate goes from 0.25 to 6", cure: "aloud rate 0.25, or aloud rate 6")
    }
    let service = try Service()
    var current = 1.0
    if case .absolute = change {} else { current = try await service.startedStatus().rate }
    let wanted = change.applied(to: current) ?? current
    if all {
      _ = try await service.call(.setRateOfAll(wanted), task: task)
    } else {
      try await service.set(.rate, to: .double(wanted), task: task)
    }
    show(wanted, console)
  }

  private func show(_ rate: Double, _ console: Console) {
    let words = (rate * RateArgument.wordsPerMinute).rounded()
    console.print(
      output.json
        ? JSON.answer([("rate", .double(rate)), ("wordsPerMinute", .double(words))]).text
        : RateArgument.shown(rate, symbols: console.symbols))
  }
}

struct Volume: Verb {
  static let configuration = CommandConfiguration(
    commandName: "volume", abstract: "Show or change the volume.", discussion: "VOLUME is \(VolumeArgument.forms).")

  @Argument(help: "The volume: \(VolumeArgument.forms).")
  var volume: String?

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    guard let volume else {
      guard let status = try await Service().status() else {
        return Idle.print(output.json, console, [("volume", .double(1))])
      }
      return show(status.volume, console)
    }
    let task = "set the volume to '\(volume)'"
    guard let change = VolumeArgument(volume) else {
      throw Failure(.usage, "cannot \(task): that is not a volume", cure: "aloud volume \(VolumeArgument.forms)")
    }
    let service = try Service()
    var current = 0.0
    if case .step = change { current = try await service.startedStatus().volume }
    let wanted = change.applied(to: current)
    try await service.set(.volume, to: .double(wanted), task: task)
    show(wanted, console)
  }

  private func show(_ volume: Double, _ console: Console) {
    console.print(output.json ? JSON.answer([("volume", .double(volume))]).text : VolumeArgument.shown(volume))
  }
}

struct Loop: Verb {
  static let configuration = CommandConfiguration(
    commandName: "loop", abstract: "Show or set the repetition of the queue, or of one text (repeat: a part).",
    discussion: "MODE is \(LoopArgument.forms).")

  @Argument(help: "\(LoopArgument.forms).")
  var mode: String?

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    guard let mode else {
      guard let status = try await Service().status() else {
        return Idle.print(output.json, console, [("loop", .string(LoopStatus.none.rawValue))])
      }
      return show(status.loop, console)
    }
    guard LoopArgument.parse(mode, current: nil) != nil else {
      throw Failure(.usage, "cannot set the loop to '\(mode)'", cure: "aloud loop \(LoopArgument.forms)")
    }
    let service = try Service()
    let current = try await service.startedStatus().loop
    let wanted = LoopArgument.parse(mode, current: LoopStatus(rawValue: current))?.rawValue ?? current
    try await service.set(.loopStatus, to: .string(wanted), task: "set the loop to '\(mode)'")
    show(wanted, console)
  }

  private func show(_ loop: String, _ console: Console) {
    console.print(output.json ? JSON.answer([("loop", .string(loop))]).text : loop)
  }
}

struct Shuffle: Verb {
  static let configuration = CommandConfiguration(
    commandName: "shuffle", abstract: "Show or set the order of the queue.",
    discussion: """
      MODE is \(ShuffleArgument.forms). 'once' shuffles the queue now, 'each-lap' again for each round, and \
      'question-choices' keeps the first text of each album first.
      """)

  @Argument(help: "\(ShuffleArgument.forms).")
  var mode: String?

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    guard let mode else {
      guard let status = try await Service().status() else {
        return Idle.print(output.json, console, [("shuffle", .string(ShuffleMode.off.rawValue))])
      }
      return show(status.shuffle, console)
    }
    guard ShuffleArgument.parse(mode, current: nil) != nil else {
      throw Failure(.usage, "cannot shuffle '\(mode)'", cure: "aloud shuffle \(ShuffleArgument.forms)")
    }
    let service = try Service()
    let current = try await service.startedStatus().shuffle
    let wanted = ShuffleArgument.parse(mode, current: ShuffleMode(rawValue: current))?.rawValue ?? current
    try await service.set(.shuffle, to: .string(wanted), task: "shuffle '\(mode)'")
    show(wanted, console)
  }

  private func show(_ mode: String, _ console: Console) {
    console.print(output.json ? JSON.answer([("shuffle", .string(mode))]).text : mode)
  }
}
