import DesktopSupport
import Documents
import EventLoop
import Foundation
import Glibc
import Recordings
import Testing
import Vocabulary
import Workers

/// The driver of `aloud-decode`: flow control, seeks and ends.
@Suite(.timeLimit(.minutes(3)))
struct SoundDecoderTests {
  init() { TestLoop.start() }

  @Test @Core func theDescriptionComesFirstAndNoSampleUnwanted() async throws {
    let session = try DecoderSession(WaveFile.bytes(frames: 100_000))
    let description = try #require(await session.described())
    #expect(description.format == "WAV" && description.sampleRate == 8000 && description.channels == 1)
    #expect(description.frames == 100_000 && description.isExact)
    session.decoder.want(frames: 10)
    #expect(await session.samples(10) == WaveFile.samples(0..<10))
    session.decoder.want(frames: 20_000)
    session.decoder.want(frames: 5)
    #expect(await session.samples(20_005) == WaveFile.samples(10..<20_015))
    // Whatever comes next belongs to the next wish.
    session.decoder.want(frames: 1)
    #expect(await session.samples(1) == WaveFile.samples(20_015..<20_016) && session.faults == [])
    session.decoder.abandon()
  }

  /// The loudest samples of the parts of ``WaveFile``.
  private func peaks(_ frames: Range<Int>, each: Int) -> [UInt8] {
    stride(from: frames.lowerBound, to: frames.upperBound, by: each).map { start in
      let part = WaveFile.samples(start..<min(start + each, frames.upperBound))
      return UInt8(((part.map(abs).max() ?? 0) * 255).rounded())
    }
  }

  @Test @Core func peaksAreThoseOfTheSamples() async throws {
    let session = try DecoderSession(WaveFile.bytes(frames: 100_000))
    session.decoder.wantPeaks(frames: 10_000, each: 80)
    #expect(await session.peaks(125) == peaks(0..<10_000, each: 80))
    // They go on where they ended, with other parts, and to the end.
    session.decoder.wantPeaks(frames: 1000, each: 3)
    #expect(await session.peaks(125 + 334).suffix(334) == peaks(10_000..<11_000, each: 3)[...])
    session.seek(to: 99_000)
    session.decoder.wantPeaks(frames: 30_000, each: 700)
    #expect(await session.end() == .atEnd(frames: 100_000))
    #expect(session.peaks == peaks(99_000..<100_000, each: 700) && session.faults == [] && session.heard == [])
    session.decoder.abandon()
  }

  @Test @Core func levelsAreThoseOfTheSamplesToTheEnd() async throws {
    let session = try DecoderSession(WaveFile.bytes(frames: 100_000))
    session.decoder.wantLevels(count: 100)
    session.decoder.wantLevels(count: SoundDecoder.mostLevels)
    #expect(await session.end() == .atEnd(frames: 100_000))
    var meter = LevelMeter(sampleRate: 8000, channels: 1)
    var levels: [UInt8] = []
    meter.add(WaveFile.samples(0..<100_000)[...], into: &levels)
    meter.flush(into: &levels)
    #expect(session.levels == levels && session.faults == [])
    #expect(levels.count == 1250 * Levels.bands.count)
    session.decoder.abandon()
  }

