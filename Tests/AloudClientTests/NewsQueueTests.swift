import EventLoop
import Testing

@testable import AloudClient

@Suite(.timeLimit(.minutes(1)))
struct NewsQueueTests {
  init() { Core.loop.startThread() }

  @Test @Core func newsAreKeptInOrderUntilTheyAreAskedFor() async {
    let queue = NewsQueue<Int>()
    for number in [1, 2] { queue.post(number) }
    queue.post(0, isUrgent: true)
    #expect(!queue.isEmpty)
    var got: [Int] = []
    for _ in 0..<3 { got.append(await queue.next()) }
    #expect(got == [0, 1, 2] && queue.isEmpty)
  }

  @Test @Core func whoWaitsGetsWhatComesNext() async {
    let queue = NewsQueue<Int>()
    Core.loop.schedule(after: .zero) { queue.post(7) }
    #expect(await queue.next() == 7)
    #expect(queue.isEmpty)
  }
}
