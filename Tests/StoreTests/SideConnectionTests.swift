import EventLoop
import Foundation
import Playback
import Testing
import Vocabulary

@testable import Store

/// Threads that work on the library while the loop has it open.
@Suite(.timeLimit(.minutes(1)))
struct SideConnectionTests {
  private static func size(of name: String, in path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.size] as? Int ?? 0
  }

  /// Runs `body` on another thread, and waits for it.
  @Core
  private static func aside<T: Sendable>(_ body: @escaping @Sendable () throws -> T) throws -> T {
    let result = BlockingWork.wait(atMost: .seconds(50)) { Result { try body() } }
    return try #require(result).get()
  }

  @Test func aCheckpointOnAThreadLeavesTheLoopOnlyTheLogToEmpty() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      let log = try Self.size(of: "library.sqlite-wal", in: path)
      let changes = store.changes
      try Self.aside { try SideConnection.checkpoint(at: path) }
      #expect(store.changes == changes)
      let file = try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite"))
      #expect(file.range(of: Data(sampleText)) != nil)
      #expect(try Self.size(of: "library.sqlite-wal", in: path) == log, "its former content is there until `tidy`")
      #expect(try store.tidy(isLast: true))
      #expect(try Self.size(of: "library.sqlite-wal", in: path) == 0)
      #expect(!FileManager.default.fileExists(atPath: path + "/library.sqlite-shm"))
      store.close()
      folder.unlock()
      #expect(try reopened(path).0 == sampleSession())
    }
  }

  /// A change within the checkpoint would be lost if the log were emptied for the checkpoint alone.
  @Test func aSaveDuringTheCheckpointIsKept() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      var session = sampleSession()
      _ = try store.save(session, sequence: 0, text: sampleText)
      let thread = Thread { for _ in 0..<50 { try? SideConnection.checkpoint(at: path) } }
      thread.start()
      var step = 0
      repeat {
        step += 1
        session.player.volume = CubicLevel(Double(step % 100) / 200)
        let changes = store.changes
        #expect(try store.save(session, sequence: UInt64(step), text: sampleText))
        #expect(store.changes != changes)
        try store.tidy()
      } while !thread.isFinished
      store.close()
      folder.unlock()
      #expect(try reopened(path).0 == session)
    }
  }

  @Test func aTextIsReadWhileTheLoopSavesAndItsTracesGoWhenItIsRead() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      let texts = try Self.aside {
        [try SideConnection.text(of: TrackID(3), at: path), try SideConnection.text(of: TrackID(9), at: path)]
      }
      #expect(texts == [sampleText, nil])
      let reader = try Database(beside: path + "/library.sqlite")
      try reader.run("BEGIN")
      _ = try reader.text(of: TrackID(3))
      var session = sampleSession()
      session.player.volume = 0.5
      #expect(try store.save(session, sequence: 2, text: sampleText))
      #expect(try !store.tidy(), "the reader needs the log")
      try reader.run("COMMIT")
      reader.close()
      #expect(try store.tidy())
      store.close()
    }
  }

  @Test func aLogThatIsLeftIsTheNextRuns() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      store.leaveLog()
      store.close()
      folder.unlock()
      #expect(StateCheck.isNeeded(at: path))
      #expect(StateCheck.run(at: path) == .sound)
      #expect(try reopened(path).0 == sampleSession())
    }
  }

  @Test func aFileThatIsGoneIsNotMadeAgain() async throws {
    try await inFolder { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(throws: StoreError.self) { try SideConnection.checkpoint(at: path) }
      #expect(throws: StoreError.self) { try SideConnection.text(of: TrackID(3), at: path) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }
  }
}
