import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop
import Vocabulary

struct Rate: SettingVerb {
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
    guard rate != nil || !all else {
      throw Failure(.usage, "cannot set the rate of everything: RATE is missing", cure: "aloud rate --all 1.5")
    }
    try await showOrChange(console)
  }

  func change(to rate: String) async throws(Failure) -> Double? {
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
    return wanted
  }

  static let key = "rate"
  static func value(in status: Status) -> Double { status.rate }
  static func members(_ rate: Double) -> [(String, JSON)] {
    [(key, .double(rate)), ("wordsPerMinute", .double((rate * RateArgument.wordsPerMinute).rounded()))]
  }
  static func text(_ rate: Double, _ symbols: Symbols) -> String { RateArgument.shown(rate, symbols: symbols) }

  var typed: String? { rate }
}

struct Volume: SettingVerb {
  static let configuration = CommandConfiguration(
    commandName: "volume", abstract: "Show or change the volume.", discussion: "VOLUME is \(VolumeArgument.forms).")

  @Argument(help: "The volume: \(VolumeArgument.forms).")
  var volume: String?

  @OptionGroup var output: OutputOptions

  func change(to volume: String) async throws(Failure) -> Double? {
    let task = "set the volume to '\(volume)'"
    guard let change = VolumeArgument(volume) else {
      throw Failure(
        .usage, "cannot \(task): \(VolumeArgument.reason(against: volume))",
        cure: VolumeArgument.isOutOfRange(volume) ? "aloud volume 100" : "aloud volume \(VolumeArgument.forms)")
    }
    let service = try Service()
    var current = 0.0
    if case .step = change { current = try await service.startedStatus().volume }
    let wanted = change.applied(to: current)
    try await service.set(.volume, to: .double(wanted), task: task)
    return wanted
  }

  static let key = "volume"
  static func value(in status: Status) -> Double { status.volume }
  static func members(_ volume: Double) -> [(String, JSON)] { [(key, .double(volume))] }
  static func text(_ volume: Double, _ symbols: Symbols) -> String { VolumeArgument.shown(volume) }
  static func sentence(_ volume: Double) -> String? {
    volume == 0 ? "0%: nothing is heard; aloud volume 100 ends that" : nil
  }

  var typed: String? { volume }
}

struct Loop: SettingVerb {
  static let configuration = CommandConfiguration(
    commandName: "loop", abstract: "Show or set the repetition of the queue, or of one text (repeat: a part).",
    discussion: "MODE is \(LoopArgument.forms).")

  @Argument(help: "\(LoopArgument.forms).")
  var mode: String?

  @OptionGroup var output: OutputOptions

  func change(to mode: String) async throws(Failure) -> String? {
    guard LoopArgument.parse(mode, current: nil) != nil else {
      throw Failure(.usage, "cannot set the loop to '\(mode)'", cure: "aloud loop \(LoopArgument.forms)")
    }
    let service = try Service()
    let current = try await service.startedStatus().loop
    let wanted = LoopArgument.parse(mode, current: LoopStatus(rawValue: current))?.rawValue ?? current
    try await service.set(.loopStatus, to: .string(wanted), task: "set the loop to '\(mode)'")
    return wanted
  }

  static let key = "loop"
  static func value(in status: Status) -> String { status.loop }
  static func sentence(_ mode: String) -> String? {
    switch LoopStatus(rawValue: mode) {
    case .playlist: "the queue repeats"
    case .track: "the current text repeats"
    case .some(.none): "off"
    case nil: nil
    }
  }

  var typed: String? { mode }
}

struct Shuffle: SettingVerb {
  static let configuration = CommandConfiguration(
    commandName: "shuffle", abstract: "Show or set the order of the queue.",
    discussion: """
      MODE is \(ShuffleArgument.forms). 'once' shuffles the queue now, 'each-lap' again for each round, and \
      'question-choices' keeps the first text of each album or book first. The phrases of what is studied are \
      shuffled in the same way.
      """)

  @Argument(help: "\(ShuffleArgument.forms).")
  var mode: String?

  @OptionGroup var output: OutputOptions

  func change(to mode: String) async throws(Failure) -> String? {
    guard ShuffleArgument.parse(mode, current: nil) != nil else {
      throw Failure(.usage, "cannot shuffle '\(mode)'", cure: "aloud shuffle \(ShuffleArgument.forms)")
    }
    let service = try Service()
    let current = try await service.startedStatus().shuffle
    let wanted = ShuffleArgument.parse(mode, current: ShuffleMode(rawValue: current))?.rawValue ?? current
    try await service.set(.shuffle, to: .string(wanted), task: "shuffle '\(mode)'")
    return wanted
  }

  static let key = "shuffle"
  static func value(in status: Status) -> String { status.shuffle }
  static func sentence(_ mode: String) -> String? {
    switch ShuffleMode(rawValue: mode) {
    case .once: "shuffled"
    case .eachLap: "shuffled again in each round"
    case .questionChoices: "shuffled, the first text of each album or book first"
    case .off: "off: the queue is read in its order"
    case nil: nil
    }
  }

  var typed: String? { mode }
}
