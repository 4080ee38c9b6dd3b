import DesktopSupport
import Foundation
import Glibc
import Testing

@testable import EventLoop

private let loop: Void = Core.loop.startThread()

/// A file is watched regardless of changes of the folders on the way to it.
@Suite(.timeLimit(.minutes(1)))
struct FileWatchTests {
  /// Counts the reports of a watch of `a/b/file` below `root`.
  @Core
  private final class Rig {
    let root = NSTemporaryDirectory() + "aloud-watch-\(UUID().uuidString)"
    private(set) var count = 0
    private var watch: FileWatch?
    var path: String { root + "/a/b/file" }

    init() throws { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }

    func start() {
      watch = FileWatch(paths: [path], scheduler: Core.loop) { [weak self] in self?.count += 1 }
    }

    /// Watches all of `a/b` instead.
    func startWithFolder(since start: Duration? = nil, mayHang: Bool) {
      watch = FileWatch(
        paths: [], folders: [root + "/a/b"], since: start, mayHang: mayHang, scheduler: Core.loop
      ) { [weak self] in self?.count += 1 }
    }

    var isSettled: Bool { watch?.isSettled ?? true }
    func whenSettled(_ body: @escaping @Core () -> Void) { watch?.whenSettled(body) }
    func end() { watch = nil }

    /// True while another thread looks at the folders.
    var isArming: Bool { watch?.isArming ?? false }

    /// Does something and waits until it is reported.
    func tells(_ what: String, _ body: (String) throws -> Void) async throws {
      let before = count
      try body(root)
      try await eventually("\(what) is told") { count > before }
      // The watches are set again before the report.
    }
  }

  private func with(_ body: @Core (Rig) async throws -> Void) async throws {
    loop
    try await hop { () async throws in
      let rig = try Rig()
      defer { try? FileManager.default.removeItem(atPath: rig.root) }
      try await body(rig)
    }
  }

  @Core private func hop(_ body: @Core () async throws -> Void) async rethrows { try await body() }

  private func make(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  private func write(_ path: String, _ text: String = "text") throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    Glibc.write(file, text, text.utf8.count)
    close(file)
  }

  @Test func foldersThatAreMadeLaterAreWatched_B7() async throws {
    try await with { rig in
      rig.start()
      try await rig.tells("the first folder") { try make($0 + "/a") }
      try await rig.tells("the second folder") { try make($0 + "/a/b") }
      try await rig.tells("the file") { try write($0 + "/a/b/file") }
      try await rig.tells("a change") { try write($0 + "/a/b/file", "other") }
    }
  }

  /// The folders of an engine's voices may lie on a file system that does not answer: the loop does not look at them.
  @Test(arguments: [false, true]) func eachFileOfAFolderIsWatched(mayHang: Bool) async throws {
    try await with { rig in
      rig.startWithFolder(mayHang: mayHang)
      #expect(rig.isArming == mayHang)
      try await eventually("the watches are set") { !rig.isArming }
      try await rig.tells("the folder") { try make($0 + "/a/b") }
      try await rig.tells("a file") { try write($0 + "/a/b/one") }
      try await rig.tells("another file") { try write($0 + "/a/b/two") }
      try await rig.tells("a link") { symlink("one", $0 + "/a/b/three") }
      try await rig.tells("a change") { try write($0 + "/a/b/two", "other") }
      try await rig.tells("another name") { rename($0 + "/a/b/two", $0 + "/a/b/four") }
      try await rig.tells("a removal") { unlink($0 + "/a/b/one") }
      try await rig.tells("the end of the folder") { try FileManager.default.removeItem(atPath: $0 + "/a") }
      try await rig.tells("a folder in its place") { try make($0 + "/a/b") }
      try await rig.tells("a file in that one") { try write($0 + "/a/b/one") }
    }
  }

  /// The thread that sets the watches may be late: what comes before is told by the times of the files.
  @Test(arguments: ["nothing", "a folder", "a file", "contents"]) func aChangeBeforeTheWatchesIsTold(_ what: String)
    async throws
  {
    try await with { rig in
      let file = rig.root + "/a/b/one"
      try make(rig.root + (what == "a folder" ? "" : "/a/b"))
      if what != "a file" && what != "a folder" { try write(file) }
      // The times of files are those of a tick of the kernel.
      let before = try #require(FileWatch.fileTime)
      try await eventually("the time of files goes on") { FileWatch.fileTime ?? before > before }
      let start = FileWatch.fileTime
      switch what {
      case "a folder": try make(rig.root + "/a/b")
      case "nothing": break
      default: try write(file, "other")
      }
      rig.startWithFolder(since: start, mayHang: true)
      var reports: Int?
      rig.whenSettled { reports = rig.count }
      try await eventually("the watches are set") { reports != nil }
      #expect(reports == (what == "nothing" ? 0 : 1))
    }
  }

