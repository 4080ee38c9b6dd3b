import EventLoop
import Playback
import Speech
import Study
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// A text that is studied: its phrases are its sentences, exactly.
@Suite(.timeLimit(.minutes(1)))
struct TextStudyRuleTests {
  private static let text = "One two. Three four five. Six."

  private static func plan(_ speeds: [Double] = [1], gap: ExerciseSettings.Gap = .factor(1)) -> StudyPlan {
    var plan = StudyPlan()
    plan.exercise.speeds = speeds
    plan.exercise.gap = gap
    return plan
  }

  @Core
  private static func words(_ hand: ManualSession) -> [String] {
    hand.told.map { String($0.split(separator: " ")[1]) }.filter { $0.first?.isUppercase ?? false || $0.hasSuffix(".") }
  }

  @Test func eachSentenceIsFollowedByAGapAsLongAsItIs_S2_41() async {
    await ManualSession.play { hand in
      let track = hand.track(Self.text)
      hand.add(track, playing: false)
      hand.session.study(track, Self.plan())
      hand.play()
      hand.pass(1200)
      // Letters, spaces and full stops of a tenth of a second: 8, 16 and 4 of them, and gaps as long.
      #expect(hand.session.player.length(of: track.id) == TrackLength(microseconds: 5_600_000, isExact: true))
      #expect(hand.session.state == .gap && hand.session.studyPlace?.phrase == 0)
      hand.pass(600)
      #expect(hand.session.studyPlace?.phrase == 1 && hand.session.studyPlace?.isInGap == false)
      hand.pass(10_000)
      #expect(hand.heard == "One two.|Three four five.|Six.|")
      #expect(hand.told.last?.hasSuffix("finished") == true)
      #expect(!hand.told.contains { $0.contains(" at ") })
    }
  }

  /// All turns of a short sentence are fed as soon as its sound is there, before anybody knows its length.
  @Test func eachTurnHasItsOwnSpeedFromTheFirstMomentOn_S2_41() async {
    await ManualSession.play { hand in
      let track = hand.track("One a.")
      hand.add(track, playing: false)
      hand.session.study(track, Self.plan([1.5, 1, 0.5], gap: .time(100_000)))
      hand.play()
      var last: Int64 = 0
      for _ in 0..<250 {
        hand.pass(10)
        #expect(hand.position - last <= 40 || hand.position == 0, "\(last), \(hand.position)")
        last = hand.position
      }
      // 0.4, 0.6 and 1.2 s, and three gaps.
      let end = Int64(hand.told.last?.split(separator: " ").first ?? "") ?? 0
      #expect(abs(end - 2500) < 60 && hand.told.last?.hasSuffix("finished") == true, "\(hand.told)")
    }
  }

  /// A chapter that was studied while it was read is followed by the usual pause once it is heard as it is.
  @Test func theEndOfAChapterHasItsPauseAfterTheStudy_S2_40() async {
    await ManualSession.play { hand in
      let track = hand.openTrack()
      hand.add(track, playing: false)
      hand.session.study(track, Self.plan())
      hand.write("One two. Six.", to: track)
      track.complete(.complete, goesOn: true)
      #expect(track.timeline.gaps.trailingDelay == 0)
      hand.session.endStudy(of: track)
      #expect(track.timeline.gaps.trailingDelay == track.timeline.gaps.paragraph && track.timeline.gaps.paragraph > 0)
    }
  }

  /// The sound that is fed in one turn of the loop lasts for less than a second at a high rate. That is less than the
  /// output wants to have ahead: it would never ask for more.
  @Test(arguments: [1, 3, 6] as [Double]) func atAHighRateNothingRunsDry(rate: Double) async {
    await ManualSession.play { hand in
      let track = hand.track("Big eeeee.")
      hand.add(track, playing: false)
      hand.send(.setRate(rate))
      hand.session.study(track, Self.plan([0.5, 1], gap: .time(1_100_000)))
      hand.play()
      hand.pass(300)
      // Its sound is there from now on, and nothing comes that would have more of it fed.
      hand.session.again()
      hand.pass(8000)
      #expect(hand.told.last?.hasSuffix("finished") == true, "\(hand.told), \(hand.position)")
    }
  }

