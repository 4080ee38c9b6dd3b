import Testing
import Vocabulary

@testable import Playback

/// A reading that cannot be heard.
struct LoudnessTests {
  private static let muted = Loudness(isSinkMuted: true, sinkVolume: 0.5)
  private static let heard = Loudness(sinkVolume: 0.5)

  private func stage(pausesOnMute: Bool) -> Stage {
    var stage = Stage(tracks: 2, playing: true)
    var policy = Policy()
    policy.pausesOnMute = pausesOnMute
    _ = stage.handle(.configure(policy))
    return stage
  }

  @Test func theEffectiveVolumeIsThatOfTheStreamTimesThatOfTheSink_S1_08() {
    var stage = stage(pausesOnMute: false)
    #expect(stage.player.effectiveVolume == nil, "nothing is known of the sink")
    #expect(stage.player.unheard == nil)
    _ = stage.handle(.loudness(Loudness(sinkVolume: 0.6)))
    _ = stage.handle(.setVolume(0.5))
    #expect(stage.player.snapshot.effectiveVolume == 0.3)
    _ = stage.handle(.loudness(Loudness(isStreamMuted: true, sinkVolume: 0.6)))
    #expect(stage.player.snapshot.effectiveVolume == 0)
  }

  @Test func whyNobodyHearsItIsNamed_X8() {
    var stage = stage(pausesOnMute: false)
    let cases: [(Loudness, CubicLevel, Unheard?)] = [
      (Loudness(sinkVolume: 1), 1, nil), (Loudness(), 0, .volume), (Loudness(sinkVolume: 0), 1, .sinkVolume),
      (Loudness(isSinkMuted: true, sinkVolume: 1), 1, .sinkMuted), (Loudness(isStreamMuted: true), 1, .muted),
      (Loudness(isStreamMuted: true, isSinkMuted: true, sinkVolume: 0), 0, .muted),
      (Loudness(sinkVolume: 0.01), 1, nil),
    ]
    for (loudness, volume, why) in cases {
      _ = stage.handle(.loudness(loudness))
      _ = stage.handle(.setVolume(volume))
      #expect(stage.player.snapshot.unheard == why, "\(loudness) at \(volume)")
      #expect(stage.player.status == .playing && stage.isSounding, "the reading goes on, as the configuration says")
    }
  }

  @Test func byChoiceSilenceIsKeptWhileNobodyHears_X8() {
    var stage = stage(pausesOnMute: true)
    #expect(stage.handle(.loudness(Self.heard)) == [])
    #expect(stage.handle(.loudness(Self.muted)).orders == [false])
    #expect(stage.player.status == .paused && stage.player.pauseReason == .muted && stage.player.wantsSound)
    stage.wait(.seconds(5))
    #expect(stage.handle(.loudness(Self.heard)).orders == [true])
    #expect(stage.player.status == .playing)
    // A volume of 0 has the same effect.
    stage.hear()
    #expect(stage.handle(.setVolume(0)).orders == [false])
    #expect(stage.handle(.setVolume(0.3)).orders == [true])
  }

  @Test func playReadsUnheardUntilTheSoundCanBeHeardAgain() {
    var stage = stage(pausesOnMute: true)
    _ = stage.handle(.loudness(Self.muted))
    #expect(stage.handle(.play).orders == [true])
    #expect(stage.player.status == .playing)
    _ = stage.handle(.loudness(Self.heard))
    #expect(stage.handle(.loudness(Self.muted)).orders == [false], "the next time counts again")
  }

  @Test func aPauseOfTheListenerStaysWhenTheSoundCanBeHeard() {
    var stage = stage(pausesOnMute: true)
    _ = stage.handle(.loudness(Self.muted))
    _ = stage.handle(.pause(.user))
    #expect(stage.player.pauseReason == .user)
    #expect(stage.handle(.loudness(Self.heard)).orders == [])
    #expect(stage.player.status == .paused)
  }

  @Test func aChoiceThatIsTakenBackEndsTheSilence() {
    var stage = stage(pausesOnMute: true)
    _ = stage.handle(.loudness(Self.muted))
    #expect(stage.handle(.configure(Policy())).orders == [true])
  }
}
