import AloudAPI
import ArgumentParser
import BookExport
import CommandOutput
import Configuration
import Study
import Vocabulary

/// The options by which a recording is divided into phrases.
struct StudyArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What divides a recording: silence unless set, or the text beside it that has times.", valueName: "silence|text"))
  var by: String?

  @Option(
    help: ArgumentHelp(
      "The shortest silence that divides: 280ms unless set, since a pause of 0.35s seems shorter.", valueName: "time"))
  var silence: String?

  @Option(
    help: ArgumentHelp("The level above the noise that is a voice, in dB; found by itself unless set.", valueName: "db")
  )
  var threshold: String?

  @Option(help: ArgumentHelp("The silence before a voice that a phrase keeps: 150ms unless set.", valueName: "time"))
  var lead: String?

  @Option(help: ArgumentHelp("The silence after a voice that a phrase keeps: 300ms unless set.", valueName: "time"))
  var tail: String?

  @Option(help: ArgumentHelp("A shorter voice joins its neighbour: 200ms unless set.", valueName: "time"))
  var shortest: String?

  @Option(
    help: ArgumentHelp("A longer phrase is divided where it is quietest: 15s unless set.", valueName: "time"))
  var longest: String?

  /// True if none of them is given.
  var isEmpty: Bool { [by, silence, threshold, lead, tail, shortest, longest].allSatisfy { $0 == nil } }

  /// The origin of a recording's phrases.
  ///
  /// - Parameter task: completes "cannot …".
  func source(task: String) throws(Failure) -> PhraseSource {
    guard let by else { return .silence }
    guard let source = PhraseSource(rawValue: by.lowercased()) else {
      throw Failure(.usage, "cannot \(task): '\(by)' divides no recording", cure: "--by silence or --by text")
    }
    guard source != .text || [silence, threshold, shortest, longest].allSatisfy({ $0 == nil }) else {
      throw Failure(
        .usage, "cannot \(task): a text divides by its sentences, and not by silences",
        cure: "--by text with --lead and --tail alone")
    }
    return source
  }

  /// The numbers by which phrases are found.
  ///
  /// - Parameter task: completes "cannot …".
  func settings(task: String) throws(Failure) -> PhraseSettings {
    var settings = PhraseSettings()
    if let silence { settings.silence = try Self.time(silence, "--silence", PhraseSettings.silences, task) }
    if let lead { settings.lead = try Self.time(lead, "--lead", PhraseSettings.edges, task) }
    if let tail { settings.tail = try Self.time(tail, "--tail", PhraseSettings.edges, task) }
    if let shortest { settings.shortest = try Self.time(shortest, "--shortest", PhraseSettings.shortests, task) }
    if let longest { settings.longest = try Self.time(longest, "--longest", PhraseSettings.longests, task) }
    if let threshold {
      let bounds = PhraseSettings.thresholds
      guard let value = decimal(threshold.lowercased().replacing("db", with: "")), bounds.contains(value) else {
        throw Failure(
          .usage, "cannot \(task): '\(threshold)' is no level above the noise",
          cure: "--threshold \(Int(bounds.lowerBound)) to \(Int(bounds.upperBound)), in dB")
      }
      settings.threshold = value
    }
    return settings
  }

  /// Changes what is given in the options of a call.
  ///
  /// - Parameter task: completes "cannot …".
  func apply(to options: inout LearnOptions, task: String) throws(Failure) {
    let settings = try settings(task: task)
    let source = try source(task: task)
    // A silence that is named divides, whatever divided the recording before.
    let namesSilence = [silence, threshold, shortest, longest].contains { $0 != nil }
    if by != nil || namesSilence { options.source = source }
    if silence != nil { options.silence = settings.silence }
    if lead != nil { options.lead = settings.lead }
    if tail != nil { options.tail = settings.tail }
    if shortest != nil { options.shortest = settings.shortest }
    if longest != nil { options.longest = settings.longest }
    options.threshold = settings.threshold
  }

  private static func time(
    _ text: String, _ option: String, _ bounds: ClosedRange<Microseconds>, _ task: String
  ) throws(Failure) -> Microseconds {
    guard let time = DurationText.parse(text).map({ Microseconds($0) }), bounds.contains(time) else {
      throw Failure(
        .usage, "cannot \(task): '\(text)' is no time for \(option)",
        cure: "\(option) \(name(bounds.lowerBound)) to \(name(bounds.upperBound)), such as 300ms or 1.5s")
    }
    return time
  }

  private static func name(_ time: Microseconds) -> String {
    time.count == 0 ? "0" : time.count % 1_000_000 == 0 ? "\(time.count / 1_000_000)s" : "\(time.count / 1000)ms"
  }
}
