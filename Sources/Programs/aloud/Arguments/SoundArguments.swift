import AloudAPI
import ArgumentParser
import CommandOutput
import Vocabulary

/// The options for the sound of a text, of each verb that has one spoken by the service.
struct SoundArguments: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("The voice's speed: \(RateArgument.forms).", valueName: "rate"))
  var rate: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Pitch of the voice: 0.5 to 2, +10%, -10%.", valueName: "factor"))
  var pitch: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Variation of the pitch: 0 to 2, +10%, -10%.", valueName: "factor"))
  var range: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Loudness of this text: 0 to 100, or 0.0 to 1.0.", valueName: "volume"))
  var volume: String?

  @Option(help: ArgumentHelp("Punctuation marks spoken by name: none, some or all.", valueName: "marks"))
  var punctuation: String?

  /// Sets the options of a request.
  func apply(to options: inout SpeakOptions, task: String) throws(Failure) {
    func wrong(_ name: String, _ value: String, _ forms: String) -> Failure {
      Failure(.usage, "cannot \(task): '\(value)' is not a \(name)", cure: forms)
    }
    if let rate {
      guard let value = RateArgument(rate)?.applied(to: 1) else {
        throw wrong("rate", rate, "--rate \(RateArgument.forms), from 0.25 to 6")
      }
      options.rate = value
    }
    if let pitch {
      guard let value = FactorArgument(pitch, in: 0.5...2) else {
        throw wrong("pitch", pitch, "--pitch 1.2, +10% or -10%, from 0.5 to 2")
      }
      options.pitch = value.value
    }
    if let range {
      guard let value = FactorArgument(range, in: 0...2) else {
        throw wrong("range", range, "--range 1.2, +10% or -10%, from 0 to 2")
      }
      options.range = value.value
    }
    if let volume {
      guard let value = VolumeArgument(volume) else {
        throw Failure(
          .usage, "cannot \(task) at the volume '\(volume)': \(VolumeArgument.reason(against: volume))",
          cure: "--volume \(VolumeArgument.forms)")
      }
      options.volume = value.applied(to: 1)
    }
    if let punctuation {
      guard let value = SpokenPunctuation(rawValue: punctuation.lowercased()) else {
        throw wrong("choice of punctuation", punctuation, "--punctuation \(SpokenPunctuation.choices)")
      }
      options.punctuation = value
    }
  }
}
