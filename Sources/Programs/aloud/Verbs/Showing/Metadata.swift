import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import EventLoop

struct Metadata: Verb {
  static let configuration = CommandConfiguration(
    commandName: "metadata", abstract: "Show the metadata of the current text.",
    discussion: "KEY is a key of MPRIS with or without its prefix: title, artist, album, url, length, trackid.")

  @Argument(help: "Print the value of this key only.")
  var key: String?

  @Option(name: .shortAndLong, help: "The format of the output, as for status.")
  var format: String?

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    let template = try Template.typed(format)
    let status = try await StatusVerb.status(try Service())
    guard status.track != nil else {
      return Idle.print(output.json, console, [("metadata", .object([]))])
    }
    if let template { return console.printPainted(template.filled(with: status)) }
    let entries = status.metadata.sorted { $0.key < $1.key }
    if output.json {
      let members: [(String, JSON)] = [("metadata", .object(entries.map { ($0.key, JSON($0.value)) }))]
      return console.print(JSON.answer(members).text)
    }
    if let key {
      guard let value = status.metadata[key] ?? status.metadata["xesam:\(key)"] ?? status.metadata["mpris:\(key)"]
      else {
        throw Failure(
          .failed, "cannot show '\(key)': the text has no such metadata",
          cure: "aloud metadata")
      }
      return console.print(Status.shown(value).text)
    }
    let width = entries.map { TextWidth.cells($0.key) }.max() ?? 0
    for (key, value) in entries {
      console.print("\(TextWidth.padded(key, to: width))  \(Status.shown(value).text)")
    }
  }
}
