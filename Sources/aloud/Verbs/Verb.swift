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
}
