import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// A page of the web through standard input, as `curl … | aloud read --format html -` sends it.
  struct WebPageTests {
    private static let page = """
      <!DOCTYPE html><html lang="en"><head><title>Owls - The Forest Times</title><style>p { color: red }</style></head>
      <body><nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li></ul></nav>
      <article><h1>Owls at night</h1>
      <p>Owls hunt at night, and they hear the mouse below the snow. Their flight makes no sound at all, which is a
      matter of their feathers. <b>Nobody</b> knows how far they hear.</p>
      <ul><li>The eagle owl is large.</li><li>The pygmy owl is small.</li></ul>
      <blockquote>An owl is a cat with wings, said the old woman, and she had known many of both kinds.</blockquote>
      <p>In winter they sleep in hollow trees, together with bats, and they eat what they have kept in autumn.</p>
      </article><script>track("reader")</script><footer>Copyright, Imprint, Cookies</footer></body></html>
      """

    @Test(arguments: [["--format", "html"], []])
    func thePageIsReadWithoutItsMenusAndShownInItsBlocks(format: [String]) async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let command = [Project.program("aloud"), "read", "-p", "-"] + format
        let read = try await desktop.start(command, input: Self.page).waitForEnd()
        #expect(read.exitCode == 0, "\(read)")
        let remote = try Remote(desktop)
        try await remote(.pause(.immediate))
        let track = try #require(ObjectPath(read.answer))
        let list = try await eventually("all of it is read in") {
          let answer = try await remote(.listSentences(track, first: 0, count: 100, fromCurrent: false))
          let list = try #require(SentenceList(arguments: answer))
          return list.isComplete ? list : nil
        }
        let text = list.sentences.map(\.text).joined(separator: " ")
        #expect(text.hasPrefix("Owls at night") && text.contains("together with bats"), "\(text)")
        for word in ["Sport", "Cookies", "track", "color"] { #expect(!text.contains(word), "\(word) in \(text)") }
        let blocks = list.sentences.map(\.block)
        #expect(blocks.first == "heading" && blocks.contains("list-item") && blocks.contains("quote"), "\(blocks)")
        withExtendedLifetime(service) {}
      }
    }
  }
}
