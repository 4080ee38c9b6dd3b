package import AloudAPI
package import BusValues
import EventLoop
package import Vocabulary

/// An entry of a list that a program shows, such as a chapter or a time of the sleep timer.
package enum ReadingChoice: Equatable, Sendable {
  /// A track of the queue.
  case goTo(ObjectPath)
  /// A bookmark, by its number.
  case bookmark(Int64)
  /// A document of the library, which is read now.
  case open(LibraryEntry)
  /// A sleep timer; the amount is in microseconds, or a number of such units.
  case sleep(SleepUnit, Int64)
  /// 0…1.
  case volume(Double)
  /// The part that is repeated.
  case repetition(RepeatMode)
}

extension ServiceConnection {
  /// Performs what was chosen; starts the service if necessary.
  package func perform(_ choice: ReadingChoice) async throws(ClientFailure) {
    switch choice {
    case .goTo(let track): _ = try await call(.goTo(track), task: "go there")
    case .bookmark(let number): _ = try await call(.goToBookmark(number), task: "go there")
    case .open(let document):
      _ = try await call(
        .openDocument(document.id, SpeakOptions(request: .read)), task: "read '\(document.title)'")
    case .sleep(let unit, let amount):
      _ = try await call(.sleep(unit, amount: amount, adding: false), task: "set the sleep timer")
    case .volume(let volume): try await set(.volume, to: .double(volume), task: "set the volume")
    case .repetition(let word): _ = try await call(.repeat(word), task: "repeat it")
    }
  }

  /// Changes the rate of the current text, within the permitted range.
  ///
  /// - Parameters:
  ///   - change: the new rate for the present one.
  ///   - task: completes "cannot …" in the description of a failure.
  /// - Returns: the new rate; `nil` if no service is running.
  package func changeRate(
    _ change: (Double) -> Double, task: String
  ) async throws(ClientFailure) -> Double? {
    guard let rate = try await status()?.rate else { return nil }
    let wanted = min(max(change(rate), AloudBus.rates.lowerBound), AloudBus.rates.upperBound)
    try await set(.rate, to: .double(wanted), task: task)
    return wanted
  }
}
