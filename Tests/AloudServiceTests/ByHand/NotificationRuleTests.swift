import Documents
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// The notifications on the desktop, and their times.
@Suite(.timeLimit(.minutes(1)))
struct NotificationRuleTests {
  /// A session with a notifier that checks it after each turn, like in the service.
  @Core
  private final class Rig {
    let hand = ManualSession()
    let desktop = ManualDesktop()
    let notifier: Notifier

    /// - Parameter ours: the spoken notices among the texts.
    init(ours: Set<TrackID> = []) {
      notifier = Notifier(
        desktop: desktop, scheduler: hand.clock, isOurs: { ours.contains($0) },
        remedy: { [session = hand.session] in Remedy(for: session) })
      let (notifier, session) = (notifier, hand.session)
      let tell = hand.session.notify
      hand.session.notify = { [unowned session] notice in
        tell?(notice)
        switch notice {
        case .turned: notifier.update(session.player)
        case .gaveUp(let error): notifier.gaveUp(error.message, session.player)
        default: break
        }
      }
    }

    /// A text of sentences of ASCII.
    static func track(_ session: Session, _ sentences: [String]) -> Track {
      let track = Track(
        id: session.makeTrackID(), voice: VoiceConfiguration(voice: "counting"), gain: 1, gaps: Silences())
      var start = 0
      for sentence in sentences {
        track.passage.append(text: Array((sentence + " ").utf8))
        track.append(sentences: [SentenceRecord(span: TextSpan(start..<start + sentence.utf8.count))])
        start += sentence.utf8.count + 1
      }
      track.complete(.complete)
      return track
    }

    /// Reads two sentences.
    func read() {
      let track = Self.track(hand.session, ["One two.", "Three four."])
      hand.session.add([(track, TrackMetadata(title: "A secret diary"))], .last, playing: true)
    }
  }

  private func play(ours: Set<TrackID> = [], _ body: @Core (Rig) throws -> Void) async rethrows {
    loop
    try await Self.run(ours, body)
  }

  @Core
  private static func run(_ ours: Set<TrackID>, _ body: @Core (Rig) throws -> Void) rethrows {
    try body(Rig(ours: ours))
  }

  // MARK: Nothing can be heard

