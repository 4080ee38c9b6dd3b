import EventLoop
import Playback
import Speech
import Testing

@testable import Reading

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// A manual clock of the heard sound: 22,050 frames per second from the first moment on.
@Core
private final class ManualHearingClock: HearingClock {
  let scheduler = ManualScheduler()
  var epoch: Player.Epoch = 1
  var trackEnd: Frame?
  let sampleRate = SampleRate.usual
  /// The end of the fed frames; instants after it are unknown.
  var fed = Frame.max

  func heard() -> Frame? { Frame(scheduler.now.nanoseconds) * 22_050 / 1_000_000_000 }

  func instant(of media: Frame, in epoch: Player.Epoch) -> Instant? {
    epoch == self.epoch && media <= fed ? Instant(nanoseconds: (media * 1_000_000_000 + 22_049) / 22_050) : nil
  }
}

/// A boundary and an announcer on the same clock, with their records.
@Core
private final class Rig {
  let clock = ManualHearingClock()
  let announcer: HeardAnnouncer
  let boundary: BoundaryPause
  private(set) var told: [String] = []

  init() {
    let reports = Relay<PartReport>()
    announcer = HeardAnnouncer(clock: clock, scheduler: clock.scheduler, reports)
    boundary = BoundaryPause(clock: clock, announcer: announcer, scheduler: clock.scheduler)
    announcer.limit = { [boundary] in boundary.end }
    reports.connect { [unowned self] report in
      switch report {
      case .heard(.sentence(let plan), _): self.told.append("sentence \(plan.sentence)")
      case .heard(.word, let media): self.told.append("word at \(media)")
      default: Issue.record("an announcer tells nothing else: \(report)")
      }
    }
  }

  func pause(atEndOf unit: TextUnit) -> Bool {
    boundary.begin(atEndOf: unit) { [unowned self] epoch in
      told.append("mark at \(clock.heard()!), epoch \(epoch)")
    }
  }

  /// A sentence of a second with words at each quarter, fed at a media frame.
  func plan(_ sentence: Int, at media: Frame, offset: Frame = 0, end: Frame? = nil, goesBack: Bool = false) {
    let audio = SentenceAudio()
    audio.append([Int16](repeating: 1, count: 22_050))
    for word in 0..<4 {
      audio.append(
        WordMark(
          frame: word * 5_512,
          span: TextSpan(scalars: word..<word + 1, utf8: word..<word + 1, utf16: word..<word + 1)))
    }
    audio.end(.complete)
    announcer.append(
      SentencePlan(
        epoch: 1, track: TrackID(1), sentence: sentence,
        span: TextSpan(scalars: 0..<4, utf8: 0..<4, utf16: 0..<4), media: media, offset: offset, audio: audio,
        goesBack: goesBack, end: end))
  }

  func update() {
    boundary.update()
    announcer.update()
  }

  func pass(_ milliseconds: Int) { clock.scheduler.advance(by: .milliseconds(milliseconds)) }
}

/// The timers that end a unit, with a manual clock.
@Suite(.timeLimit(.minutes(1)))
struct BoundaryPauseTests {
  private func onLoop(_ body: @Core (Rig) -> Void) async {
    loop
    await Self.run(body)
  }

  @Core
  private static func run(_ body: @Core (Rig) -> Void) { body(Rig()) }

  @Test func theNextWordIsNotAnnouncedWhereThePauseComes_S3_03() async {
    await onLoop { rig in
      rig.plan(0, at: 0)
      rig.update()
      rig.pass(300)
      #expect(rig.pause(atEndOf: .word))
      // The result does not depend on which timer was set last.
      rig.announcer.update()
      rig.pass(201)
      #expect(rig.told == ["sentence 0", "word at 0", "word at 5512", "mark at 11024, epoch 1"])
    }
  }

  @Test func withoutASilenceTheNextSentenceIsNotAnnouncedEither_S3_03() async {
    await onLoop { rig in
      rig.plan(0, at: 0)
      rig.plan(1, at: 22_050)
      rig.update()
      rig.pass(900)
      #expect(rig.pause(atEndOf: .sentence))
      rig.update()
      rig.pass(101)
      #expect(rig.told.suffix(2) == ["word at 16536", "mark at 22050, epoch 1"])
    }
  }

  @Test func theEndOfTheTrackIsLeftToTheTrack_S3_03() async {
    await onLoop { rig in
      rig.plan(0, at: 0)
      rig.update()
      rig.pass(900)
      #expect(rig.pause(atEndOf: .sentence))
      rig.clock.trackEnd = 22_050
      rig.update()
      rig.pass(1000)
      #expect(rig.told.last == "word at 16536", "\(rig.told)")
      // With a delay after the text, the end of the sentence is not the end of the track.
      rig.clock.trackEnd = 30_000
      rig.update()
      rig.pass(1)
      #expect(rig.told.last?.hasPrefix("mark") == true)
    }
  }

  /// A part within a sentence is repeated: the end of the round is the end of the sentence.
  @Test func aSentenceEndsWithItsLap_S3_25() async {
    await onLoop { rig in
      rig.plan(0, at: 0, end: 11_024)
      rig.plan(0, at: 13_229, offset: 2_000, end: 11_024, goesBack: true)
      rig.update()
      rig.pass(300)
      #expect(rig.pause(atEndOf: .sentence))
      rig.pass(201)
      #expect(rig.told.last == "mark at 11024, epoch 1", "\(rig.told)")
    }
  }

  /// A busy loop is late: the sentence has left the plan, but its end is still known.
  @Test func aLateLoopDoesNotLoseThePause_S3_25() async {
    await onLoop { rig in
      rig.plan(0, at: 0, end: 11_024)
      rig.plan(0, at: 13_229, end: 11_024, goesBack: true)
      rig.clock.fed = 5_000
      rig.update()
      rig.pass(300)
      #expect(rig.pause(atEndOf: .sentence))
      #expect(!rig.clock.scheduler.isIdle || rig.boundary.end == 11_024)
      rig.pass(500)
      rig.clock.fed = .max
      rig.announcer.update()
      rig.update()
      rig.pass(1)
      #expect(rig.told.last?.hasPrefix("mark") == true, "\(rig.told)")
    }
  }

  @Test func inTheSilenceAfterItASentenceHasEnded_S3_03() async {
    await onLoop { rig in
      rig.plan(0, at: 0)
      rig.update()
      rig.pass(1100)
      #expect(!rig.pause(atEndOf: .sentence) && rig.boundary.end == nil)
    }
  }

  @Test func aCancelledPauseNeverComes_S3_03() async {
    await onLoop { rig in
      rig.plan(0, at: 0)
      rig.plan(1, at: 22_050)
      rig.update()
      rig.pass(300)
      #expect(rig.pause(atEndOf: .sentence))
      rig.boundary.cancel()
      rig.announcer.update()
      rig.pass(1000)
      #expect(!rig.told.contains { $0.hasPrefix("mark") } && rig.told.contains("sentence 1"))
    }
  }
}
