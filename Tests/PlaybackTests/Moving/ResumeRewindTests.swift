import Testing
import Vocabulary

@testable import Playback

@Suite("Going back when a document is opened again", .timeLimit(.minutes(1)))
struct ResumeRewindTests {
  @Test(
    arguments: [
      (.seconds(-100_000), 0), (.zero, 0), (.seconds(10), 0), (.seconds(299), 0), (.seconds(300), 1),
      (.seconds(3599), 1), (.seconds(3600), 2), (.seconds(86_399), 2), (.seconds(86_400), 3), (.seconds(604_799), 3),
      (.seconds(604_800), 5), (.seconds(40_000_000), 5),
    ] as [(Duration, Int)])
  func theLongerItIsAgoTheFartherBack_S2_28(absence: Duration, sentences: Int) {
    #expect(ResumeRewind.sentences(after: absence) == sentences)
  }

  /// A pause of the listener's own, minutes or days long.
  @Test(
    arguments: [
      (.seconds(299), []), (.seconds(300), [.sentences(back: 1)]), (.seconds(4000), [.sentences(back: 2)]),
      (.seconds(700_000), [.sentences(back: 5)]),
    ] as [(Duration, [Rewind])])
  func aLongPauseIsFollowedByWhatWasForgotten_S3_03(silence: Duration, rewound: [Rewind]) {
    for byToggle in [true, false] {
      var stage = Stage(tracks: 1, playing: true)
      _ = stage.handle(.pause(.user))
      stage.wait(silence)
      #expect(stage.handle(byToggle ? .toggle : .play).rewound == rewound)
    }
  }

  @Test func theSleepOfTheMachineCountsAsSilence_S0_02() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.user))
    stage.wait(.seconds(10))
    #expect(stage.handle(.slept(.seconds(30_000))).isEmpty)
    #expect(stage.handle(.play).rewound == [.sentences(back: 2)])
    // A sleep of the machine without a pause does not count.
    _ = stage.handle(.slept(.seconds(30_000)))
    stage.hear()
    _ = stage.handle(.pause(.user))
    #expect(stage.handle(.play).rewound == [])
  }

  @Test func theConfigurationSaysFromWhenOn() {
    for (limit, rewound) in [(Duration.seconds(30), [Rewind.sentence]), (.zero, [])] {
      var stage = Stage(tracks: 1, playing: true)
      var policy = Policy()
      policy.pauseRewindAfter = limit
      _ = stage.handle(.configure(policy))
      _ = stage.handle(.pause(.user))
      stage.wait(.seconds(60))
      #expect(stage.handle(.play).rewound == rewound)
    }
  }

  @Test func aRepeatedPartIsNotLeftForIt_S3_25() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.setRepeat(.sentence))
    _ = stage.handle(.pause(.user))
    stage.wait(.seconds(10_000))
    #expect(stage.handle(.play).rewound == [.sentence])
  }

  /// A longer rewind is not shortened by a reason that asks for less.
  @Test func theLongestWayBackCounts() {
    let ways: [Rewind] = [.sentences(back: 3), .sentence, .word, .sentences(back: 1)]
    #expect(ways.sorted() == [.word, .sentence, .sentences(back: 1), .sentences(back: 3)])
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.pause(.sleep))
    stage.wait(.seconds(90_000))
    #expect(stage.handle(.play).rewound == [.sentences(back: 3)])
  }
}
