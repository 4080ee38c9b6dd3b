import DBusKit
import EventLoop
import Playback
import Speech
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The rest of a service of which only the reading is there, and what it is told.
@Core
final class ManualSurroundings: ReadingSurroundings {
  private(set) var told: [String] = []

  func forget() { told = [] }

  func changed(from old: Snapshot, to new: Snapshot) { told.append("changed") }
  func turns() { told.append("turns") }
  func turned() { told.append("turned") }
  func detailsChanged() { told.append("details") }
  func utterance(_ event: Player.UtteranceEvent, _ id: TrackID) { told.append("utterance \(id.number)") }
  func seeked(to position: Microseconds) { told.append("seeked \(position.count)") }
  func heard(_ heard: HeardAnnouncer.Heard, at position: Microseconds) {
    if case .word = heard { told.append("word") } else { told.append("sentence") }
  }
  func departed() { told.append("departed") }
  func failed(_ id: TrackID, _ error: ReadingError) { told.append("failed \(id.number) \(error.message)") }
  func gaveUp(_ error: ReadingError) { told.append("gave up \(error.message)") }
  func left(_ id: TrackID) { told.append("left \(id.number)") }
  func routeChanged(_ change: RouteChange) { told.append("route") }
  func released() { told.append("released") }
}

/// The files beside recordings.
@Core
final class ManualTextsBeside: PairedFiles {
  /// The texts, by the paths of their recordings.
  var texts: [String: Script] = [:]
  /// The recordings for which a text was looked for, in order.
  private(set) var asked: [String] = []

  func open(
    _ text: PairedText, of recording: String, language: String,
    done: @escaping @Core (Result<TextSource?, ReadingError>) -> Void
  ) {
    asked.append(recording)
    done(.success(texts[recording].map { TextSource(ScriptedFile($0, path: recording + ".txt")) }))
  }
}

// An engine that always is the same one.
extension CountingVoice: EngineIdentity {
  var names: EngineNames? { EngineNames(["espeak-ng": "counting 1"]) }
  func identify(_ done: @escaping @Core () -> Void) { done() }
  func mayVary(_ voice: VoiceID) -> Bool { false }
}
