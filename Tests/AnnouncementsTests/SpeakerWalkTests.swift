import Foundation
import Testing

@testable import Announcements

@Suite(.timeLimit(.minutes(5)))
struct SpeakerWalkTests {
  /// The number of walks; `ALOUD_WALKS` sets another one, as `make check` does.
  private static let walks = ProcessInfo.processInfo.environment["ALOUD_WALKS"].flatMap { UInt64($0) } ?? 1000

  /// Walks of 150 steps, in four parts: nothing is reported as heard that was not, nothing sounds after its end but
  /// what fades out, two are never in the player at once, and each announcement has exactly one end.
  @Test(arguments: 0..<4 as Range<UInt64>) func noOrderOfReportsLosesAnAnnouncement_S1_05(part: UInt64) {
    var words = 0
    for seed in part * Self.walks / 4..<(part + 1) * Self.walks / 4 {
      var walk = SpeakerWalk(seed: seed)
      walk.run(steps: 150)
      words += walk.words
      guard walk.broken == nil else {
        Issue.record("seed \(seed): \(walk.broken ?? "") after \(walk.log.suffix(16).joined(separator: "\n"))")
        return
      }
    }
    #expect(words > 0)
  }

  @Test func wordsAreToldFromTheStartOfARunToItsEnd() {
    typealias Speaker = AnnouncementSpeaker<Int>
    let (run, next) = (AnnouncementLane.Run(1), AnnouncementLane.Run(2))
    let word = WalkPlayer.word(of: 10)
    func speaker(_ events: [Speaker.Event]) -> Speaker {
      var speaker = Speaker()
      for event in [.speak(run), .entering(run), .entered(run, 10)] + events { _ = speaker.handle(event) }
      return speaker
    }
    func told(_ text: Int, after events: [Speaker.Event]) -> [Speaker.Effect] {
      var speaker = speaker(events)
      return speaker.handle(.word(text, word))
    }
    #expect(told(10, after: [.began(10)]) == [.report(.word(run, word))])
    // Not of another text, nor before it is heard, nor once it ends or fades out.
    #expect(told(9, after: [.began(10)]) == [] && told(10, after: []) == [])
    for stop in [AnnouncementLane.Stop.atOnce, .fade] {
      #expect(told(10, after: [.began(10), .stop(run, stop)]) == [])
      #expect(told(10, after: [.began(10), .stop(run, stop), .speak(next)]) == [])
    }
    #expect(told(10, after: [.began(10), .finished(10)]) == [])
    // The rest of its last sentence is heard.
    #expect(told(10, after: [.began(10), .stop(run, .sentenceEnd)]) == [.report(.word(run, word))])
    #expect(told(10, after: [.began(10), .stop(run, .sentenceEnd), .rested]) == [])
    // A sign has no words.
    let sign: [Speaker.Event] = [.failed(10, "no voice"), .entering(run), .entered(run, 11), .began(11)]
    #expect(told(11, after: sign) == [])
  }

  @Test func oneWhoseTurnComesInAFadeIsSpokenAfterIt() {
    var speaker = AnnouncementSpeaker<Int>()
    let (first, second) = (AnnouncementLane.Run(1), AnnouncementLane.Run(2))
    let fade = AnnouncementSpeaker<Int>.Fade(number: 1)
    for event in [.speak(first), .entering(first), .entered(first, 10), .began(10)] as [AnnouncementSpeaker<Int>.Event]
    {
      _ = speaker.handle(event)
    }
    #expect(speaker.handle(.stop(first, .fade)) == [.fadeOut(fade)])
    #expect(speaker.handle(.speak(second)) == [])
    // The first one ends within its fade.
    #expect(speaker.handle(.finished(10)) == [.remove(10), .awaitSilence(fade)])
    #expect(speaker.handle(.rested) == [] && speaker.handle(.faded(fade)) == [])
    #expect(speaker.handle(.silent(fade)) == [.open(second)])
    for event in [.entering(second), .entered(second, 11)] as [AnnouncementSpeaker<Int>.Event] {
      #expect(speaker.handle(event) == [])
    }
    #expect(speaker.handle(.began(11)) == [.report(.started(second))])
    #expect(speaker.handle(.finished(11)) == [.remove(11), .report(.finished(second))])
  }

  @Test func oneThatWasStoppedInTheMomentOfItsEntryLeaves() {
    var speaker = AnnouncementSpeaker<Int>()
    let run = AnnouncementLane.Run(1)
    for event in [.speak(run), .entering(run), .stop(run, .atOnce)] as [AnnouncementSpeaker<Int>.Event] {
      _ = speaker.handle(event)
    }
    #expect(speaker.handle(.began(10)) == [] && speaker.handle(.entered(run, 10)) == [.remove(10)])
  }
}
