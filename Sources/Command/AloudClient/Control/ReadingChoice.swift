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

extension ReadingChoice {
  /// Performs what was chosen; starts the service if necessary.
  @Core
  package func perform(on service: ServiceConnection) async throws(ClientFailure) {
    switch self {
    case .goTo(let track): _ = try await service.call(.goTo(track), task: "go there")
    case .bookmark(let number): _ = try await service.call(.goToBookmark(number), task: "go there")
    case .open(let document):
      _ = try await service.call(
        .openDocument(document.id, SpeakOptions(request: .read)), task: "read '\(document.title)'")
    case .sleep(let unit, let amount):
      _ = try await service.call(.sleep(unit, amount: amount, adding: false), task: "set the sleep timer")
    case .volume(let volume): try await service.set(.volume, to: .double(volume), task: "set the volume")
    case .repetition(let word): _ = try await service.call(.repeat(word), task: "repeat it")
    }
  }
}
