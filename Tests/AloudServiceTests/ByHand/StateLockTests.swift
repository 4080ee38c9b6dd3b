import Configuration
import DesktopSupport
import Documents
import EventLoop
import Foundation
import Playback
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// A service that finds its state with another process, by hand.
@Suite(.timeLimit(.minutes(1)))
struct StateLockTests {
  /// One service: a session and the part that keeps it.
  @Core
  private final class Life {
    let hand = ManualSession()
    let keeper: SessionKeeper
    private(set) var isBegun = false
    private(set) var takenUp = 0

    init(_ path: String) {
      let rooms = Relay<RoomNotice>()
      keeper = SessionKeeper(
        session: hand.session, path: path, scheduler: hand.clock, log: ServiceLog(level: .error), rooms)
      rooms.connect { [unowned self] notice in if case .takenUp = notice { takenUp += 1 } }
    }

    func begin() {
      keeper.open { [unowned self] in isBegun = true }
    }

    @discardableResult
    func say(_ text: String...) -> TrackID { say(text) }

    @discardableResult
    func say(_ sentences: [String]) -> TrackID {
      let id = hand.read(sentences.joined(separator: " "))
      hand.session.track(id)?.origin = .whole(bytes: sentences.joined(separator: " ").utf8.count)
      keeper.turned()
      return id
    }

    /// The text in the store.
    func kept(_ id: TrackID) throws -> [UInt8] {
      let text = try #require(keeper.text(of: id))
      return try text()
    }

    func end() {
      keeper.close()
      keeper.release()
    }

    var titles: [String] { hand.session.player.entries.map(\.metadata.title) }
  }

  private func inFolder(_ body: @Core (_ path: String) throws -> Void) async throws {
    loop
    let path = NSTemporaryDirectory() + "aloud-lock-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await Self.run(path, body)
  }

  @Core
  private static func run(_ path: String, _ body: @Core (String) throws -> Void) throws { try body(path) }

  @Test func theNextServiceWaitsForOneThatIsEnding_B14() async throws {
    try await inFolder { path in
      let (first, second) = (Life(path), Life(path))
      first.begin()
      #expect(first.isBegun)
      first.say("One two.")
      first.keeper.announceEnd()
      second.begin()
      second.hand.pass(3000)
      // The output is ready, for example.
      second.keeper.turned()
      second.hand.pass(1000)
      #expect(!second.isBegun && second.titles.isEmpty)
      first.end()
      second.hand.pass(10)
      #expect(second.isBegun && second.titles == ["One two."] && second.takenUp == 1)
      #expect(second.keeper.isKept && !second.keeper.isShutOut && second.hand.session.stateError.isEmpty)
      second.end()
    }
  }

  @Test func oneThatIsEndingAndHangsIsWaitedForNoLongerThanFiveSeconds_B14() async throws {
    try await inFolder { path in
      let (first, second) = (Life(path), Life(path))
      first.begin()
      first.keeper.announceEnd()
      second.begin()
      second.hand.pass(4900)
      #expect(!second.isBegun)
      second.hand.pass(200)
      #expect(second.isBegun && second.keeper.isShutOut)
      second.end()
      first.end()
    }
  }

  @Test func aTextSaidMeanwhileAndTheKeptStateComeTogether_B14() async throws {
    try await inFolder { path in
      let (first, second) = (Life(path), Life(path))
      first.begin()
      first.say("One two.")
      second.begin()
      second.hand.pass(1100)
      #expect(second.isBegun && second.keeper.isShutOut)
      #expect(second.hand.session.stateError.contains("another process keeps its state"))
      let own = second.say("Three four five six seven.")
      second.hand.pass(100)
      #expect(second.hand.session.snapshot.status == .playing && !second.keeper.isKept)
      first.end()
      second.hand.pass(1000)
      #expect(second.titles == ["Three four five six seven.", "One two."] && second.takenUp == 1)
      #expect(second.hand.session.snapshot.track == own, "the current text continues")
      #expect(second.keeper.isKept && second.hand.session.stateError.isEmpty)
      second.end()

      let third = Life(path)
      third.begin()
      #expect(third.titles == ["Three four five six seven.", "One two."])
      third.end()
    }
  }

  @Test func aServiceThatEndsShutOutTriesOnceMore_B14() async throws {
    try await inFolder { path in
      let (first, second) = (Life(path), Life(path))
      first.begin()
      second.begin()
      second.hand.pass(60_000)
      second.say("Three four.")
      first.end()
      second.end()
      #expect(second.takenUp == 0, "nothing goes on in a service that ends")
      let third = Life(path)
      third.begin()
      #expect(third.titles == ["Three four."])
      third.end()
    }
  }

  @Test func afterAKillTheStateIsCheckedBeforeItIsOpened() async throws {
    loop
    let path = NSTemporaryDirectory() + "aloud-lock-\(UUID().uuidString)"
    defer { for path in [path, path + "-first"] { try? FileManager.default.removeItem(atPath: path) } }
    try await Self.openAfterKill(path)
  }