  /// A decoder that finds levels does nothing else: the places of its wishes would mean two things.
  @Test @Core func levelsAndSamplesDoNotMix() async throws {
    let session = try DecoderSession(WaveFile.bytes(frames: 100_000))
    session.decoder.wantLevels(count: 100)
    session.decoder.want(frames: 100)
    guard case .failed(let trouble)? = await session.end() else { return #expect(Bool(false), "it did not fail") }
    #expect(trouble.code == .spokeOutOfTurn)
  }

  @Test @Core func peaksAreMadeWhenNobodyElseNeedsTheProcessor() async throws {
    for isIdle in [false, true] {
      let session = try DecoderSession(WaveFile.bytes(frames: 100_000), isIdle: isIdle)
      let process = try #require(session.decoder.processID)
      session.decoder.wantPeaks(frames: 80, each: 80)
      _ = await session.peaks(1)
      // SCHED_IDLE is 5.
      #expect(sched_getscheduler(process) == (isIdle ? 5 : SCHED_OTHER))
      session.decoder.abandon()
    }
  }

  /// Two minutes of layer III without an index.
  private func long() throws -> [UInt8] {
    let frame = [0xFF, 0xFB, 0x92, 0x04] + [UInt8](repeating: 0, count: 414)
    return Array((0..<4600).map { _ in frame }.joined())
  }

  @Test @Core func anIndexIsMadeOnce() async throws {
    let bytes = try long()
    let first = try DecoderSession(bytes)
    let index = try #require(await first.madeIndex())
    first.decoder.abandon()
    let second = try DecoderSession(bytes)
    second.decoder.give(index: index)
    // It is taken before anything is wanted.
    second.decoder.want(frames: 1)
    _ = await second.samples(1)
    #expect(second.events.contains(.length(frames: 4600 * 1152, isExact: true)))
    // The process has nothing to study, and would tell of it before it sends what is wanted later.
    second.decoder.want(frames: 1)
    _ = await second.samples(1)
    #expect(second.index == nil && second.faults == [])
    second.decoder.abandon()
  }

  @Test @Core func aSeekForgetsWhatWasWanted() async throws {
    let session = try DecoderSession(WaveFile.bytes(frames: 100_000))
    session.decoder.want(frames: 90_000)
    _ = await session.samples(1)
    session.seek(to: 70_123)
    session.decoder.want(frames: 100)
    #expect(await session.samples(100) == WaveFile.samples(70_123..<70_223))
    // A storm of seeks: only the last one counts.
    for place in 0..<200 {
      session.seek(to: Int64(place) * 300)
      session.decoder.want(frames: 4000)
    }
    #expect(await session.samples(4000) == WaveFile.samples(59_700..<63_700) && session.faults == [])
    session.decoder.abandon()
  }

  @Test @Core func behindTheEndThereIsTheEndAndAWayBack() async throws {
    let session = try DecoderSession(WaveFile.bytes(frames: 5000))
    session.decoder.want(frames: 6000)
    #expect(await session.end() == .atEnd(frames: 5000))
    #expect(session.heard == WaveFile.samples(0..<5000))
    session.seek(to: 9000)
    session.decoder.want(frames: 1)
    #expect(await session.end() == .atEnd(frames: 5000))
    session.seek(to: 4990)
    session.decoder.want(frames: 10)
    #expect(await session.samples(10) == WaveFile.samples(4990..<5000) && session.faults == [])
    session.decoder.abandon()
  }

  @Test @Core func aFileThatWasCutBreaksOff() async throws {
    let session = try DecoderSession(Array(WaveFile.bytes(frames: 5000).prefix(44 + 2 * 3000)))
    session.decoder.want(frames: 5000)
    guard case .brokenOff(3000, let reason)? = await session.end() else {
      Issue.record("\(session.events.count) events")
      return
    }
    #expect(!reason.isEmpty && session.heard == WaveFile.samples(0..<3000))
    session.decoder.abandon()
  }

  @Test(arguments: [
    (Array("No recording at all.\n".utf8), TroubleCode.unknownFormat), ([], .empty),
    ([UInt8](repeating: 0, count: 5000), .unknownFormat), (WaveFile.bytes(frames: 0), .empty),
  ])
  @Core func anythingElseFailsWithOneError(bytes: [UInt8], code: TroubleCode) async throws {
    let session = try DecoderSession(bytes)
    session.decoder.want(frames: 10)
    let error = try await session.failure()
    #expect(error.code == code, "\(error)")
    #expect(session.decoder.processID == nil)
  }

  @Test @Core func aPipeIsNoRecording() async throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    let session = try DecoderSession(Descriptor(owning: ends[0]))
    #expect(try await session.failure().code == .unreadable)
  }

  @Test @Core func aKilledProcessFails() async throws {
    let session = try DecoderSession(WaveFile.bytes(frames: 100_000))
    _ = await session.described()
    let process = try #require(session.decoder.processID)
    kill(process, SIGKILL)
    #expect(try await session.failure().code == .died)
  }

  @Test @Core func aStoppedProcessFailsAfterItsDeadline() async throws {
    let session = try DecoderSession(WaveFile.bytes(frames: 100_000))
    _ = await session.described()
    kill(try #require(session.decoder.processID), SIGSTOP)
    session.decoder.want(frames: 10)
    #expect(try await session.failure().code == .stalled)
  }

  @Test @Core func abandoningEndsTheProcess() async throws {
    let session = try DecoderSession(WaveFile.bytes(frames: 100_000))
    session.decoder.want(frames: 100_000)
    _ = await session.samples(1)
    let process = try #require(session.decoder.processID)
    session.decoder.abandon()
    let count = session.events.count
    try await eventually("the process is gone") { kill(process, 0) == 0 ? nil : true }
    #expect(session.events.count == count)
  }

  @Test @Core func aMissingProgramIsAnError() throws {
    #expect(throws: Trouble.self) {
      let file = try DecoderSession.file(Descriptor(owning: anonymousFile([1])))
      _ = try SoundDecoder(HeldProgram(Project.nowhere), file: file) { _ in }
    }
  }
}
