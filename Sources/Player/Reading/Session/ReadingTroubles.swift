import EventLoop
import Playback
import Vocabulary

/// The failures of the reading that clients are told: the last one in a sentence, and the reason why nothing is kept.
@Core
final class ReadingTroubles {
  /// The last failure in a sentence; empty after the next success.
  var last = "" { didSet { if last != oldValue { reports(.details) } } }
  /// The reason why the queue and the places are not kept now; empty if they are.
  var ofKeeping = "" { didSet { if ofKeeping != oldValue { reports(.details) } } }
  /// The lack of a track that has not begun, which the listener has to know when it begins.
  private var lacking: (track: TrackID, message: String)?
  /// True if the engine was given up and has not spoken since.
  private var isEngineLost = false
  private let turns: Turns
  private let reports: Relay<PartReport>

  init(_ turns: Turns, _ reports: Relay<PartReport>) {
    self.turns = turns
    self.reports = reports
  }

  /// An operation on a track failed; the reading continues.
  func failed(_ id: TrackID, _ error: ReadingError) {
    last = error.message
    reports(.notice(.failed(id, error)))
  }

  /// A track is heard, but not as it was wanted.
  func lacks(_ id: TrackID, _ error: ReadingError) {
    if !turns.player.hasStarted(id) { lacking = (id, error.message) }
    failed(id, error)
  }

  /// The current track is given up.
  func gaveUp(_ id: TrackID, _ error: ReadingError) {
    failed(id, error)
    turns.send(.failed(turns.player.epoch))
  }

  /// New texts come into the queue. The error of an engine that was lost is the reason of the pause, until the engine
  /// is back.
  func queuedTexts() { if !isEngineLost { last = "" } }

  /// An utterance has begun.
  func started(_ track: Track?) {
    let complaint = track?.content.own.complaint ?? ""
    last = complaint.isEmpty && lacking?.track == track?.id ? lacking?.message ?? "" : complaint
    lacking = nil
  }

  // MARK: The engine

  /// The first sound of a place has been made.
  func madeSound() {
    guard isEngineLost else { return }
    isEngineLost = false
    last = ""
  }

  /// The place and the queue are kept, but the listener must know, and decide when to try again.
  func engineLost(_ error: Trouble, _ epoch: Player.Epoch) {
    guard let track = turns.player.current, epoch == turns.player.epoch else { return }
    let error = ReadingError(error)
    failed(track, error)
    reports(.notice(.gaveUp(error)))
    isEngineLost = true
    turns.send(.engineLost(epoch))
  }

  /// A sentence that crashes the engine is left out. Without an engine or voice, the whole track is given up.
  func engineFailed(_ error: Trouble, speaking track: Track) {
    failed(track.id, ReadingError(error))
    guard error.code.isOfWholeEngine, turns.player.current == track.id else { return }
    reports(.notice(.gaveUp(ReadingError(error))))
    turns.send(.failed(turns.player.epoch))
  }
}

extension TroubleCode {
  /// True if no sentence can be spoken: there is no such engine, or it has no such voice.
  var isOfWholeEngine: Bool {
    switch self {
    case .noVoice, .spawnFailed, .wrongVersion, .engine: true
    default: false
    }
  }
}
