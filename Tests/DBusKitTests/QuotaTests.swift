import DBusKit
import EventLoop
import Testing

@Suite("Limits on the calls of a client", .timeLimit(.minutes(3)))
struct QuotaTests {
  @Test("so many at once, so many a second after that, and no client at another's cost")
  func refills() async {
    await onLoop {
      let clock = ManualScheduler()
      let quota = CallQuota(burst: 10, perSecond: 5, scheduler: clock)
      @Core func admitted(_ client: String, of calls: Int) -> Int {
        var count = 0
        for _ in 0..<calls where quota.admits(client) { count += 1 }
        return count
      }
      #expect(admitted(":1.1", of: 20) == 10)
      #expect(admitted(":1.2", of: 3) == 3)
      clock.advance(by: .milliseconds(200))
      #expect(admitted(":1.1", of: 3) == 1)
      clock.advance(by: .seconds(3600))
      #expect(admitted(":1.1", of: 20) == 10)
      #expect(clock.isIdle)
    }
  }

  @Test("a hundred thousand clients are not remembered for ever")
  func forgets() async {
    await onLoop {
      let clock = ManualScheduler()
      let quota = CallQuota(burst: 10, perSecond: 5, scheduler: clock)
      for number in 0..<100_000 {
        #expect(quota.admits(":1.\(number)"))
        if number % 100 == 0 { clock.advance(by: .milliseconds(10)) }
      }
      #expect(quota.clients <= 1024)
    }
  }
}
