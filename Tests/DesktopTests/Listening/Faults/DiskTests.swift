import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

/// The state is on a file system of its own, which is really full or really read-only.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled(if: OwnNamespace.isPossible, "no file system can be mounted: that takes root or a user namespace"))
struct DiskTests {
  private static let sentences = 1500
  private static let long = String(repeating: "This is not the end of a long letter. ", count: sentences)

  private func with(size: Int, _ body: @Core (RestartableService, OwnDisk) async throws -> Void) async throws {
    try await Scene.inDesktop { desktop in
      let disk = try await OwnDisk(over: desktop.environment["XDG_STATE_HOME"] ?? "", size: size, in: desktop)
      try await body(try await RestartableService(desktop, disk: disk), disk)
    }
  }

  @Test func onAFullDiskTheReadingGoesOnWithOneWarningAndNothingIsLost() async throws {
    try await with(size: 2 << 20) { fixture, disk in
      let remote = fixture.remote
      let first = try await remote.speak(reading)
      let words = try await fixture.subscribe()
      try await eventually("words are heard") { words.arguments.count >= 2 }
      try disk.fill()
      let count = words.arguments.count
      let second = try await remote.speak(Self.long)
      try await remote.set(.loopStatus, .string("Track"))
      try await eventually("it is said") { fixture.warnings == 1 }
      try await eventually("the reading goes on") { words.arguments.count >= count + 8 }
      #expect(try await remote.text(.playbackStatus) == "Playing")
      disk.empty()
      try await eventually("it is kept again") { fixture.service.errors.contains("are kept again") }
      #expect(fixture.warnings == 1, "\(fixture.service.errors)")
      try await fixture.end(9)
      #expect(try fixture.problems() == [])
      try await fixture.begin()
      #expect(try await fixture.tracks().map(\.id) == [first, second])
      #expect(try await remote.get(.loopStatus) == .string("Track"))
      let place = try await remote.position()
      #expect(words.words.mayBeKept(at: place, in: reading), "\(place) after \(words.words.suffix(2))")
      // The text is complete.
      try await remote(.goTo(second))
      let known = try await eventually("it is read in") {
        let call = AloudCall.listSentences(second, first: UInt32(Self.sentences - 1), count: 9, fromCurrent: false)
        let list = SentenceList(arguments: try await remote(call))
        return list?.isComplete == true ? list?.known : nil
      }
      #expect(known == Self.sentences)
    }
  }

  /// All that was accepted before the disk was full is there, including the last heard word.
  @Test func killedOnAFullDiskItComesBackOnTheFullDisk() async throws {
    try await with(size: 2 << 20) { fixture, disk in
      let remote = fixture.remote
      let track = try await remote.speak(reading)
      let words = try await fixture.subscribe()
      try await eventually("words are heard") { words.arguments.count >= 2 }
      try disk.fill()
      try await eventually("more are heard") { words.arguments.count >= 8 }
      try await fixture.endAndBegin(9)
      #expect(try await fixture.tracks().map(\.id) == [track])
      let place = try await remote.position()
      #expect(words.words.mayBeKept(at: place, in: reading), "\(place) after \(words.words.suffix(2))")
      #expect(try await remote.text(.pauseReason) == "restart")
      let after = try await fixture.subscribe()
      try await remote(.play)
      try await eventually("words are heard again") { after.arguments.count >= 3 }
      #expect(fixture.warnings <= 1, "\(fixture.service.errors)")
    }
  }

  @Test func onAReadOnlyDiskItReadsAndWhatIsQueuedIsKeptLater() async throws {
    try await with(size: 2 << 20) { fixture, disk in
      let remote = fixture.remote
      let first = try await remote.speak(reading)
      let words = try await fixture.subscribe()
      try await eventually("words are heard") { words.arguments.count >= 4 }
      try await fixture.end(15)
      let kept = try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/library.sqlite"))
      try await disk.remount(readOnly: true)
      try await fixture.begin()
      #expect(try await fixture.tracks().map(\.id) == [first])
      let place = try await remote.position()
      #expect(words.words.mayBeKept(at: place, in: reading), "\(place) after \(words.words.suffix(2))")
      let after = try await fixture.subscribe()
      try await remote(.play)
      try await eventually("words are heard again") { after.arguments.count >= 4 }
      let second = try await remote.speak("A second text.")
      try await eventually("it is said") { fixture.warnings == 1 }
      #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/library.sqlite")) == kept)
      try await disk.remount(readOnly: false)
      try await eventually("it is kept again") { fixture.service.errors.contains("are kept again") }
      #expect(fixture.warnings == 1, "\(fixture.service.errors)")
      try await fixture.endAndBegin(9)
      #expect(try await fixture.tracks().map(\.id) == [first, second])
    }
  }
}
