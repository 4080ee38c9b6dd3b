import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// A text of 100 MB.
  struct LargeTextTests {
    @Test func aHugeFileStartsSoonAndTheServiceStaysResponsive() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let line = Array("An old owl is awake, and all is well. Every evening is as even as any other one.\n\n".utf8)
        let path = "\(scene.desktop.directory)/huge.txt"
        var block: [UInt8] = []
        while block.count < 1 << 20 { block += line }
        try Data().write(to: URL(fileURLWithPath: path))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        for _ in 0..<100 { try handle.write(contentsOf: Data(block)) }
        try handle.close()

        let start = Remote.now
        try await remote(.open(uris: ["file://" + path], SpeakOptions()))
        let sound = try await ear.wait(for: "sound", since: start)
        #expect((sound.moment - start) / milliseconds < 2000)
        var slowest: Int64 = 0
        for _ in 0..<100 {
          let asked = Remote.now
          _ = try await remote.position()
          slowest = max(slowest, Remote.now - asked)
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(slowest / milliseconds < 200, "an answer took \(slowest / milliseconds) ms")
        let asked = Remote.now
        try await remote(.pause(.immediate))
        let recording = try await ear.recording(until: asked + 300 * milliseconds)
        #expect(recording.peak(asked + 100 * milliseconds, recording.end) < 0.002)
        try await remote(.clear)
        try await remote.wait(.state, "idle")
      }
    }
  }
}
