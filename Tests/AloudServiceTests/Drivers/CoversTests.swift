import DesktopSupport
import Documents
import EventLoop
import Foundation
import Glibc
import Testing
import Workers

@testable import AloudService

/// Covers on a disk that does not answer.
@Suite(.timeLimit(.minutes(1)))
struct CoversTests {
  init() { Core.loop.startThread() }

  /// A FIFO without a writer takes the place of the picture: it opens as late as a slow disk.
  @Test @Core func aPictureThatOpensTooLateIsClosed() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/covers-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let scheduler = ManualScheduler()
    let covers = Covers(
      cache: CoverCache(folder: folder), reader: DocumentReader(HeldProgram("/nowhere"), scheduler: scheduler),
      scheduler: scheduler)
    let image = try #require(CoverImage([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    await withCheckedContinuation { continuation in
      covers.keep(image, named: "a") { _ in continuation.resume() }
    }
    let path = folder + "/a.png"
    try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    scheduler.advance(by: .milliseconds(250))
    // The disk no longer counts.
    scheduler.advance(by: .seconds(10))
    // Opens as soon as the picture does.
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    try #require(writer >= 0)
    defer { close(writer) }
    try await eventually("it has no reader any more") {
      var entry = pollfd(fd: writer, events: 0, revents: 0)
      return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLERR) != 0
    }
  }
}
