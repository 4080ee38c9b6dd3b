import Testing
import Vocabulary

@testable import Playback

/// The repetition within a track, and its end.
@Suite(.timeLimit(.minutes(1)))
struct RepetitionTests {
  private static let points = (0..<8).map { SpeechPoint(sentence: $0 / 3, offset: Int64($0 % 3) * 100) }

  private static func mark(_ stage: inout Stage, _ mark: RepeatMark, _ word: Int) -> [Player.Effect] {
    stage.handle(.mark(mark, start: points[word], end: points[word + 1]))
  }

  private static func effects(_ effects: [Player.Effect]) -> [Repetition?] {
    effects.compactMap { if case .setRepetition(let repetition) = $0 { .some(repetition) } else { nil } }
  }

  @Test func aUnitIsRepeatedUntilSomethingElseIsWanted_S3_25() {
    var stage = Stage(tracks: 2, playing: true)
    #expect(Self.effects(stage.handle(.setRepeat(.sentence))) == [Repetition(.sentence, in: 1)])
    #expect(stage.player.snapshot.repeatMode == .sentence)
    #expect(stage.handle(.setRepeat(.sentence)) == [])
    // Pauses and jumps do not change it.
    _ = stage.handle(.pause(.user))
    _ = stage.handle(.seek(to: 5))
    _ = stage.handle(.play)
    #expect(stage.player.repetition == Repetition(.sentence, in: 1))
    #expect(Self.effects(stage.handle(.setRepeat(.paragraph))) == [Repetition(.paragraph, in: 1)])
    #expect(Self.effects(stage.handle(.setRepeat(.off))) == [nil])
    #expect(stage.player.snapshot.repeatMode == .off)
  }

  @Test func theChapterIsRepeatedAsMPRISRepeatsATrack_S3_25() {
    var stage = Stage(tracks: 2, playing: true)
    _ = stage.handle(.setRepeat(.sentence))
    _ = stage.handle(.setRepeat(.chapter))
    #expect(stage.player.loop == .track && stage.player.repetition == nil)
    #expect(stage.player.snapshot.repeatMode == .chapter)
    #expect(stage.lap(2) == [1, 1])
    _ = stage.handle(.setRepeat(.off))
    #expect(stage.player.loop == .none)
    // The repetition of the queue is independent.
    _ = stage.handle(.setLoop(.playlist))
    _ = stage.handle(.setRepeat(.off))
    #expect(stage.player.loop == .playlist)
  }

  @Test func theFirstMarkBeginsTheSecondEndsAndTheThirdTakesBothAway_S3_25() {
    var stage = Stage(tracks: 1, playing: true)
    _ = Self.mark(&stage, .next, 1)
    #expect(stage.player.snapshot.repeatMode == .a)
    #expect(Self.effects(Self.mark(&stage, .next, 4)) == [Repetition(.between(Self.points[1], Self.points[5]), in: 1)])
    #expect(stage.player.snapshot.repeatMode == .ab)
    #expect(Self.effects(Self.mark(&stage, .next, 2)) == [nil])
    #expect(stage.player.snapshot.repeatMode == .off)
  }

  @Test func marksTheOtherWayRoundAreTheSamePart_S3_25() {
    var stage = Stage(tracks: 1, playing: true)
    _ = Self.mark(&stage, .a, 5)
    _ = Self.mark(&stage, .b, 1)
    #expect(stage.player.repetition?.extent == .between(Self.points[1], Self.points[5]))
    // A new end for the same beginning, and a single word.
    _ = Self.mark(&stage, .b, 3)
    #expect(stage.player.repetition?.extent == .between(Self.points[1], Self.points[4]))
    _ = Self.mark(&stage, .a, 2)
    _ = Self.mark(&stage, .b, 2)
    #expect(stage.player.repetition?.extent == .between(Self.points[2], Self.points[3]))
  }

  @Test func anEndWithoutABeginningIsNone() {
    var stage = Stage(tracks: 1, playing: true)
    #expect(Self.mark(&stage, .b, 2) == [])
    _ = stage.handle(.setRepeat(.sentence))
    #expect(Self.mark(&stage, .b, 2) == [])
    #expect(stage.player.repeatMode == .sentence)
  }

  @Test func leavingTheTrackEndsItsRepetition_S3_25() {
    for event in [Player.Event.next(finishing: true), .goTo(2), .goTo(2, at: 7), .stop, .remove([1])] {
      var stage = Stage(tracks: 2, playing: true)
      _ = stage.handle(.setRepeat(.sentence))
      #expect(Self.effects(stage.handle(event)) == [nil], "\(event)")
      #expect(stage.player.snapshot.repeatMode == .off)
    }
  }

  @Test func aTextThatIsPutInBetweenIsHeardOnce() {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.setRepeat(.paragraph))
    _ = stage.add(9...9, .now, heard: 500)
    #expect(stage.player.snapshot.repeatMode == .off)
    stage.hear()
    #expect(stage.end().opened == [Place(1, 500)])
    #expect(stage.player.snapshot.repeatMode == .paragraph)
  }

  @Test func aPlaceOfAnyTrackIsReachedAtOnce_S2_02() {
    var stage = Stage(tracks: 3, playing: true)
    #expect(stage.handle(.goTo(3, at: 70)).opened == [Place(3, 70)])
    #expect(stage.handle(.goTo(3, at: 40)).opened == [Place(3, 40)])
    #expect(stage.handle(.goTo(1, at: -1)).opened == [Place(1, 0)])
    #expect(stage.handle(.goTo(99, at: 0)) == [])
  }
}
