import EventLoop
import Testing
import Vocabulary

@testable import Workers

@Suite struct EngineHealthTests {
  private static func at(_ seconds: Double) -> Instant { Instant(nanoseconds: 0).advanced(by: .seconds(seconds)) }

  @Test func anIllEngineIsToldOnceAndTriedEverMoreSeldom() {
    var health = EngineHealth(firstWait: .seconds(30))
    var isNews = health.failed(.engine("hum"), Trouble(.broken), at: Self.at(0))
    #expect(isNews)
    isNews = health.failed(.engine("hum"), Trouble(.died), at: Self.at(1))
    #expect(!isNews, "a text that was under way tells nothing new")
    #expect(health.trouble(of: .engine("hum"))?.code == .broken && health.trouble(of: .engine("other")) == nil)
    var begins = [
      health.beginTrial(of: .engine("hum"), at: Self.at(29)), health.beginTrial(of: .engine("other"), at: Self.at(29)),
    ]
    #expect(begins == [false, false])
    var now = 0.0
    for wait in [30.0, 60, 120, 240, 480, 600, 600] {
      #expect(health.nextTrial(of: .engine("hum")) == Self.at(now + wait))
      now += wait
      begins = [
        health.beginTrial(of: .engine("hum"), at: Self.at(now)),
        health.beginTrial(of: .engine("hum"), at: Self.at(now)),
      ]
      #expect(begins == [true, false] && health.nextTrial(of: .engine("hum")) == nil)
      isNews = health.failed(.engine("hum"), Trouble(.engine), at: Self.at(now))
      #expect(!isNews)
    }
    let ends = [health.recovered(.engine("hum")), health.recovered(.engine("hum"))]
    #expect(ends == [true, false] && health.trouble(of: .engine("hum")) == nil)
    isNews = health.failed(.engine("hum"), Trouble(.broken), at: Self.at(now))
    #expect(isNews && health.nextTrial(of: .engine("hum")) == Self.at(now + 30))
  }
}
