import AloudAPI
import AloudClient
import BusValues
import EventLoop
import Glibc

// The smallest program of the service: it speaks its argument, and prints each word as it is heard, and the state at
// the end. A window begins like this, and its own loop turns the core loop, too. (A screen reader's module announces
// instead of reading: see `aloud announce`.) small-client TEXT

/// - Returns: the exit code.
@Core
func speak(_ text: String) async -> CInt {
  do throws(ClientFailure) {
    let service = try ServiceConnection()
    let news = NewsQueue<ServiceNews>()
    service.listen { news.post($0) }
    print("running", await service.isRunning())
    try await service.ask(for: [.word, .utterance], withText: true, start: true)
    print("started", service.wasStartedHere)
    let answer = try await service.call(.speak(text: text, SpeakOptions()), task: "speak the text")
    guard let track = answer.first?.asObjectPath else {
      throw ClientFailure(task: "speak the text", .strangeAnswer("a track"))
    }
    while true {
      switch await news.next() {
      case .event(.word(let word)) where word.track == track: print("word", word.text ?? "")
      case .event(.utteranceFinished(let signal)) where signal.track == track:
        let status = try await service.status()
        print("status", status?.playback ?? "none", status?.isIdle ?? true)
        return 0
      case .event(.utteranceCancelled(let signal)) where signal.track == track: return 1
      case .vanished, .disconnected: return 1
      default: break
      }
    }
  } catch {
    print("failed", error)
    return 1
  }
}

Core.loop.adoptCurrentThread()
let text = CommandLine.arguments.dropFirst().joined(separator: " ")
Task { @Core in Core.loop.stop(exitCode: await speak(text)) }
while true {
  var descriptor = pollfd(fd: Core.loop.descriptor, events: Int16(POLLIN), revents: 0)
  let isDue = Core.loop.prepareTurn()
  _ = poll(&descriptor, 1, isDue ? 0 : -1)
  if case .ended(let code) = Core.loop.turn() { exit(code) }
}