  @Test func anOutputMissingForTenSecondsIsToldOnce_S0_13_S1_13() async {
    await play { rig in
      rig.hand.output.become(.noSink)
      rig.read()
      rig.hand.pass(9_900)
      #expect(rig.desktop.shown.isEmpty)
      rig.hand.pass(200)
      #expect(
        rig.desktop.shown == [
          .init(
            summary: "Nothing can be heard",
            body: "There is no sound output. The reading goes on by itself when that changes.")
        ])
      // Whatever else happens, it is not said again.
      rig.hand.session.send(.setRate(2))
      rig.read()
      rig.hand.pass(60_000)
      #expect(rig.desktop.shown.count == 1 && rig.desktop.withdrawn == 0)
    }
  }

  @Test func whenTheSoundIsBackItIsTakenBack_S0_13() async {
    await play { rig in
      rig.hand.output.become(.noSink)
      rig.read()
      rig.hand.pass(11_000)
      rig.hand.output.become(.ready)
      rig.hand.pass(500)
      #expect(rig.desktop.present == nil && rig.desktop.withdrawn == 1 && rig.desktop.shown.count == 1)
    }
  }

  // MARK: The settings

  @Test func settingsThatCannotBeReadAreToldUntilTheyCan() async {
    await play { rig in
      rig.notifier.doubted(SettingsDoubt(mistake: "/c/aloud.toml is not UTF-8", isSilent: true))
      let body = "/c/aloud.toml is not UTF-8. Notifications are not spoken until it is mended."
      #expect(rig.desktop.present == .init(summary: "The settings are not read", body: body))
      // A reading that is heard does not mend them.
      rig.read()
      rig.hand.pass(2_000)
      #expect(rig.desktop.withdrawn == 0)
      rig.notifier.doubted(nil)
      #expect(rig.desktop.present == nil && rig.desktop.withdrawn == 1)
    }
  }

  @Test(arguments: [
    (SoundState.noSink, "There is no sound output."),
    (.unlinked, "PipeWire connects the sound to no output. Restarting PipeWire helps."),
    (.serverMissing, "PipeWire does not run."),
  ])
  func everyReasonHasItsSentence_S0_13(state: SoundState, sentence: String) async {
    await play { rig in
      rig.hand.output.become(state)
      rig.read()
      rig.hand.pass(15_000)
      #expect(rig.desktop.present?.body.hasPrefix(sentence) == true, "\(rig.desktop.shown)")
    }
  }

  @Test func aLossOfLessThanTenSecondsIsNotTold_S0_13() async {
    await play { rig in
      for _ in 0..<5 {
        rig.hand.output.become(.noSink)
        rig.read()
        rig.hand.pass(9_000)
        rig.hand.output.become(.ready)
        rig.hand.pass(2_000)
      }
      rig.hand.pass(60_000)
      #expect(rig.desktop.shown.isEmpty && rig.desktop.withdrawn == 0)
    }
  }

  @Test func aMissingOutputIsNotToldDuringAPause_S0_13() async {
    await play { rig in
      rig.read()
      rig.hand.pass(300)
      rig.hand.session.send(.pause(.user))
      rig.hand.output.become(.noSink)
      rig.hand.pass(60_000)
      #expect(rig.desktop.shown.isEmpty)
    }
  }

  @Test func aPauseEndsThePatience_S0_13() async {
    await play { rig in
      rig.hand.output.become(.noSink)
      rig.read()
      rig.hand.pass(6_000)
      rig.hand.session.send(.pause(.user))
      rig.hand.pass(60_000)
      #expect(rig.desktop.shown.isEmpty)
    }
  }

  @Test func aPauseTakesBackWhatWasSaid_S0_13() async {
    await play { rig in
      rig.hand.output.become(.noSink)
      rig.read()
      rig.hand.pass(12_000)
      #expect(rig.desktop.present != nil)
      rig.hand.session.send(.pause(.user))
      #expect(rig.desktop.present == nil)
    }
  }

  @Test(arguments: [
    (Loudness(sinkVolume: 0), "The volume of the sound output is 0."),
    (Loudness(isSinkMuted: true, sinkVolume: 1), "The sound output is muted."),
    (Loudness(isStreamMuted: true, sinkVolume: 1), "Aloud is muted in the mixer."),
  ])
  func aSoundThatNobodyHearsIsSaid(loudness: Loudness, sentence: String) async {
    await play { rig in
      rig.read()
      rig.hand.session.send(.setRepeat(.sentence))
      rig.hand.pass(300)
      rig.hand.session.send(.loudness(loudness))
      rig.hand.pass(9_900)
      #expect(rig.desktop.shown.isEmpty)
      rig.hand.pass(200)
      #expect(rig.desktop.shown == [.init(summary: "Nothing can be heard", body: sentence)])
      rig.hand.session.send(.loudness(Loudness(sinkVolume: 1)))
      rig.hand.pass(100)
      #expect(rig.desktop.present == nil)
    }
  }

  @Test func switchedOffNothingIsShown() async {
    await play { rig in
      rig.notifier.isEnabled = false
      rig.hand.output.become(.noSink)
      rig.read()
      rig.hand.pass(60_000)
      rig.notifier.cannotOpen("a file", "it is damaged", uri: nil)
      #expect(rig.desktop.shown.isEmpty)
    }
  }

  @Test func anotherDesktopIsToldAgainAndNothingOfTheFormerOneIsTakenBack() async {
    await play { rig in
      rig.hand.output.become(.noSink)
      rig.read()
      rig.hand.pass(12_000)
      rig.notifier.busReturned()
      rig.hand.session.send(.setRate(2))
      rig.hand.pass(5_000)
      #expect(rig.desktop.shown.count == 1)
      rig.hand.pass(6_000)
      #expect(rig.desktop.shown.count == 2)
      rig.notifier.busReturned()
      rig.hand.output.become(.ready)
      rig.hand.pass(1_000)
      #expect(rig.desktop.withdrawn == 0)
    }
  }

  // MARK: The reading has stopped

  private static let broken = Trouble(.broken)

  @Test func anUnspeakableTextIsShownWithItsReason_S0_13() async {
    await play { rig in
      rig.hand.voice.failures["Three four."] = Self.broken
      rig.read()
      rig.hand.pass(5_000)
      #expect(
        rig.desktop.shown == [
          .init(summary: "Reading has stopped", body: "the speech engine ends again and again", remedy: .tryAgain)
        ])
      // The sound is back: that settles it.
      rig.hand.voice.failures = [:]
      rig.hand.session.send(.play)
      rig.hand.pass(1_000)
      #expect(rig.desktop.present == nil && rig.desktop.withdrawn == 1)
    }
  }

  @Test func anErrorIsNotToldIfTheNextTextIsRead_S0_13() async {
    await play { rig in
      rig.hand.voice.failures["One two."] = Trouble(.noVoice)
      rig.read()
      let other = Rig.track(rig.hand.session, ["Five six."])
      rig.hand.session.add([(other, TrackMetadata(title: "Another"))], .last, playing: true)
      rig.hand.pass(600)
      #expect(rig.hand.session.player.current == other.id)
      #expect(rig.desktop.shown.isEmpty)
    }
  }

  @Test func wordsThatOnlySayItAloudSettleNothing_S0_13() async {
    // The text of the reading has the first number.
    await play(ours: [TrackID(2)]) { rig in
      rig.hand.voice.failures["Three four."] = Self.broken
      rig.read()
      rig.hand.pass(5_000)
      let notice = Rig.track(rig.hand.session, ["Reading has stopped."])
      #expect(notice.id == TrackID(2))
      rig.hand.session.add([(notice, TrackMetadata(title: "Reading has stopped"))], .now, playing: true)
      rig.hand.pass(600)
      #expect(rig.hand.session.player.current == notice.id && rig.desktop.present != nil)
    }
  }

  // MARK: Files, and what is private

  @Test func aFileThatIsNotReadIsSaidWithAButtonAndStays() async {
    await play { rig in
      rig.notifier.cannotOpen("book.zip", "it is damaged", uri: "file:///book.zip")
      #expect(
        rig.desktop.shown == [
          .init(summary: "Cannot read ‘book.zip’", body: "it is damaged", remedy: .showFile("file:///book.zip"))
        ])
      // Another reading does not settle it.
      rig.read()
      rig.hand.pass(1_000)
      #expect(rig.desktop.present != nil && rig.desktop.withdrawn == 0)
    }
  }

  @Test func privateTitlesReachNoNotification_D5() async {
    await play { rig in
      rig.notifier.hidesTitles = true
      rig.notifier.cannotOpen("secret.zip", "'secret.zip' is damaged", uri: "file:///secret.zip")
      rig.hand.voice.failures["Three four."] = Trouble(.broken, "at a secret")
      rig.read()
      rig.hand.pass(5_000)
      #expect(rig.desktop.shown.count == 2)
      #expect(rig.desktop.shown.allSatisfy { !"\($0)".contains("secret") }, "\(rig.desktop.shown)")
    }
  }

  @Test func aNewNotificationTakesThePlaceOfTheOldOne() async {
    await play { rig in
      rig.hand.output.become(.noSink)
      rig.read()
      rig.hand.pass(12_000)
      rig.notifier.cannotOpen("book.zip", "it is damaged", uri: nil)
      #expect(rig.desktop.shown.count == 2 && rig.desktop.present?.summary == "Cannot read ‘book.zip’")
      #expect(rig.desktop.withdrawn == 0)
    }
  }
}
