import ArgumentParser

/// The options for sound files between texts.
struct ClipArguments: ParsableArguments {
  @Option(
    name: .customLong("clip"),
    help: ArgumentHelp(
      "Play this audio file before, between or after texts, or alone; may be given several times.", valueName: "file"))
  var files: [String] = []

  @Option(name: .customLong("texts-before-clips"), help: .private)
  var places = ""

  /// Returns the texts and clips in the order of the command line.
  func parts(with texts: [String]) -> [SpokenParts.Part] { SpokenParts.parts(texts, files, at: places) }
}
