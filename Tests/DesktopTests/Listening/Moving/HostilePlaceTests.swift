import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import MPRIS
import Testing
import Vocabulary

extension ListeningTests {
  /// Places that no text has, from any program on the bus.
  struct HostilePlaceTests {
    /// Such a place once ended the service, while more of the text was to come.
    @Test(arguments: [1, 2.5]) func noPlaceOfAnyProgramEndsTheService_S2_10(rate: Double) async throws {
      try await Scene.with { scene in
        let (desktop, remote) = (scene.desktop, scene.remote)
        let start = Remote.now
        let saying = try desktop.start(
          [Project.program("aloud"), "say", "-w"], input: "One sentence that is there. And ", keepsInputOpen: true)
        let track = try await scene.recorder.wait(for: "Word", since: start).words[0]
        try await remote.set(.rate, .double(rate))
        let id = try #require(ObjectPath(track))
        for place in [.min, .min + 1, -1, 0, 1 << 62, 9_000_000_000_000_000_000, .max - 1, .max] as [Int64] {
          try await remote.player("Seek", [.int64(place)])
          try await remote.player("SetPosition", [.objectPath(id), .int64(place)])
          let time = Microseconds(place)
          for call: AloudCall in [
            .seek(byMicroseconds: time), .setPosition(microseconds: time, track: nil),
            .setPosition(microseconds: time, track: id, of: .document), .goToText(id, offset: .max, .utf8),
            .listSentences(id, first: .max, count: .max, fromCurrent: true), .goToBookmark(place),
            .removeBookmark(place), .sleep(.time, amount: place, adding: true),
            .sleep(.chapter, amount: place, adding: false),
            .move(id, index: .max), .setPositionFraction(1),
          ] {
            // A refusal is an answer, too.
            let failure = await remote.failure(of: call)
            #expect(!failure.contains("NoReply") && !failure.contains("ServiceUnknown"), "\(call): \(failure)")
          }
        }
        #expect(await remote.failure(of: .setPositionFraction(.nan)) == "InvalidOption")
        _ = try await remote.position()
        #expect(scene.service.isRunning)
        // The text is heard to its end.
        try await remote(.setPosition(microseconds: 0, track: nil))
        saying.write("its end.\n", thenClose: true)
        try await remote(.play)
        let result = try await saying.waitForEnd()
        #expect(result.exitCode == 0, "\(result)")
        #expect(scene.service.isRunning)
      }
    }
  }
}
