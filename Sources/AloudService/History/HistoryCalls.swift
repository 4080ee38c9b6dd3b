import AloudAPI
import BusValues
import DBusKit
import EventLoop

/// Answers the calls about what was said: to a program in a sandbox never, and to nobody while the screen is locked.
@Core
final class HistoryCalls {
  private let history: SpokenHistory
  private let bus: LastingBus
  private let surroundings: Surroundings

  init(history: SpokenHistory, bus: LastingBus, surroundings: Surroundings) {
    self.history = history
    self.bus = bus
    self.surroundings = surroundings
  }

  func list(for call: IncomingCall) -> AloudObject.Answer {
    guard let connection = bus.connection else { return .later }
    Sandbox.holds(call.sender, on: connection) { [self] isSandboxed in
      guard !isSandboxed else {
        return call.fail(APIError(.notAllowed, "what was said is not told to a program in a sandbox").busError)
      }
      surroundings.askWhetherLocked { [self] isLocked in
        guard !isLocked else {
          return call.fail(APIError(.notAllowed, "what was said is not told while the screen is locked").busError)
        }
        let rows = history.entries.map { entry in
          HistoryEntry(time: entry.time, text: entry.text, language: entry.language, isWhole: entry.isWhole).table
        }
        call.reply([.array(of: .vardict, rows.map { .vardict($0) })])
      }
    }
    return .later
  }

  func clear() -> AloudObject.Answer {
    history.clear()
    return .done
  }
}
