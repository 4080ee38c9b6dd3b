import AloudAPI
import BusValues
import DBusKit
import EventLoop

/// Answers the calls about spoken texts: never for a program in a sandbox, and not while the screen is locked.
@Core
final class HistoryCalls {
  private let history: SpokenHistory
  private let access: TextAccess

  init(history: SpokenHistory, access: TextAccess) {
    self.history = history
    self.access = access
  }

  func list(for call: IncomingCall) -> AloudObject.Answer {
    access.ask(for: call.sender, "what was said", locked: .always) { [history] refusal in
      if let refusal { return call.fail(refusal.busError) }
      let rows = history.entries.map { entry in
        HistoryEntry(
          time: entry.time, text: entry.text, language: entry.language, isWhole: entry.isWhole,
          isNotification: entry.isNotification
        ).table
      }
      call.reply([.array(of: .vardict, rows.map { .vardict($0) })])
    }
    return .later
  }

  func clear() -> AloudObject.Answer {
    history.clear()
    return .done
  }
}