  @Test func eachTurnTellsItsWordsAtTheirTimes_S2_41() async {
    await ManualSession.play { hand in
      let track = hand.track("One two. Six.")
      hand.add(track, playing: false)
      hand.session.study(track, Self.plan([1, 0.5], gap: .time(1_000_000)))
      hand.play()
      hand.pass(20_000)
      #expect(Self.words(hand) == ["One", "two.", "One", "two.", "Six.", "Six."], "\(hand.told)")
      let times = hand.told.filter { $0.hasSuffix("two.") }.compactMap { Int64($0.split(separator: " ")[0]) }
      // The second letter of the second turn: 0.8 s, 1 s of gap, and 0.4 s at half of the speed.
      #expect(times.count == 2 && abs(times[0] - 401) < 5 && abs(times[1] - 2600) < 60, "\(times)")
      #expect(hand.told.last?.hasSuffix("finished") == true)
    }
  }

  /// The words behind the second mark are never heard, and nothing waits for them.
  @Test func aPartOfAPhraseThatIsRepeatedTellsEachRound_S2_41() async {
    await ManualSession.play { hand in
      let track = hand.track("Abcd efgh ijkl mnop.")
      hand.add(track, playing: false)
      hand.session.study(track, Self.plan())
      hand.play()
      hand.pass(100)
      try? hand.session.mark(.a)
      hand.pass(200)
      try? hand.session.mark(.b)
      hand.forget()
      hand.pass(1000)
      let jumps = hand.told.filter { $0.contains(" at ") }
      #expect(jumps.count == 3, "\(hand.told)")
    }
  }

  @Test(arguments: [200, 700, 1000, 2200] as [Int]) func theModeChangesAtAnyPlaceWithoutLosingIt(place: Int) async {
    await ManualSession.play { hand in
      let track = hand.track(Self.text)
      hand.add(track)
      hand.pass(place)
      hand.session.study(track, Self.plan())
      hand.pass(20)
      let studied = hand.session.studyPlace
      // In the pause after the first sentence (0.8 to 0.9 s) its gap has begun.
      #expect(studied?.phrase == (place < 900 ? 0 : place < 2700 ? 1 : 2), "\(String(describing: studied))")
      hand.session.endStudy(of: track)
      hand.pass(20)
      #expect(abs(hand.position - Int64(place)) < 150, "\(hand.position)")
      hand.pass(20_000)
      #expect(hand.told.last?.hasSuffix("finished") == true)
      // Each word once.
      #expect(Self.words(hand) == ["One", "two.", "Three", "five.", "Six."].filter { Self.words(hand).contains($0) })
    }
  }

  @Test func theModeAndThePlaceAreKept() async {
    await ManualSession.play { hand in
      let track = hand.track(Self.text)
      track.origin = .whole(bytes: track.text.count)
      hand.add(track)
      hand.session.study(track, Self.plan([1, 1]))
      // In the second turn of the second sentence: 3.2 s for the first one, 1.7 and 1.7 s.
      hand.pass(6900)
      #expect(hand.session.studyPlace?.phrase == 1 && hand.session.studyPlace?.turn == 1)
      hand.pause()
      hand.pass(100)
      let kept = hand.session.kept.tracks[track.id]
      #expect(kept?.study == Self.plan([1, 1]))
      // A repetition begins anew.
      #expect(kept?.place.scalar == track.span(of: 1).scalars.lowerBound)
      #expect(kept.map { Track($0).exercise != nil } ?? false)
    }
  }

  @Test func anUtteranceOfAPipeIsStudiedWhileItIsWritten() async {
    await ManualSession.play { hand in
      let track = hand.openTrack(isLive: true)
      hand.write("One two.", to: track)
      hand.add(track)
      hand.session.study(track, Self.plan([1, 1], gap: .time(500_000)))
      hand.pass(4000)
      hand.write("Six.", to: track)
      hand.session.grew([track])
      hand.pass(4000)
      track.complete(.complete)
      hand.session.grew([track])
      hand.pass(4000)
      #expect(hand.heard == "One two.|One two.|Six.|Six.|")
      #expect(hand.told.last?.hasSuffix("finished") == true)
    }
  }
}