  /// A change is known before the loop has turned, so that nobody goes by what was before.
  @Test(arguments: [false, true]) func aWatchTellsIfItHasReportedEverything(mayHang: Bool) async throws {
    try await with { rig in
      try make(rig.root + "/a/b")
      rig.startWithFolder(mayHang: mayHang)
      var reports: [Int] = []
      rig.whenSettled { reports.append(rig.count) }
      try await eventually("the watches are set") { reports == [0] }
      #expect(rig.isSettled)
      try write(rig.root + "/a/b/one")
      #expect(!rig.isSettled && rig.count == 0)
      rig.whenSettled { reports.append(rig.count) }
      try await eventually("it is reported before") { reports == [0, 1] }
      try await eventually("that was all") { rig.isSettled }
      rig.whenSettled { reports.append(rig.count) }
      #expect(reports == [0, 1, 1])
      try write(rig.root + "/a/b/two")
      rig.whenSettled { reports.append(-1) }
      rig.end()
      try await eventually("nobody waits for a watch that ends") { reports.last == -1 }
    }
  }

  @Test func foldersThatAreMadeTogetherWithTheFileAreWatched() async throws {
    try await with { rig in
      rig.start()
      try await rig.tells("all at once") {
        try make($0 + "/a/b")
        try write($0 + "/a/b/file")
      }
      try await rig.tells("a change") { try write($0 + "/a/b/file", "other") }
    }
  }

  @Test func aFolderThatIsRemovedAndMadeAgainIsWatched() async throws {
    try await with { rig in
      try make(rig.root + "/a/b")
      rig.start()
      try await rig.tells("the removal") { try FileManager.default.removeItem(atPath: $0 + "/a") }
      try await rig.tells("the folder") { try make($0 + "/a/b") }
      try await rig.tells("the file") { try write($0 + "/a/b/file") }
    }
  }

  @Test func aFolderThatTakesThePlaceOfAnotherIsWatched() async throws {
    try await with { rig in
      try make(rig.root + "/a/b")
      try make(rig.root + "/other/b")
      try write(rig.root + "/other/b/file")
      rig.start()
      try await rig.tells("the other folder") {
        #expect(rename($0 + "/a", $0 + "/former") == 0 && rename($0 + "/other", $0 + "/a") == 0)
      }
      try await rig.tells("a change there") { try write($0 + "/a/b/file", "other") }
    }
  }

  /// As with settings in a folder of their own, under version control.
  @Test func linksAreFollowedAndWatched() async throws {
    try await with { rig in
      for name in ["one", "two"] {
        try make("\(rig.root)/\(name)/b")
        try write("\(rig.root)/\(name)/b/file")
      }
      try FileManager.default.createSymbolicLink(atPath: rig.root + "/a", withDestinationPath: "one")
      rig.start()
      try await rig.tells("a change behind the link") { try write($0 + "/one/b/file", "other") }
      try await rig.tells("another target") {
        #expect(symlink("\($0)/two", $0 + "/new") == 0 && rename($0 + "/new", $0 + "/a") == 0)
      }
      try await rig.tells("a change behind the new link") { try write($0 + "/two/b/file", "other") }
      try await rig.tells("a link in place of the file") {
        try write($0 + "/real")
        #expect(unlink($0 + "/two/b/file") == 0 && symlink("../../real", $0 + "/two/b/file") == 0)
      }
      try await rig.tells("a change of its target") { try write($0 + "/real", "other") }
    }
  }

  @Test func aLinkToItselfAndAFileInPlaceOfAFolderAreWatched() async throws {
    try await with { rig in
      #expect(symlink("a", rig.root + "/a") == 0)
      rig.start()
      try await rig.tells("a file in its place") {
        #expect(unlink($0 + "/a") == 0)
        try write($0 + "/a")
      }
      try await rig.tells("a folder in its place") {
        #expect(unlink($0 + "/a") == 0)
        try make($0 + "/a/b")
      }
      try await rig.tells("the file") { try write($0 + "/a/b/file") }
    }
  }

  /// Other programs use the same folders; that causes no wake-up.
  @Test func otherFilesAreNotTold() async throws {
    try await with { rig in
      try make(rig.root + "/a/b")
      rig.start()
      for place in ["", "/a", "/a/b"] { try write("\(rig.root)\(place)/other") }
      try await rig.tells("the file") { try write($0 + "/a/b/file") }
      #expect(rig.count == 1)
    }
  }
}
