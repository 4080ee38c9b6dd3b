import ArgumentParser
import CommandOutput
import EventLoop
import Pager

struct Follow: Verb {
  static let configuration = CommandConfiguration(
    commandName: "follow", abstract: "Show the text that is being read, word by word.",
    discussion: """
      On a terminal it highlights the sentence and the word that are heard. The place and the time left are below the \
      text. While nothing is read, it shows the documents that were read last. Keys: \(KeyHelp.sentence). \
      In a pipe, on a dumb terminal and with --plain, each sentence is printed on a line of its own when it is heard. \
      Width, spacing and colours are set in [follow] of aloud.toml; NO_COLOR is respected.

      The display never starts or stops a reading by itself.
      """)

  @Flag(help: "Print sentences, one line each, for screen readers.")
  var plain = false

  func run(_ console: Console) async throws(Failure) {
    let service = try Service()
    service.listen()
    service.listenToProperties()
    try await FollowDisplay.run(service, console, isPlain: plain)
  }
}