  @Core
  private static func openAfterKill(_ path: String) async throws {
    let first = Life(path + "-first")
    first.begin()
    first.say("One two.")
    // The files as a kill leaves them.
    try FileManager.default.copyItem(atPath: path + "-first", toPath: path)
    let second = Life(path)
    second.begin()
    #expect(!second.isBegun, "a thread checks them")
    try await eventually("the check has ended") {
      second.hand.pass(1)
      return second.isBegun
    }
    #expect(second.titles == ["One two."] && second.keeper.isKept)
    second.end()
    first.end()
  }

  @Test func aLongTextIsSavedInTurnsOfTheirOwn() async throws {
    try await inFolder { path in
      let life = Life(path)
      life.begin()
      let sentences = (0..<60_000).map { _ in "One two three." }
      let id = life.say(sentences)
      #expect(life.keeper.openStore?.store.unfinished == [id])
      let kept = try life.kept(id).count
      #expect(kept > 0 && kept < 60_000 * 15 - 1)
      life.hand.pass(0)
      #expect(life.keeper.openStore?.store.unfinished == [])
      #expect(try life.kept(id) == Array(sentences.joined(separator: " ").utf8))
      life.say(sentences)
      life.end()
      let next = Life(path)
      next.begin()
      for id in next.hand.session.player.ids {
        #expect(try next.kept(id).count == 60_000 * 15 - 1, "the end saves everything")
      }
      next.end()
    }
  }

  @Test func theLogStaysShortWhileALongTextIsSaved() async throws {
    try await inFolder { path in
      let life = Life(path)
      life.begin()
      var ends: [@Core () -> Void] = []
      life.keeper.checkpointer.body = { ends.append($0) }
      let sentences = (0..<7000).map { _ in String(repeating: "word ", count: 200) + "end." }
      let id = life.say(sentences)
      life.hand.pass(0)
      let held = try life.kept(id).count
      #expect(held > 3 << 20 && held < LongSave.longLog && ends.count == 1)
      let other = life.say("One two.")
      life.hand.pass(1000)
      #expect(try life.kept(other) == Array("One two.".utf8), "everything else is saved at once")
      #expect(try life.kept(id).count == held)
      try SideConnection.checkpoint(at: path)
      #expect(try life.keeper.openStore?.store.tidy() == true)
      ends.removeFirst()()
      life.hand.pass(0)
      #expect(try life.kept(id) == Array(sentences.joined(separator: " ").utf8) && ends.isEmpty)
      life.end()
    }
  }

  @Test func savesReachTheDeviceBesideTheLoop() async throws {
    loop
    let path = NSTemporaryDirectory() + "aloud-lock-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await Self.tidy(path)
  }

  @Core
  private static func tidy(_ path: String) async throws {
    func log() throws -> Int {
      try FileManager.default.attributesOfItem(atPath: path + "/library.sqlite-wal")[.size] as? Int ?? 0
    }
    let life = Life(path)
    life.begin()
    life.say((0..<10_000).map { _ in "One two three." })
    let saved = try log()
    life.hand.pass(2000)
    #expect(try log() >= saved, "the loop does not wait")
    try await eventually("the log is emptied") {
      life.hand.pass(1)
      return try log() < saved
    }
    #expect(life.keeper.isKept && life.hand.session.stateError.isEmpty)
    life.end()
    #expect(!FileManager.default.fileExists(atPath: path + "/library.sqlite-wal"))
  }

  @Test func aFolderThatComesAfterAFaultIsCheckedBeforeItIsOpened() async throws {
    loop
    let path = NSTemporaryDirectory() + "aloud-lock-\(UUID().uuidString)"
    defer { for path in [path, path + "-first", path + "-gone"] { try? FileManager.default.removeItem(atPath: path) } }
    try await Self.replaceByKilled(path)
  }

  @Core
  private static func replaceByKilled(_ path: String) async throws {
    let first = Life(path + "-first")
    first.begin()
    first.say("One two.")
    let second = Life(path)
    second.begin()
    second.say("Three four.")
    try FileManager.default.moveItem(atPath: path, toPath: path + "-gone")
    try FileManager.default.copyItem(atPath: path + "-first", toPath: path)
    second.keeper.lookAtPlace()
    #expect(!second.keeper.isKept, "a thread checks it")
    #expect(try second.kept(second.hand.session.player.ids[0]) == Array("Three four.".utf8), "the former text is read")
    try await eventually("the check has ended") {
      second.hand.pass(1)
      return second.keeper.isKept
    }
    #expect(second.titles == ["Three four."] && second.hand.session.stateError.isEmpty)
    second.end()
    first.end()
    let third = Life(path)
    third.begin()
    #expect(third.titles == ["Three four."])
    third.end()
  }

  @Test func theAttemptsBecomeRareAndEndWithTheService() async throws {
    loop
    await Self.countAttempts()
  }

  @Core
  private static func countAttempts() {
    let clock = ManualScheduler()
    var attempts = 0
    let lock = LockWait(scheduler: clock) {
      attempts += 1
      return .locked(isEnding: false)
    }
    var isDone = false
    lock.begin { isDone = true }
    clock.advance(by: .seconds(2))
    #expect(isDone && lock.isShutOut && lock.isWaiting)
    attempts = 0
    clock.advance(by: .seconds(600))
    #expect((590...600).contains(attempts))
    lock.stop()
    #expect(clock.isIdle && !lock.isShutOut)
  }
}
