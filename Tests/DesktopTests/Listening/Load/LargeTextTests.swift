import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// A text of 100 MB.
  struct MeasuredLargeTextTests {
    @Test func aHugeFileStartsSoonAndTheServiceStaysResponsive() async throws {
      try await Scene.with { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        let line = Array("An old owl is awake, and all is well. Every evening is as even as any other one.\n\n".utf8)
        let path = "\(scene.desktop.directory)/huge.txt"
        var block: [UInt8] = []
        while block.count < 1 << 20 { block += line }
        try Data().write(to: URL(fileURLWithPath: path))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        for _ in 0..<100 { try handle.write(contentsOf: Data(block)) }
        try handle.close()

        // The time for a text of two sentences on this machine.
        let small = try scene.file("small.txt", line)
        let before = Remote.now
        try await remote(.open(uris: ["file://" + small], SpeakOptions()))
        let usual = try await recorder.wait(for: "sound", since: before).moment - before
        try await remote(.clear)
        try await recorder.wait(for: "silence", since: before)
        let memory = Footprint(of: [scene.service.pid]).privateKilobytes

        let start = Remote.now
        try await remote(.open(uris: ["file://" + path], SpeakOptions()))
        let sound = try await recorder.wait(for: "sound", since: start)
        let delay = sound.moment - start
        #expect(delay < 3 * usual + 2000 * milliseconds, "\(delay / milliseconds) ms, else \(usual / milliseconds) ms")
        #expect(try await remote.get(.lengthExact).asBool == false, "it does not wait for the whole text")
        // The working time between two answers, without the waiting time on a busy machine.
        var slowest: Int64 = 0
        for count in 1...10 {
          try await recorder.wait(for: "Word", count: count, since: start)
          for _ in 0..<10 {
            let worked = workingTime(of: scene.service.pid)
            _ = try await remote.position()
            slowest = max(slowest, workingTime(of: scene.service.pid) - worked)
          }
        }
        #expect(slowest / milliseconds < 200, "an answer took \(slowest / milliseconds) ms")
        try await remote(.pause(.immediate))
        let paused = Remote.now
        let recording = try await recorder.recording(until: paused + 400 * milliseconds)
        #expect(recording.peak(paused + 100 * milliseconds, recording.end) < 0.002)
        try await remote(.clear)
        try await remote.wait(.state, "idle")
        try await eventually("the memory of the text is given back") {
          Footprint(of: [scene.service.pid]).privateKilobytes < memory + 16_000
        }
      }
    }
  }
}
