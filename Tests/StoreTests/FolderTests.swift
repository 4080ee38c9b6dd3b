import EventLoop
import Foundation
import Glibc
import Playback
import Testing
import Vocabulary

@testable import Store

/// The folder is accessible neither to other users nor to a second process of the same user.
@Suite(.timeLimit(.minutes(1)))
struct FolderTests {
  private func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test func everythingIsOpenToItsOwnerAlone() async throws {
    try await inFolder { path in
      let path = path + "/deeper/aloud"
      let folder = try StateFolder(path: path)
      let store = try SessionStore(in: folder)
      _ = try PlaceJournal(in: folder)
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      #expect(try mode(path) == 0o700)
      let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      #expect(files == ["library.sqlite", "library.sqlite-wal", "lock", "place"])
      for file in files { #expect(try mode(path + "/" + file) == 0o600, "\(file)") }
    }
  }

  @Test func aFolderThatOthersCouldReadIsClosed() async throws {
    try await inFolder { path in
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
      _ = try StateFolder(path: path)
      #expect(try mode(path) == 0o700)
    }
  }

  @Test func twoNeverShareIt() async throws {
    try await inFolder { path in
      let first = try StateFolder(path: path)
      #expect { try StateFolder(path: path) } throws: { ($0 as? StoreError)?.code == .locked }
      first.unlock()
      _ = try StateFolder(path: path)
    }
  }

  @Test func anotherProcessSeesWhetherItIsAboutToBeFree_B14() async throws {
    try await inFolder { path in
      #expect(StateFolder.lockState(of: path) == .free)
      let first = try StateFolder(path: path)
      #expect(StateFolder.lockState(of: path) == .held)
      first.announceRelease()
      #expect(StateFolder.lockState(of: path) == .beingReleased)
      first.unlock()
      #expect(StateFolder.lockState(of: path) == .free)
      let second = try StateFolder(path: path)
      #expect(StateFolder.lockState(of: path) == .held, "the mark was of the one before")
      second.unlock()
    }
  }

  @Test(arguments: ["library.sqlite", "place", "lock"])
  func aSymbolicLinkIsNotFollowed(name: String) async throws {
    try await inFolder { path in
      let elsewhere = path + "-elsewhere"
      defer { try? FileManager.default.removeItem(atPath: elsewhere) }
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data("precious".utf8).write(to: URL(fileURLWithPath: elsewhere))
      try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: elsewhere)
      #expect(throws: StoreError.self) {
        let folder = try StateFolder(path: path)
        _ = try SessionStore(in: folder)
        _ = try PlaceJournal(in: folder)
      }
      #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "precious")
    }
  }

  @Test func aFolderThatIsALinkIsNotUsed() async throws {
    try await inFolder { path in
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/tmp")
      #expect { try StateFolder(path: path) } throws: { ($0 as? StoreError)?.code == .notOurs }
    }
  }

  @Test func aRemovedMovedOrReplacedFolderIsNoticed() async throws {
    try await inFolder { path in
      let files = FileManager.default
      let changes: [(String, () throws -> Void)] = [
        ("the folder is removed", { try files.removeItem(atPath: path) }),
        ("the folder is moved", { try files.moveItem(atPath: path, toPath: path + "-moved") }),
        (
          "another one is in its place",
          {
            try files.moveItem(atPath: path, toPath: path + "-other")
            try files.copyItem(atPath: path + "-other", toPath: path)
          }
        ),
        ("the library is removed", { try files.removeItem(atPath: path + "/library.sqlite") }),
        (
          "the journal is replaced",
          {
            try files.copyItem(atPath: path + "/place", toPath: path + "/new")
            #expect(rename(path + "/new", path + "/place") == 0)
          }
        ),
        ("the lock is removed", { try files.removeItem(atPath: path + "/lock") }),
      ]
      defer { for name in ["-moved", "-other"] { try? files.removeItem(atPath: path + name) } }
      for (name, change) in changes {
        let folder = try StateFolder(path: path)
        let store = try SessionStore(in: folder)
        let journal = try PlaceJournal(in: folder)
        _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
        try journal.write(TrackID(3), KeptPlace())
        _ = folder.beginTakingUp()
        folder.endTakingUp()
        folder.removeFormerLevels()
        #expect(folder.isInPlace, "before \(name)")
        try change()
        #expect(!folder.isInPlace, "\(name)")
        store.close()
        folder.unlock()
        try? files.removeItem(atPath: path)
      }
    }
  }

  @Test func aStoreTakesOverOneWhoseFileIsGone() async throws {
    try await inFolder { path in
      let store = try SessionStore(in: StateFolder(path: path))
      _ = try store.save(sampleSession(), sequence: 1, text: sampleText)
      try DocumentStore(in: store).save([sampleDocument()])
      try FileManager.default.removeItem(atPath: path)
      let folder = try StateFolder(path: path)
      let next = try SessionStore(in: folder)
      #expect(next.generation != store.generation)
      try next.takeOver(store)
      store.close()
      #expect(try next.load(nil) == sampleSession() && next.text(of: TrackID(3)) == sampleText)
      next.close()
      folder.unlock()
      let (session, last) = try reopened(path)
      #expect(try session == sampleSession() && DocumentStore(in: last).all() == [sampleDocument()])
    }
  }

  @Test func formerLevelsAreReadAsFarAsTheyMakeSense() async throws {
    try await inFolder { path in
      let folder = try StateFolder(path: path)
      let file = URL(fileURLWithPath: path + "/levels")
      try Data("volume 0.5\nrate 2.25\n".utf8).write(to: file)
      #expect(folder.formerLevels().volume == 0.5 && folder.formerLevels().rate == 2.25)
      try Data("volume 7\nrate nan\nnoise\n\u{0}".utf8).write(to: file)
      #expect(folder.formerLevels() == FormerLevels(text: ""))
      folder.removeFormerLevels()
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }
}
