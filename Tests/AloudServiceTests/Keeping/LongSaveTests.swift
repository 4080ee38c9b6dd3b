import EventLoop
import Testing

@testable import AloudService

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// The pieces of a long text, and the log that they are written to.
@Suite(.timeLimit(.minutes(1)))
struct LongSaveTests {
  init() { loop }

  /// A text without end, of which each piece adds a mebibyte to the log.
  @Core
  private final class Text {
    let clock = ManualScheduler()
    let longSave: LongSave
    private(set) var pieces = 0
    var log = 0
    /// Ends the runs that empty the log.
    var ends: [@Core () -> Void] = []

    init() {
      let checkpointer = Checkpointer(scheduler: clock)
      longSave = LongSave(scheduler: clock, checkpointer: checkpointer)
      checkpointer.body = { [unowned self] in ends.append($0) }
    }

    func save() {
      pieces += 1
      log += 1 << 20
      longSave.goOn(logSize: { [unowned self] in log }) { [unowned self] in save() }
    }
  }

  @Test @Core func theLogIsEmptiedBeforeItIsLong() {
    let text = Text()
    text.save()
    #expect(text.pieces == 1, "each has a turn of its own")
    text.clock.advance(by: .zero)
    #expect(text.pieces == 4 && text.log == LongSave.longLog && text.longSave.isHeld && text.ends.count == 1)
    text.clock.advance(by: .seconds(60))
    #expect(text.pieces == 4, "the device takes its time")
    text.log = 0
    text.ends.removeFirst()()
    #expect(text.pieces == 5 && !text.longSave.isHeld)
    text.clock.advance(by: .zero)
    #expect(text.pieces == 8 && text.ends.count == 1)
  }

  @Test @Core func aLogThatCannotBeEmptiedDelaysTheTextButDoesNotEndIt() {
    let text = Text()
    text.save()
    text.clock.advance(by: .zero)
    for run in 1...3 {
      text.ends.removeFirst()()
      text.clock.advance(by: .zero)
      #expect(text.pieces == 4 + run * 4 && text.ends.count == 1)
    }
    // From here on it can.
    text.log = 0
    text.ends.removeFirst()()
    text.clock.advance(by: .zero)
    #expect(text.log == LongSave.longLog)
  }
}
