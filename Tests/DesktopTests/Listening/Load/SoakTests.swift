import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// A short soak; `make soak` is the long one.
  struct SoakTests {
    /// The text takes about two seconds.
    private static let text = (0..<4).map { "Sentence \($0) is an early one, and an old one." }.joined(separator: " ")

    @Test func readingAtSixTimesTheSpeedTakesNothingThatItDoesNotGiveBack() async throws {
      try await Scene.with { scene in
        let (remote, service) = (scene.remote, scene.service.pid)
        let finished = Signals(of: UtteranceFinishedSignal.member, on: remote)
        try await remote(.subscribe([.utterance]))
        try await remote.set(.rate, .double(6))
        var samples: [Footprint] = []
        var tracks: [ObjectPath] = []
        for _ in 0..<10 {
          // One text is read and one waits. Texts that have been read are kept for a while.
          while tracks.count < 2 { tracks.append(try await remote.speak(Self.text)) }
          let count = finished.arguments.count
          try await eventually("a text is read") { finished.arguments.count > count }
          try await remote(.remove([tracks.removeFirst()]))
          samples.append(Footprint(of: [service]))
        }
        // Everything that is kept for later use exists by then. A worker that starts or ends holds some descriptors for
        // a moment, but a leak is there every time.
        let (early, late) = (samples[2..<6], samples[6...])
        func least(_ part: KeyPath<Footprint, Int>, _ samples: ArraySlice<Footprint>) -> Int {
          samples.map { $0[keyPath: part] }.min() ?? 0
        }
        for part in [\Footprint.descriptors, \.threads] {
          #expect(least(part, late) <= least(part, early), "\(samples.map { $0[keyPath: part] })")
        }
        let memory = samples.map(\.privateKilobytes)
        #expect(
          least(\.privateKilobytes, late) <= least(\.privateKilobytes, early) + 512, "\(memory) KiB")
        #expect(try await scene.desktop.processID(of: PrivateDesktop.serviceName) == service)
      }
    }
  }
}
