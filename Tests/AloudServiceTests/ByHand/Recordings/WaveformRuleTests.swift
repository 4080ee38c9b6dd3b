import Documents
import EventLoop
import Playback
import Recordings
import Testing
import Workers

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Pictures of recordings are made while somebody looks, one at a time, and kept.
@Suite(.timeLimit(.minutes(1)))
struct WaveformRuleTests {
  private static let path = "/music/talk.mp3"
  private static let rate = 1000

  /// Finds the peaks of a recording whose sound gets louder each second.
  @Core
  private final class Decoder: PeakDecoder {
    private let seconds: Int
    private let clock: ManualScheduler
    private let events: @Core (RecordingEvent) -> Void
    private(set) var isAbandoned = false
    private(set) var seeks: [Int64] = []
    /// The frames of all wishes together.
    private(set) var wanted = 0
    private var next = 0

    init(_ seconds: Int, _ clock: ManualScheduler, _ events: @escaping @Core (RecordingEvent) -> Void) {
      (self.seconds, self.clock, self.events) = (seconds, clock, events)
      clock.schedule(after: .milliseconds(5)) { [weak self] in
        self?.tell(.described(RecordingDescription(format: "WAV", sampleRate: WaveformRuleTests.rate, channels: 1)))
      }
    }

    private func tell(_ event: RecordingEvent) { if !isAbandoned { events(event) } }

    func wantLevels(count: Int) {}
    func wantPeaks(frames: Int, each: Int) {
      wanted += frames
      let count = min(frames, seconds * WaveformRuleTests.rate - next)
      // A tenth of a second for each twenty.
      clock.schedule(after: .milliseconds(100)) { [weak self] in
        guard let self else { return }
        if count > 0 {
          let peaks = stride(from: next, to: next + count, by: each).map {
            UInt8(clamping: $0 / WaveformRuleTests.rate + 1)
          }
          next += count
          tell(.peaks(firstFrame: Int64(next - count), frames: count, peaks))
        }
        if count < frames { tell(.atEnd(frames: Int64(next))) }
      }
    }

    func seek(to frame: Int64) {
      seeks.append(frame)
      next = Int(frame)
    }

    func abandon() { isAbandoned = true }
  }

  @Core
  private final class Decoders: PeakOpener {
    private(set) var all: [Decoder] = []
    var seconds = 100
    private let clock: ManualScheduler

    init(_ clock: ManualScheduler) { self.clock = clock }

    func openPeaks(_ file: any TextFile, events: @escaping @Core (RecordingEvent) -> Void) -> any PeakDecoder {
      all.append(Decoder(seconds, clock, events))
      return all[all.count - 1]
    }
  }

  @Core
  private final class Keeper: WaveformKeeper {
    var kept: [ContentID: Waveform] = [:]

    func load(_ id: ContentID, done: @escaping @Core (Waveform?) -> Void) { done(kept[id]) }
    func keep(_ waveform: Waveform, of id: ContentID) { kept[id] = waveform }
  }

  /// The parts of one test.
  @Core
  private final class Scene {
    let clock = ManualScheduler()
    let files = ManualFiles()
    let keeper = Keeper()
    let decoders: Decoders
    private(set) var waveforms: Waveforms

    init() {
      decoders = Decoders(clock)
      waveforms = Waveforms(keeper: keeper, files: files, decoders: decoders, scheduler: clock)
      for path in [WaveformRuleTests.path, "/music/other.mp3"] {
        files.put(Script(RecordingScript(seconds: 100), name: path), at: path)
      }
    }

    /// Another run of the service with the same cache.
    func restart() { waveforms = Waveforms(keeper: keeper, files: files, decoders: decoders, scheduler: clock) }

    func look(_ track: UInt64 = 1, at path: String = WaveformRuleTests.path) -> (waveform: Waveform?, isComplete: Bool)
    {
      waveforms.picture(of: TrackID(track), at: path)
    }

    /// Looks each second.
    func watch(seconds: Int, track: UInt64 = 1, at path: String = WaveformRuleTests.path) {
      for _ in 0..<seconds {
        _ = look(track, at: path)
        clock.advance(by: .seconds(1))
      }
    }
  }

  @Core
  private static func play(_ body: @Core (Scene) throws -> Void) async rethrows {
    Core.loop.startThread()
    try body(Scene())
  }

  @Test @Core func itGrowsWhileSomebodyLooks() async throws {
    try await Self.play { scene in
      #expect(scene.look().waveform == nil && !scene.look().isComplete)
      scene.clock.advance(by: .milliseconds(300))
      let part = try #require(scene.look().waveform)
      #expect(part.frames > 0 && part.frames < 100_000 && part.peaks.first == 1)
      scene.watch(seconds: 3)
      let whole = scene.look()
      #expect(whole.isComplete && whole.waveform?.isWhole == true && whole.waveform?.frames == 100_000)
      #expect(whole.waveform?.peaks.last == 100)
      #expect(scene.decoders.all.count == 1 && scene.decoders.all[0].isAbandoned)
      #expect(scene.keeper.kept.values.first == whole.waveform)
    }
  }

  @Test @Core func theDecoderRestsAsLongAsItWorks() async {
    await Self.play { scene in
      _ = scene.look()
      // Twenty seconds of sound take a tenth of a second, and so does the rest.
      scene.clock.advance(by: .milliseconds(5 + 2 * 200 + 50))
      #expect(scene.decoders.all[0].wanted == 3 * 20_000)
    }
  }

  @Test @Core func nothingIsMadeWhenNobodyLooks() async throws {
    try await Self.play { scene in
      scene.decoders.seconds = 10_000
      scene.watch(seconds: 3)
      let decoder = try #require(scene.decoders.all.first)
      #expect(!decoder.isAbandoned)
      scene.clock.advance(by: Waveforms.attention)
      #expect(decoder.isAbandoned)
      let kept = try #require(scene.keeper.kept.values.first)
      #expect(kept.frames > 0 && !kept.isWhole)
      let wanted = decoder.wanted
      scene.clock.advance(by: .seconds(60))
      #expect(decoder.wanted == wanted && scene.decoders.all.count == 1)
      // The next look goes on with it, also in the next run.
      scene.restart()
      scene.watch(seconds: 2)
      #expect(scene.decoders.all.count == 2 && scene.decoders.all[1].seeks == [kept.frames])
      #expect(try #require(scene.look().waveform).frames > kept.frames)
    }
  }

  @Test @Core func aPictureIsKeptForTheNextTime() async {
    await Self.play { scene in
      scene.watch(seconds: 5)
      let made = scene.look().waveform
      scene.restart()
      scene.watch(seconds: 1, track: 7)
      #expect(scene.look(7).waveform == made && scene.look(7).isComplete && scene.decoders.all.count == 1)
    }
  }

  @Test @Core func oneIsMadeAtATime() async {
    await Self.play { scene in
      scene.decoders.seconds = 10_000
      scene.watch(seconds: 1)
      _ = scene.look(2, at: "/music/other.mp3")
      scene.clock.advance(by: .milliseconds(500))
      #expect(scene.decoders.all.map(\.isAbandoned) == [true, false])
      #expect(scene.look(2, at: "/music/other.mp3").waveform != nil && scene.look().waveform != nil)
    }
  }

  @Test @Core func aFileThatIsGoneHasNoPictureAndNoProcess() async {
    await Self.play { scene in
      scene.files.remove(Self.path)
      scene.watch(seconds: 2)
      #expect(scene.look().waveform == nil && scene.look().isComplete && scene.decoders.all.isEmpty)
    }
  }
}
