import AloudAPI
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// The last samples at the monitor: a sound that is cut off clicks.
  struct MeasuredLastSoundTests {
    /// Vowels throughout, so that the end falls into the middle of one.
    private static let text = String(repeating: "Oh are you all away or are we early. ", count: 8)

    enum Ending: CaseIterable { case terminated, hushed, quitted }

    @Core
    private func end(_ fixture: RestartableService, _ ending: Ending) async throws {
      switch ending {
      case .terminated: fixture.service.send(signal: 15)
      case .hushed: try await fixture.remote(.hush)
      case .quitted: try await fixture.remote(.quit)
      }
    }

    @Test(arguments: Ending.allCases)
    func theSoundGoesDownWithoutAStepAndThePlaceIsKept_S0_20(ending: Ending) async throws {
      try await Scene.inDesktop { desktop in
        let fixture = try await RestartableService(desktop)
        let recorder = try await Recorder.open(in: desktop)
        var loud = 0
        // A cycle that a busy machine loses on the way to the recorder is a step too, but a fault of the service occurs
        // every time.
        var steps: [String] = []
        for round in 0..<10 where loud < 3 {
          let words = try await fixture.subscribe()
          let from = Remote.now
          try await fixture.remote.speak(Self.text)
          try await fixture.remote(.play)
          try await recorder.wait(for: "Word", count: 3 + round, since: from)
          let told = Remote.now
          try await end(fixture, ending)
          let silence = try await recorder.wait(for: "silence", since: told - 100 * milliseconds)
          let last = Array(words.words.suffix(2))
          let recording = try await recorder.recording(until: silence.moment + 300 * milliseconds)
          if ending != .hushed {
            #expect(try await fixture.service.waitForEnd().exitCode == 0)
            try await fixture.begin()
            let place = try await fixture.remote.position()
            #expect(last.mayBeKept(at: place, in: Self.text), "round \(round): \(place) after \(last)")
            try await fixture.remote(.clear)
          }
          // A word may have ended just then: the samples before show if there was anything to cut off.
          let end = LastSound(recording, told)
          if end.isSmooth {
            if end.level > 0.02 { loud += 1 }
          } else {
            steps.append("round \(round): \(end)")
          }
          #expect(silence.moment - told < 200 * milliseconds)
          #expect(end.after == 0, "round \(round): something sounds after the end: \(end)")
        }
        #expect(loud == 3, "the end came three times into the middle of a sound: \(steps)")
      }
    }
  }
}

/// The end of the sound: the last samples that are not silence.
struct LastSound: CustomStringConvertible {
  /// The loudest of the 30 ms before the last millisecond, its effective value, and the largest step from one sample to
  /// the next in it.
  private(set) var peak: Float = 0
  private(set) var level: Double = 0
  private(set) var usualStep: Float = 0
  /// The last sample before the silence, and the largest step in the last 3 ms.
  private(set) var lastSample: Float = 0
  private(set) var largestStep: Float = 0
  /// The peak of the samples after that.
  private(set) var after: Float = 0

  /// True if the sound neither ends with a step nor contains one.
  var isSmooth: Bool { lastSample < 0.1 * max(0.1, peak) && largestStep < max(0.02, 1.5 * usualStep) }

  /// - Parameter moment: the end is after it, and silence begins at most 250 ms later.
  init(_ recording: Recording, _ moment: Int64) {
    let samples = Array(recording.samples(moment - 100 * milliseconds, recording.end))
    // Silence is exact: the stream is gone, or delivers zeros.
    guard let last = samples.lastIndex(where: { abs($0) > 0.0001 }), last >= 1680 else { return }
    let before = samples[(last - 1488)..<(last - 48)]
    peak = before.reduce(0) { max($0, abs($1)) }
    level = (before.reduce(0) { $0 + Double($1 * $1) } / Double(before.count)).squareRoot()
    usualStep = Self.step(before)
    lastSample = abs(samples[last])
    largestStep = Self.step(samples[(last - 144)...last] + [0])
    after = samples[(last + 1)...].reduce(0) { max($0, abs($1)) }
    if after <= 0.0001 { after = 0 }
  }

  private static func step(_ samples: ArraySlice<Float>) -> Float {
    zip(samples.dropFirst(), samples).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  var description: String {
    "last sample \(lastSample), steps \(largestStep) and \(usualStep), peak \(peak), level \(level)"
  }
}
