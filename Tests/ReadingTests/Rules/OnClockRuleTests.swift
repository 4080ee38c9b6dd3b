import Documents
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Subtitles that are read on the clock of their own times.
@Suite(.timeLimit(.minutes(1)))
struct OnClockRuleTests {
  /// Reads subtitles. Each letter takes a tenth of a second.
  private static func read(
    _ script: Script, gaps: Timeline.Gaps = Timeline.Gaps(sentence: 2205),
    _ body: @Core (ManualSession, [String]) -> Void
  ) async {
    await ManualSession.play { hand in
      let queue = OpeningQueue(
        session: hand.session, reader: ScriptedReader(scheduler: hand.clock),
        recordings: ManualRecordings(scheduler: hand.clock), admission: AnyText(), covers: ManualCovers(),
        scheduler: hand.clock)
      var failures: [String] = []
      var request = OpeningRequest(
        source: TextSource(ScriptedFile(script, path: "/film.srt"), name: "film.srt"), isDivided: true,
        voices: VoiceChoice(VoiceConfiguration(voice: "counting"), from: nil), gaps: Silences(gaps, at: .usual),
        placement: .last)
      request.isOnClock = true
      queue.open(request) { if case .failure(let error) = $0 { failures.append(error.message) } }
      hand.pass(0)
      hand.pass(1)
      body(hand, failures)
      withExtendedLifetime(queue) {}
    }
  }

  @Test func eachSubtitleIsSpokenAtItsOwnTime() async {
    let cues = [
      (start: 500, end: 900, text: "abc."), (start: 3000, end: 3500, text: "def."),
      (start: 3200, end: 4000, text: "ghi."),
    ]
    await Self.read(Script(cues: cues)) { hand, failures in
      hand.pass(8000)
      #expect(failures.isEmpty)
      let words = hand.told.filter { $0.hasSuffix(".") }.map { $0.split(separator: " ").map(String.init) }
      #expect(words.map { $0[1] } == ["abc.", "def.", "ghi."])
      // The third one waits for the end of the second, which takes 0.4 s, and for a short silence.
      let times = words.compactMap { Int($0[0]) }
      #expect(zip(times, [500, 3000, 3500]).allSatisfy { abs($0 - $1) <= 3 }, "\(times)")
      #expect(hand.status == .stopped)
    }
  }

  /// Between two subtitles that are a minute apart, the output rests.
  @Test func theOutputRestsInALongPauseOfTheFilm() async {
    let cues = [(start: 20_000, end: 20_400, text: "abc."), (start: 60_000, end: 61_000, text: "def.")]
    await Self.read(Script(cues: cues)) { hand, _ in
      for tenth in 1...603 {
        hand.pass(100)
        // A second is heard before a rest, and two behind it.
        let rests = 12..<179 ~= tenth || 216..<579 ~= tenth
        let isEdge = [10, 11, 179, 214, 215, 579].contains(tenth)
        #expect(isEdge || hand.output.isRunning == !rests, "\(tenth)")
        #expect(abs(hand.position - Int64(tenth * 100)) <= 10, "\(tenth): \(hand.position)")
      }
      #expect(hand.told.contains("60000 def."), "\(hand.told)")
    }
  }

  @Test func thePositionIsThatOfTheClock() async {
    let cues = [(start: 2000, end: 2400, text: "abc."), (start: 60_000, end: 61_000, text: "def.")]
    await Self.read(Script(cues: cues)) { hand, _ in
      hand.pass(1000)
      #expect(abs(hand.position - 1000) <= 3 && hand.session.state == .delay)
      hand.seek(to: 59_000)
      hand.pass(1200)
      #expect(abs(hand.position - 60_200) <= 3, "\(hand.position)")
      #expect(hand.told.contains { $0.hasSuffix(" def.") })
      #expect(hand.session.steppingPlace?.sentence == 1)
    }
  }

  @Test func aTextWithoutTimesIsRefused() async {
    await Self.read(Script("One. Two.")) { hand, failures in
      #expect(failures.count == 1 && failures[0].contains("it has no times of its own"), "\(failures)")
      #expect(hand.session.player.ids.isEmpty)
    }
  }
}

@Core
private final class AnyText: Admission {
  let room = Int.max
  func grow(_ track: TrackID, to bytes: Int) -> Bool { true }
}
