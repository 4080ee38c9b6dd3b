import EventLoop
import Playback
import Speech
import Vocabulary

/// The text after a track that was heard to its end: the next one; or a text that a program still has to bring, for
/// which the reading waits in silence; or nothing, because the text after it cannot be read.
@Core
final class TrackSuccession {
  /// The time for which the next text is awaited.
  private static let patience = Duration.seconds(60)

  /// The place at whose end the next text is awaited.
  private var fetching: Player.Epoch?
  private let timer: DeadlineTimer
  private let turns: Turns
  private let tracks: QueuedTracks
  private let troubles: ReadingTroubles
  private let reports: Relay<PartReport>

  init(
    _ turns: Turns, _ tracks: QueuedTracks, _ troubles: ReadingTroubles, scheduler: any Scheduler,
    _ reports: Relay<PartReport>
  ) {
    self.turns = turns
    self.tracks = tracks
    self.troubles = troubles
    self.reports = reports
    timer = DeadlineTimer(scheduler: scheduler)
  }

  /// True while the next text is awaited at the end of the current one.
  var isFetching: Bool { fetching == turns.player.epoch }

  /// True if the text that follows one in the queue is still to be brought.
  var isSeriesAwaited: Bool { turns.player.ids.contains { tracks[$0]?.awaitsMore == true } }

  /// A track has been heard to its end. If the text after it cannot be read, the reading stops there.
  func ended(_ epoch: Player.Epoch) {
    guard epoch == turns.player.epoch, let track = current, let error = track.blockage else {
      if !awaitsNext(epoch) { turns.send(.ended(epoch)) }
      return
    }
    // Play repeats the last sentence.
    let last = track.sentenceCount - 1
    let place = KeptPlace(
      microseconds: track.start(of: max(0, last)),
      scalar: last >= 0 ? track.span(of: last).scalars.lowerBound : nil)
    troubles.failed(track.id, error)
    turns.send(.blocked(epoch, isWhole: track.reading == .complete, place: place.microseconds))
    track.goOn(at: place)
    cannotRead(error, behind: track)
  }

  /// Tells the listener that a chapter cannot be read.
  func cannotRead(_ error: ReadingError, behind track: Track?) {
    reports(.notice(.gaveUp(error)))
    reports(.notice(.blocked(track, error)))
  }

  private var current: Track? { turns.player.current.flatMap { tracks[$0] } }

  // MARK: Texts that are brought one by one

  /// The end of the current track has been heard.
  ///
  /// - Returns: true if the text that follows is still to come, so that the track goes on in silence.
  private func awaitsNext(_ epoch: Player.Epoch) -> Bool {
    guard epoch == turns.player.epoch, turns.player.loop != .track, let track = current, track.awaitsMore else {
      return false
    }
    // The further chapters of the same document come first.
    if let next = turns.player.following(track.id).flatMap({ tracks[$0] }), next.isOfSameDocument(as: track) {
      return false
    }
    fetching = epoch
    timer.update(turns.now + Self.patience) { [weak self] in
      guard let self, isFetching else { return }
      endSeries(track.id, ReadingError(.notAnswering, "the next chapter has not come within a minute"))
    }
    reports(.details)
    return true
  }

  /// The text that follows a track has come, or none does.
  ///
  /// - Parameter error: the reason, if one was to come: the reading stops after the track. `nil`: it goes on.
  func endSeries(_ id: TrackID, _ error: ReadingError?) {
    guard let track = tracks[id] else { return }
    let chapters = tracks.of(turns.player.ids).filter { $0 === track || $0.isOfSameDocument(as: track) }
    guard chapters.contains(where: \.awaitsMore) else { return }
    for chapter in chapters { chapter.awaitsMore = false }
    if let error { chapters.last?.blockage = error }
    guard let epoch = fetching, epoch == turns.player.epoch else { return }
    fetching = nil
    timer.update(nil) {}
    ended(epoch)
  }
}
