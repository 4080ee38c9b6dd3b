import ArgumentParser
import CommandOutput
import EventLoop

/// A command of the command line. It runs on the core loop, where the bus is.
protocol Verb: ParsableCommand {
  @Core func run(_ console: Console) async throws(Failure)
}

/// The options of verbs with output for programs.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON with stable keys.")
  var json = false

  /// ``Console/standard`` looks for it, so that whatever is printed is plain.
  @Flag(help: "Print neither signs nor colours, as it suits a screen reader.")
  var plain = false
}
