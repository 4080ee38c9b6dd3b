import ArgumentParser
import EventLoop
import Glibc

struct Follow: Verb {
  static let configuration = CommandConfiguration(
    commandName: "follow", abstract: "Show the text that is read, word by word.",
    discussion: """
      On a terminal: pages of the text, with the sentence and the word lit that are heard. The page turns when its \
      last word begins. Keys: \(KeyCommand.sentences). \
      Into a pipe, on a dumb terminal and with --plain: each sentence on a line of its own, when it is heard.

      It starts nothing, waits while nothing is read, and leaves the reading as it is.
      """)

  @Flag(help: "Print sentences, a line each, as a screen reader likes it.")
  var plain = false

  func run(_ console: Console) async throws(Failure) {
    let service = try Service()
    service.listen()
    service.listenToProperties()
    guard console.isMovable, !plain else { return try await FollowLines(service, console).run() }
    let colors = Paint.colors(isPainted: console.isPainted) { name in getenv(name).map { String(cString: $0) } }
    try await FollowScreen(service, console, Paint(colors: colors)).run()
  }
}
