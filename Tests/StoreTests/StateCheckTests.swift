import EventLoop
import Foundation
import Playback
import Testing

@testable import Store

/// The check of the file after a kill, before it is opened.
@Suite(.timeLimit(.minutes(1)))
struct StateCheckTests {
  /// The files as a kill leaves them: the log was not moved into the library.
  @Core
  private static func killed(_ path: String) throws {
    let life = path + "-life"
    let store = try SessionStore(in: StateFolder(path: life))
    try store.beginRun(after: RunHistory())
    _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
    try FileManager.default.copyItem(atPath: life, toPath: path)
    store.close()
    try FileManager.default.removeItem(atPath: life)
  }

  @Test func theLogOfAKilledRunIsMovedIntoTheFileAndTheFileIsSound() async throws {
    try await inFolder { path in
      try Self.killed(path)
      #expect(StateCheck.isNeeded(at: path))
      let finding = StateCheck.run(at: path)
      #expect(finding == .sound)
      #expect(!FileManager.default.fileExists(atPath: path + "/library.sqlite-wal"))
      #expect(StateCheck.isNeeded(at: path), "a kill would leave nothing but the word that the run has not ended")
      #expect(StateCheck.run(at: path) == .sound, "it is checked again after that")
      let folder = try StateFolder(path: path)
      #expect(folder.beginTakingUp() == 0, "a check that ends is no failed restoring")
      folder.endTakingUp()
      let store = try SessionStore(in: folder, finding: finding)
      #expect(try store.setAside == nil && store.load(nil) == sampleSession())
      try store.beginRun(after: RunHistory())
      #expect(StateCheck.isNeeded(at: path), "the log of the run is there")
      try store.endRun()
      store.close()
      folder.unlock()
      #expect(!StateCheck.isNeeded(at: path), "a run that ends in order leaves no log")
    }
  }

  @Test func aServiceThatEndsDuringTheCheckHasNotFailed() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      for _ in 0..<3 {
        #expect(folder.beginTakingUp() == 0)
        StateCheck.forget(at: path)
      }
      // The failures of other runs stay counted.
      #expect(folder.beginTakingUp() == 0 && folder.beginTakingUp() == 1)
      StateCheck.forget(at: path)
      #expect(folder.beginTakingUp() == 1)
    }
  }

  @Test func aDamagedFileIsSetAside() async throws {
    try await inFolder { path in
      try Self.killed(path)
      _ = StateCheck.run(at: path)
      let file = URL(fileURLWithPath: path + "/library.sqlite")
      var bytes = try Data(contentsOf: file)
      // The header and the schema stay: only the check finds it.
      for index in (bytes.count - 6000)..<bytes.count { bytes[index] = 0xA5 }
      try bytes.write(to: file)
      let finding = try #require(StateCheck.run(at: path))
      guard case .damaged = finding else { throw StoreError(.damaged, "\(finding)") }
      let store = try SessionStore(in: StateFolder(path: path), finding: finding)
      #expect(store.setAside?.code == .damaged && store.nameAside == "library.sqlite.bad")
      store.close()
    }
  }

  @Test func anotherProcessIsNotDisturbed() async throws {
    try await inFolder { path in
      try Self.killed(path)
      let other = try StateFolder(path: path)
      #expect(StateCheck.run(at: path) == nil)
      #expect(StateCheck.isNeeded(at: path))
      other.unlock()
    }
  }
}
