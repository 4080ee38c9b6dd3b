import EventLoop
import Testing

@Suite("Delays between attempts", .timeLimit(.minutes(3)))
struct RetryDelayTests {
  private func next(_ count: Int, _ delays: inout RetryDelay) -> [Duration] { (0..<count).map { _ in delays.next() } }

  @Test("they double from the shortest to the longest, and begin again after a reset")
  func doubling() {
    var delays = RetryDelay(.milliseconds(50) ... .milliseconds(300))
    #expect(!delays.isLongest)
    #expect(next(5, &delays) == [50, 100, 200, 300, 300].map { .milliseconds($0) })
    #expect(delays.isLongest)
    delays.reset()
    #expect(next(2, &delays) == [.milliseconds(50), .milliseconds(100)])
  }

  @Test("a short success does not begin them again, a long one does")
  func success() {
    var delays = RetryDelay(.milliseconds(50) ... .seconds(2))
    for expected in [50, 100, 200, 400, 800, 1600, 2000, 2000] {
      #expect(delays.next() == .milliseconds(expected))
      delays.ended(after: .milliseconds(1999))
    }
    delays.ended(after: .seconds(2))
    #expect(delays.next() == .milliseconds(50))
  }
}
