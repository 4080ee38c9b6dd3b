import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Texts that a program brings one by one.
@Suite(.timeLimit(.minutes(1)))
struct SeriesRuleTests {
  private static let gaps = Timeline.Gaps(sentence: 2205, paragraph: 4410)
  private static let error = ReadingError(.unreadable, "the next chapter does not come: no network")

  /// The first chapter, which sounds for 0.8 s.
  @discardableResult
  @Core private static func begin(_ hand: ManualSession) -> Track {
    let track = hand.track("One two.", gaps: gaps)
    track.awaitsMore = true
    hand.add(track)
    return track
  }

  @Test func aChapterThatComesInTimeFollowsAtOnce_S3_28() async {
    await ManualSession.play { hand in
      let first = Self.begin(hand)
      hand.pass(300)
      hand.add(hand.track("Three.", gaps: Self.gaps), .after(first.id))
      hand.session.endSeries(first.id)
      hand.pass(5000)
      #expect(
        hand.told == ["0 started", "0 One", "400 two.", "800 finished", "800 started", "800 Three.", "1400 finished"])
    }
  }

  @Test(arguments: [1, 20_000]) func aChapterThatComesLateIsReadWhenItIsThere_S3_28(delay: Int) async {
    await ManualSession.play { hand in
      let first = Self.begin(hand)
      hand.read("Another text.")
      hand.pass(800 + delay)
      #expect(hand.session.state == .fetching && hand.status == .playing && hand.current == first.id)
      #expect(hand.position == 800 && !hand.told.contains { $0.hasSuffix("finished") }, "the card stays")
      hand.add(hand.track("Three.", gaps: Self.gaps), .after(first.id))
      hand.session.endSeries(first.id)
      hand.pass(5000)
      let now = 800 + delay
      #expect(
        hand.told == [
          "0 started", "0 One", "400 two.", "\(now) finished", "\(now) started", "\(now) Three.",
          "\(now + 600) finished", "\(now + 600) started", "\(now + 600) Another", "\(now + 1400) text.",
          "\(now + 1900) finished",
        ])
    }
  }

  @Test(arguments: [300, 5000]) func aChapterThatDoesNotComeStopsTheReading_S3_28_S3_17(at: Int) async {
    await ManualSession.play { hand in
      let first = Self.begin(hand)
      hand.read("Another text.")
      hand.pass(at)
      hand.session.endSeries(first.id, Self.error)
      hand.pass(5000)
      let end = max(800, at)
      #expect(hand.told.suffix(2) == ["\(end) failed: \(Self.error.message)", "\(end) finished"])
      #expect(hand.status == .stopped && hand.current == first.id && hand.session.lastError == Self.error.message)
      #expect(hand.session.state == .error)
    }
  }

  @Test func afterAMinuteNobodyWaitsAnyMore_S3_28() async {
    await ManualSession.play { hand in
      Self.begin(hand)
      hand.pass(60_700)
      #expect(hand.session.state == .fetching)
      hand.pass(200)
      #expect(hand.told.contains("60800 failed: the next chapter has not come within a minute"))
      #expect(hand.status == .stopped)
    }
  }

  @Test(arguments: [300, 5000]) func aSeriesThatIsOverEndsLikeAnyText_S3_28(at: Int) async {
    await ManualSession.play { hand in
      let first = Self.begin(hand)
      hand.pass(at)
      hand.session.endSeries(first.id)
      hand.pass(2000)
      #expect(hand.told.last == "\(max(800, at)) finished" && hand.session.state == .idle)
    }
  }

  @Test func whileItIsAwaitedTheListenerPausesSeeksAndStops_S3_28() async {
    await ManualSession.play { hand in
      let first = Self.begin(hand)
      hand.pass(2000)
      hand.pause()
      #expect(hand.session.state == .paused)
      hand.pass(1000)
      hand.play()
      hand.pass(100)
      #expect(hand.session.state == .fetching)
      hand.seek(to: 0)
      hand.pass(300)
      #expect(hand.session.state == .speaking)
      hand.pass(1000)
      #expect(hand.session.state == .fetching)
      hand.pause()
      // It comes during the pause, and waits for Play.
      let next = hand.add(hand.track("Three.", gaps: Self.gaps), .after(first.id))
      hand.session.endSeries(first.id)
      hand.pass(2000)
      #expect(hand.current == next && hand.status == .paused && hand.position == 0)
      hand.play()
      hand.pass(200)
      #expect(hand.told.last?.hasSuffix("Three.") == true)
      hand.send(.stop)
      hand.pass(70_000)
      #expect(hand.status == .stopped && !hand.told.contains { $0.contains("failed") })
    }
  }
}
