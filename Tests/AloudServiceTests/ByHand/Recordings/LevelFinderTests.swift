import Documents
import EventLoop
import Playback
import Recordings
import Testing
import Vocabulary
import Workers

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The levels of recordings are found once, one recording at a time, and kept by the content of their files.
@Suite(.timeLimit(.minutes(1)))
struct LevelFinderTests {
  private static let path = "/music/lesson.mp3"
  private static let rate = 8000

  /// Tells the levels of so many seconds, each second within a tenth of one.
  @Core
  private final class Decoder: PeakDecoder {
    private let seconds: Int
    private let clock: ManualScheduler
    private let events: @Core (RecordingEvent) -> Void
    private(set) var isAbandoned = false
    private var next = 0

    init(_ seconds: Int, _ clock: ManualScheduler, _ events: @escaping @Core (RecordingEvent) -> Void) {
      (self.seconds, self.clock, self.events) = (seconds, clock, events)
      var description = RecordingDescription(format: "MP3", sampleRate: LevelFinderTests.rate, channels: 1)
      (description.frames, description.isExact) = (Int64(seconds * LevelFinderTests.rate), true)
      clock.schedule(after: .milliseconds(5)) { [weak self] in self?.tell(.described(description)) }
    }

    private func tell(_ event: RecordingEvent) { if !isAbandoned { events(event) } }

    func wantLevels(count: Int) {
      let more = min(count, seconds * Levels.perSecond - next)
      clock.schedule(after: .milliseconds(more)) { [weak self] in
        guard let self else { return }
        if more > 0 {
          next += more
          tell(.levels(first: next - more, [UInt8](repeating: 200, count: more * Levels.bands.count)))
        }
        if more < count { tell(.atEnd(frames: Int64(seconds * LevelFinderTests.rate))) }
      }
    }

    func wantPeaks(frames: Int, each: Int) {}
    func seek(to frame: Int64) {}
    func abandon() { isAbandoned = true }
  }

  @Core
  private final class Rig: PeakOpener, LevelKeeper {
    let clock = ManualScheduler()
    let files = ManualFiles()
    private(set) var decoders: [Decoder] = []
    private(set) var kept: [ContentID: Levels] = [:]
    private(set) var answers: [String] = []
    var seconds = 30
    lazy var finder = LevelFinder(keeper: self, files: files, decoders: self)

    func openPeaks(_ file: any TextFile, events: @escaping @Core (RecordingEvent) -> Void) -> any PeakDecoder {
      let decoder = Decoder(seconds, clock, events)
      decoders.append(decoder)
      return decoder
    }

    func load(_ id: ContentID, done: @escaping @Core (Levels?) -> Void) { done(kept[id]) }
    func keep(_ levels: Levels, of id: ContentID) { kept[id] = levels }

    func find(_ track: UInt64, at path: String = LevelFinderTests.path) {
      finder.find(for: TrackID(track), at: path) { [unowned self] result in
        switch result {
        case .success(let found): answers.append("\(track): \(found.levels.count)")
        case .failure(let error): answers.append("\(track): \(error.message)")
        }
      }
    }
  }

  private static func play(_ body: @Core (Rig) throws -> Void) async rethrows {
    try await ManualSession.play { _ in
      let rig = Rig()
      for path in [path, "/music/other.mp3"] {
        rig.files.put(Script(RecordingScript(seconds: 100), name: path), at: path)
      }
      try body(rig)
    }
  }

  @Test func otherNumbersNeedNoOtherDecoder_S2_21() async {
    await Self.play { rig in
      rig.find(1)
      #expect(rig.finder.progress(of: TrackID(1)) == 0)
      rig.clock.advance(by: .milliseconds(1500))
      #expect(rig.finder.progress(of: TrackID(1)).map { 0.2...0.8 ~= $0 } ?? false)
      rig.clock.advance(by: .seconds(10))
      #expect(rig.answers == ["1: 3000"] && rig.finder.progress(of: TrackID(1)) == nil)
      rig.find(1)
      rig.find(2)
      rig.clock.advance(by: .seconds(1))
      #expect(rig.answers == ["1: 3000", "1: 3000", "2: 3000"] && rig.decoders.count == 1)
      // The next service finds what this one has kept.
      rig.finder = LevelFinder(keeper: rig, files: rig.files, decoders: rig)
      rig.find(3)
      rig.clock.advance(by: .seconds(1))
      #expect(rig.answers.last == "3: 3000" && rig.decoders.count == 1)
    }
  }

  @Test func oneRecordingIsLookedAtAtATimeAndNoneThatNobodyWants() async {
    await Self.play { rig in
      rig.find(1)
      rig.find(2, at: "/music/other.mp3")
      rig.clock.advance(by: .milliseconds(100))
      #expect(rig.decoders.count == 1 && rig.finder.progress(of: TrackID(2)) == 0)
      rig.finder.giveUp(TrackID(1))
      #expect(rig.decoders[0].isAbandoned && rig.decoders.count == 2)
      rig.clock.advance(by: .seconds(10))
      #expect(rig.answers == ["2: 3000"])
    }
  }

  @Test func aFileThatCannotBeOpenedIsToldAndTheNextOneHasItsTurn() async {
    await Self.play { rig in
      rig.find(1, at: "/music/gone.mp3")
      rig.find(2)
      rig.clock.advance(by: .seconds(10))
      #expect(rig.answers.count == 2 && rig.answers.last == "2: 3000", "\(rig.answers)")
    }
  }
}
