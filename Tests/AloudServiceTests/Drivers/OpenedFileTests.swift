import EventLoop
import Foundation
import Glibc
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading

/// Files as they are opened: those that are read, and those that are refused with a reason.
@Suite(.timeLimit(.minutes(1)))
struct OpenedFileTests {
  init() { Core.loop.startThread() }

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/opened-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func refusal(_ path: String, followingLinks: Bool = true) -> ReadingError? {
    do throws(ReadingError) {
      _ = try OpenedFile(path: path, followingLinks: followingLinks)
      return nil
    } catch {
      return error
    }
  }

  @Test func anUnusableFileIsRefusedByNameWithAReason_S3_17() throws {
    try inFolder { folder in
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      try Data().write(to: URL(fileURLWithPath: folder + "/empty.txt"))
      let cases: [(String, TroubleCode, String)] = [
        (folder + "/none.txt", .noSuchFile, "there is no file '\(folder)/none.txt'"),
        (folder, .notText, "is a folder; name the files in it"), (folder + "/pipe", .unknownFormat, "'pipe' is a pipe"),
        (folder + "/empty.txt", .empty, "'empty.txt' is empty"), ("/dev/zero", .notText, "'zero' is a device"),
      ]
      for (path, kind, reason) in cases {
        let error = try #require(refusal(path))
        #expect(error.code == kind && error.message.contains(reason), "\(error)")
      }
    }
  }

  @Test(.enabled(if: getuid() != 0, "root reads everything"))
  func aFileWithoutPermissionIsRefused_S2_13() throws {
    try inFolder { folder in
      try Data("A text.".utf8).write(to: URL(fileURLWithPath: folder + "/a.txt"))
      chmod(folder + "/a.txt", 0)
      #expect(refusal(folder + "/a.txt") == ReadingError(.unreadable, "no permission to read '\(folder)/a.txt'"))
    }
  }

  @Test func aFileIsKnownByItsPathItsChangesAndItsContents() throws {
    try inFolder { folder in
      let path = folder + "/a.txt"
      try Data("A text.".utf8).write(to: URL(fileURLWithPath: path))
      let file = try OpenedFile(path: path, followingLinks: true)
      #expect(file.byteCount == 7 && !file.isLive && file.origin?.path == path)
      #expect(String(decoding: file.contents(from: 2, most: 100), as: UTF8.self) == "text.")
      try Data("A text!".utf8).write(to: URL(fileURLWithPath: folder + "/b.txt"))
      let other = try OpenedFile(path: folder + "/b.txt", followingLinks: true)
      #expect(other.identity != file.identity && other.contentID != file.contentID)
      try Data("A text.".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      let again = try OpenedFile(path: path, followingLinks: true)
      #expect(again.identity != file.identity && again.contentID == file.contentID)
    }
  }

  @Test func aLinkIsFollowedOnceAndNotWhenItComesLater() throws {
    try inFolder { folder in
      try Data("A text.".utf8).write(to: URL(fileURLWithPath: folder + "/a.txt"))
      #expect(symlink(folder + "/a.txt", folder + "/link.txt") == 0)
      let file = try OpenedFile(path: folder + "/link.txt", followingLinks: true)
      #expect(file.origin?.path == folder + "/a.txt")
      #expect(refusal(folder + "/link.txt", followingLinks: false)?.code == .unreadable)
    }
  }
}
