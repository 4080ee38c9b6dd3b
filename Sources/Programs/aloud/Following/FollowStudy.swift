import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import EventLoop
import Pager
import Study
import Vocabulary

/// The phrases of the track that is followed, if it is studied: those that the picture shows, the one whose text is
/// asked for, and the changes by keys.
@Core
final class FollowStudy {
  /// A step of an edge: a hundredth of a second, as phrases are found.
  private static let step: Microseconds = 10_000
  /// The sound before an edge that was moved, which is heard again.
  private static let before: Microseconds = 1_000_000

  private let service: Service
  private let phrases: StudiedPhrases
  /// The phrases of a recording in the order of its time; none of a text.
  private(set) var ranges: [Range<Microseconds>] = []
  /// The track whose phrases these are.
  private var track: String?
  private var count = 0
  /// The phrase whose text was asked for.
  private var shown: Int?

  init(_ service: Service) {
    self.service = service
    phrases = StudiedPhrases(service, task: "show the phrases")
  }

  /// Takes the status: another phrase hides the text again.
  func update(_ status: Status, hasPicture: Bool) async throws(Failure) {
    let study = status.studied
    if study?.phrase != shown { shown = nil }
    guard let study, hasPicture else {
      (ranges, track, count) = ([], nil, 0)
      return
    }
    guard status.track != track || study.phrases != count else { return }
    (track, count) = (status.track, study.phrases)
    ranges = try await phrases.all().map { $0.start..<max($0.start, $0.end) }.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The phrase whose text is hidden from a listener who speaks it; `nil` if nothing is.
  func hidden(_ status: Status) -> Int? {
    guard let study = status.studied else { return nil }
    return shown != nil && shown == study.phrase ? nil : study.phrase ?? 0
  }

  /// Shows the text of the phrase that was heard, or hides it.
  ///
  /// - Returns: the message for the user.
  func toggleText(_ status: Status) -> String? {
    guard let phrase = status.studied?.phrase else { return "nothing is studied" }
    shown = shown == phrase ? nil : phrase
    return nil
  }

  /// The phrases have changed, perhaps by another program.
  func phrasesChanged() { count = 0 }

  // MARK: Changes

  /// Changes the phrase that is heard, and lets hear the edge that was moved.
  ///
  /// - Returns: the message for the user.
  func make(_ change: KeyCommand.PhraseChange) async throws(Failure) -> String? {
    guard let study = try await service.status()?.studied, let index = study.phrase, let here = study.recorded else {
      return "nothing is studied"
    }
    let all = try await phrases.all()
    guard all.indices.contains(index) else { return "nothing is studied" }
    let phrase = all[index]
    do throws(Failure) {
      switch change {
      case .split: try await edit(.split, index, at: here)
      case .join: try await edit(.join, index)
      case .restore: try await edit(.restore, index)
      case .move(let direction):
        let isStart = !study.isInGap && here < phrase.start + Microseconds((phrase.end - phrase.start).count / 2)
        let edge = (isStart ? phrase.start : phrase.end) + Microseconds(Int64(direction) * Self.step.count)
        try await edit(isStart ? .start : .end, index, at: max(0, edge))
        let from = isStart ? edge : max(phrase.start, edge - Self.before)
        _ = try await service.callIfRunning(
          .setPosition(microseconds: from, track: nil, of: .recording), task: "hear it")
        let moved = isStart ? "begins" : "ends"
        count = 0
        return "phrase \(index + 1) \(moved) at \(PhraseListing.clock(edge))"
      }
    } catch {
      guard error.status != .noService else { throw error }
      return error.message
    }
    count = 0
    return switch change {
    case .split: "phrase \(index + 1) is two"
    case .join: "phrases \(index + 1) and \(index + 2) are one"
    default: "phrase \(index + 1) is as it was found"
    }
  }

  private func edit(_ kind: PhraseEdit.Kind, _ phrase: Int, at time: Microseconds = 0) async throws(Failure) {
    _ = try await service.callIfRunning(
      .editPhrases("/", kind, phrase: UInt32(clamping: phrase), at: time), task: "edit the phrase")
  }
}
