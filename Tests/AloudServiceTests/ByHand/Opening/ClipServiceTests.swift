import AloudAPI
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Utterances of texts and clips, from a client's call on.
@Suite(.timeLimit(.minutes(1)))
struct ClipServiceTests {
  private static let ding = "/clips/ding.oga"

  @Core private static func put(_ service: ManualService, seconds: Double = 0.5) {
    service.files.put(Script(RecordingScript(seconds: seconds), name: ding), at: ding)
  }

  @Test func partsAreOneTrackWithOneTitle_S1_16() async {
    await ManualService.play { service in
      Self.put(service)
      let answer = service.say(parts: [.clip(Self.ding), .text("12"), .clip(Self.ding)])
      service.pass(10)
      #expect(answer.track != nil && service.titles == ["[ding] 12 [ding]"])
      service.passAll()
      #expect(service.told == ["started [ding] 12 [ding]", "finished [ding] 12 [ding]"])
      #expect(service.words.map(\.word) == ["12"] && service.words.map(\.scalar) == [8])
    }
  }

  @Test func aBadClipLeavesTheQueueAsItWas_S1_16() async {
    await ManualService.play { service in
      var broken = RecordingScript(seconds: 2)
      broken.breaksAt = 30_000
      service.files.put(Script(broken, name: "bad"), at: "/clips/bad.oga")
      service.say("Before.")
      service.pass(10)
      let answers = [
        service.say(parts: [.text("12"), .clip("/clips/bad.oga")]), service.say(parts: [.text("a"), .pipe]),
      ]
      service.pass(100)
      #expect(answers.map(\.error) == ["Damaged", "Unsupported"])
      #expect(answers[0].message.contains("the clip 'bad' cannot be heard: it is broken at 0:01"))
      #expect(answers[1].message == "a clip is played only from a file, and this is a pipe")
      #expect(service.titles == ["Before."])
    }
  }

  @Test func aTextThatIsSaidAfterItIsHeardAfterIt_S1_16() async {
    await ManualService.play { service in
      Self.put(service)
      service.say(parts: [.clip(Self.ding), .text("One.")])
      service.say("Two.")
      service.pass(100)
      #expect(service.titles == ["[ding] One.", "Two."])
    }
  }

  @Test func afterARestartClipsAreOpenedByTheirPaths_S1_16() async throws {
    try await ManualService.play { service in
      Self.put(service)
      service.say(parts: [.clip(Self.ding), .text("12"), .clip(Self.ding)], SpeakOptions(paused: true))
      service.pass(100)
      let id = try #require(service.player.entries.first?.id)
      let before = try #require(service.session.track(id)).timeline
      let next = service.successor()
      let track = try #require(next.session.track(id))
      next.hand.play()
      next.passAll()
      #expect(next.told == ["started [ding] 12 [ding]", "finished [ding] 12 [ding]"])
      #expect(next.failures == [])
      #expect(track.timeline.length == before.length && track.timeline.isExact)
      #expect(track.timeline.length == 24_000 * 2 + 9600)
    }
  }

  @Test func afterARestartAClipWithoutItsFileIsLeftOut_S1_16() async throws {
    try await ManualService.play { service in
      Self.put(service)
      service.say(parts: [.text("12"), .clip(Self.ding), .text("13")], SpeakOptions(paused: true))
      service.pass(100)
      _ = try #require(service.player.entries.first?.id)
      service.files.remove(Self.ding)
      let next = service.successor()
      next.hand.play()
      next.passAll()
      #expect(next.words.map(\.word) == ["12", "13"])
      #expect(next.failures == ["'ding' is left out: there is no file '/clips/ding.oga'"])
      #expect(next.told.last == "finished 12 [ding] 13")
    }
  }
}
