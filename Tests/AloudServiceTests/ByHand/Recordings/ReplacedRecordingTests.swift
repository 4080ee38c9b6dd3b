import AloudAPI
import Documents
import EventLoop
import Playback
import Recordings
import Speech
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Recordings whose files are others when they are opened again.
@Suite(.timeLimit(.minutes(1)))
struct ReplacedRecordingTests {
  private static let path = "/music/talk.mp3"
  private static let message =
    "'talk.mp3' is another recording than the one that was queued; it begins at its beginning"

  /// A file that takes the place of a minute of sound.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var seconds: Double
    /// Other contents from the first byte on.
    var isOther: Bool
    /// True if the reading goes on at its place.
    var keepsPlace: Bool
    var rate = 22_050
  }

  private static let changes = [
    Change(testDescription: "shorter", seconds: 10, isOther: true, keepsPlace: false),
    Change(testDescription: "longer", seconds: 300, isOther: true, keepsPlace: false),
    Change(testDescription: "shorter, of another rate", seconds: 10, isOther: true, keepsPlace: false, rate: 44_100),
    Change(testDescription: "cut before the place", seconds: 20, isOther: false, keepsPlace: false),
    Change(testDescription: "with other tags", seconds: 60.1, isOther: true, keepsPlace: true),
    Change(testDescription: "in another format", seconds: 60, isOther: true, keepsPlace: true, rate: 44_100),
    Change(testDescription: "copied", seconds: 60, isOther: false, keepsPlace: true),
    Change(testDescription: "grown", seconds: 90, isOther: false, keepsPlace: true),
  ]

  @Core private static func put(_ change: Change, in service: ManualService) {
    service.files.put(
      Script(RecordingScript(seconds: change.seconds, rate: change.rate), name: change.isOther ? "other" : "talk"),
      at: path)
  }

  @Core private static func begin(_ service: ManualService) {
    service.files.put(Script(RecordingScript(seconds: 60), name: "talk"), at: path)
    service.files.put(Script("The next text."), at: "/next.txt")
    service.read(path)
    service.pass(100)
    service.read("/next.txt", SpeakOptions(whenBusy: .queue))
    service.pass(100)
    service.session.send(.seek(to: 50_000_000))
    service.pass(500)
    service.session.send(.pause(.user))
    service.pass(300)
  }

  @Core private static func check(_ change: Change, _ service: ManualService) {
    #expect(service.titles == ["talk", "next"] && service.current == "talk")
    #expect(service.failures == (change.keepsPlace ? [] : [message]), "\(service.failures)")
    let place = service.hand.position
    #expect(change.keepsPlace ? (50_000...51_500).contains(place) : place < 1000, "\(place)")
    let length = service.player.entries.first?.length
    #expect(length == TrackLength(microseconds: Microseconds(Int64(change.seconds * 1_000_000)), isExact: true))
    service.session.send(.play)
    service.passAll()
    #expect(service.told.contains("finished talk") && service.told.contains("started next"))
  }

  @Test(arguments: changes) func theNextRunKnowsTheRecordingByWhatItIs(change: Change) async {
    await ManualService.play { service in
      Self.begin(service)
      Self.put(change, in: service)
      let next = service.successor()
      next.pass(1000)
      #expect(next.hand.status == .paused)
      Self.check(change, next)
    }
  }

  @Test(arguments: changes) func aFileThatIsOpenedAgainInTheSameRunIsKnown(change: Change) async {
    await ManualService.play { service in
      Self.begin(service)
      // Nothing of it is open during a said text.
      service.session.recordings.close()
      Self.put(change, in: service)
      service.forget()
      service.session.send(.play)
      service.pass(100)
      service.session.send(.pause(.user))
      service.pass(100)
      Self.check(change, service)
    }
  }

  @Test func aStoppedRecordingThatWasReplacedBeginsAtItsBeginning() async {
    await ManualService.play { service in
      Self.begin(service)
      service.session.send(.stop)
      Self.put(Self.changes[0], in: service)
      let next = service.successor()
      next.session.send(.play)
      next.pass(500)
      #expect(next.current == "talk" && next.hand.position < 1000)
    }
  }

  @Test(arguments: [false, true]) func aClipThatWasReplacedIsLeftOutAndNamed(isOther: Bool) async {
    await ManualService.play { service in
      service.files.put(Script(RecordingScript(seconds: 0.5), name: "ding"), at: "/ding.oga")
      service.say(parts: [.clip("/ding.oga"), .text("One two.")], SpeakOptions(paused: true))
      service.pass(100)
      service.files.put(
        Script(RecordingScript(seconds: isOther ? 20 : 0.5), name: isOther ? "another" : "ding"), at: "/ding.oga")
      let next = service.successor()
      next.session.send(.play)
      next.passAll()
      #expect(next.failures.contains { $0.contains("'ding.oga' has changed since it was queued") } == isOther)
      #expect(next.told.last?.hasPrefix("finished") == true && next.words.map(\.word).prefix(1) == ["One"])
    }
  }
}
