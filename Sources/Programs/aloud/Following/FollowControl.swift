import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import EventLoop
import Pager
import Vocabulary

/// The effects of the display's keys on the reading.
@Core
final class FollowControl {
  private let service: Service
  /// The phrases, if the current track is studied.
  let study: FollowStudy

  init(_ service: Service) {
    self.service = service
    study = FollowStudy(service)
  }

  private static let task = "do that"

  /// Performs a command.
  ///
  /// - Returns: the message for the user; `nil` if the effect is message enough. Commands for the screen have no
  ///   effect.
  func perform(_ command: KeyCommand, in text: FollowedText) async throws(Failure) -> String? {
    switch command {
    case .toggle: return try await call(.toggle)
    case .sentence(let step): return try await call(step > 0 ? .next(.sentence) : .previous(.sentence))
    case .paragraph(let step): return try await call(step > 0 ? .next(.paragraph) : .previous(.paragraph))
    case .track(let step): return try await call(step > 0 ? .next(.track) : .previous(.track))
    case .tenth(let digit): return try await call(.setPositionFraction(Double(digit) / 10))
    case .end: return try await goToEnd(of: text)
    case .again: return try await call(.again)
    case .faster: return try await changeRate(RateStep.up)
    case .slower: return try await changeRate(RateStep.down)
    case .normalRate: return try await changeRate { _ in 1 }
    case .mark: return try await mark()
    case .page, .find, .findAgain, .choose, .width, .spacing, .focus, .theme, .explain, .help, .quit, .phraseText:
      return nil
    case .phrase(let change): return try await study.make(change)
    }
  }

  /// Calls the service; a refusal becomes a message and does not end the display.
  func call(_ call: AloudCall) async throws(Failure) -> String? {
    do throws(Failure) {
      return try await service.callIfRunning(call, task: Self.task) == nil ? "nothing is being read" : nil
    } catch {
      guard error.status != .noService else { throw error }
      return error.message
    }
  }

  private func changeRate(_ change: (Double) -> Double) async throws(Failure) -> String? {
    let rate = try await Failure.translating(try await service.client.changeRate(change, task: Self.task))
    return rate == nil ? "nothing is being read" : nil
  }

  /// Goes to the last sentence of the text that is known.
  private func goToEnd(of text: FollowedText) async throws(Failure) -> String? {
    guard let track = text.track, let end = try await Failure.translating(try await text.end()) else {
      return "nothing is being read"
    }
    return try await call(.goToText(track, offset: end, .utf8))
  }

  /// Adds a bookmark at the current sentence.
  private func mark() async throws(Failure) -> String? {
    do throws(Failure) {
      guard let answer = try await service.callIfRunning(.addBookmark(note: ""), task: "mark this place") else {
        return "nothing is being read"
      }
      guard let mark = answer.first?.asVardict.flatMap(BookmarkEntry.init) else { return nil }
      return "marked \(mark.isNew == false ? "already " : "")as \(mark.number): \(mark.sentence)"
    } catch {
      switch error.status {
      case .noService: throw error
      // The service's message does not fit in a row.
      case .usage: return "only documents with a file can be marked"
      default: return error.message
      }
    }
  }
}
