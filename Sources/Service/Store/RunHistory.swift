import EventLoop
import Playback

/// The end of the previous run of the service.
public struct RunHistory: Equatable, Sendable {
  /// True if it ended in order, or if there was none.
  public var endedInOrder = true
  /// The number of consecutive runs that crashed within a minute while they read the track that is current now.
  public var crashes = 0
  /// The time since its last sign of life; `nil` if unknown, or if the machine was started since.
  public var age: Duration?

  /// The history before the first run, except for the given values.
  public init(endedInOrder: Bool = true, crashes: Int = 0, age: Duration? = nil) {
    self.endedInOrder = endedInOrder
    self.crashes = crashes
    self.age = age
  }
}

extension SessionStore {
  /// A crash within this time after the start may be caused by a text.
  private static let crashTime = Duration.seconds(60)

  private enum Word {
    static let ended = "run.ended", crashes = "run.crashes", crashed = "run.crashed"
    static let boot = "run.boot", began = "run.began", seen = "run.seen"
  }

  private func number(_ name: String) throws(StoreError) -> Int64? { try word(name)?.asInteger }

  /// The end of the last run.
  ///
  /// - Parameter record: the journal's newest record.
  public func lastRun(_ record: PlaceRecord?, now: BootTime = .now) throws(StoreError) -> RunHistory {
    var history = RunHistory()
    history.endedInOrder = try number(Word.ended) ?? 1 == 1
    let boot = UInt64(bitPattern: try number(Word.boot) ?? 0)
    let began = BootTime(boot: boot, nanoseconds: try number(Word.began) ?? 0)
    let seen =
      history.endedInOrder
      ? try number(Word.seen).map { BootTime(boot: boot, nanoseconds: $0) } : record?.time
    history.age = seen?.duration(to: now)
    let current = try number("current")
    if !history.endedInOrder, let current, try word("wish")?.asText == "playing" {
      let lasted = record.flatMap { began.duration(to: $0.time) } ?? .zero
      let isAgain = try number(Word.crashed) == current && lasted < Self.crashTime
      history.crashes = isAgain ? Int(try number(Word.crashes) ?? 0) + 1 : 1
    }
    return history
  }

  /// Records the beginning of a run, before any stored data are used.
  public func beginRun(after last: RunHistory, now: BootTime = .now) throws(StoreError) {
    let current = try number("current")
    try transaction { () throws(StoreError) in
      try write([
        Word.ended: .integer(0), Word.crashes: .integer(Int64(last.crashes)),
        Word.crashed: SQLValue(current), Word.boot: .integer(Int64(bitPattern: now.boot)),
        Word.began: .integer(now.nanoseconds),
      ])
    }
    endChecking()
  }

  /// Records that the run ends in order.
  public func endRun(now: BootTime = .now) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try write([
        Word.ended: .integer(1), Word.crashes: .integer(0), Word.boot: .integer(Int64(bitPattern: now.boot)),
        Word.seen: .integer(now.nanoseconds),
      ])
    }
  }
}
