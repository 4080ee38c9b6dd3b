import ArgumentParser
import EventLoop

struct Follow: Verb {
  static let configuration = CommandConfiguration(
    commandName: "follow", abstract: "Show the text that is read, word by word.",
    discussion: """
      On a terminal: the text, with the sentence and the word lit that are heard, below it how far the reading is, and \
      the documents to go on with while nothing is read. Keys: \(KeyHelp.sentence). \
      Into a pipe, on a dumb terminal and with --plain: each sentence on a line of its own, when it is heard. \
      Width, spacing and colours are set in [follow] of aloud.toml; NO_COLOR is respected.

      It starts nothing, waits while nothing is read, and leaves the reading as it is.
      """)

  @Flag(help: "Print sentences, a line each, as a screen reader likes it.")
  var plain = false

  func run(_ console: Console) async throws(Failure) {
    let service = try Service()
    service.listen()
    service.listenToProperties()
    try await FollowDisplay.run(service, console, isPlain: plain)
  }
}
