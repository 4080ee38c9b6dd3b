import EventLoop
import Playback
import Speech
import Vocabulary

/// The texts of the queue that are still being read or written: more of them arrives while they are queued or heard.
@Core
final class ArrivingTexts {
  private let silence: SilenceWatch
  private let turns: Turns
  private let tracks: QueuedTracks
  private let place: PresentPlace
  private let feeder: Feeder
  private let lengths: TrackLengths
  private let reports: Relay<PartReport>

  init(
    _ turns: Turns, _ tracks: QueuedTracks, _ place: PresentPlace, _ feeder: Feeder, _ lengths: TrackLengths,
    scheduler: any Scheduler, _ reports: Relay<PartReport>
  ) {
    self.turns = turns
    self.tracks = tracks
    self.place = place
    self.feeder = feeder
    self.lengths = lengths
    self.reports = reports
    silence = SilenceWatch(feeder: feeder, scheduler: scheduler, reports)
  }

  /// More text of queued tracks was read, or all of it.
  func grew(_ new: [Track]) {
    let queued = new.filter(tracks.holds)
    guard !queued.isEmpty else { return }
    lengths.survey(queued)
    for track in queued where track.reading != .going && track.sentenceCount > 0 { lengths.tell(of: track) }
    for track in queued where track.content.own.isLive { grewLive(track) }
    if queued.contains(where: { $0.id == turns.player.current }) { feeder.pump() }
    reports(.notice(.grew(queued.map(\.id))))
  }

  // MARK: Texts that are written while they are heard

  /// Must be called when something was fed, began to sound or fell silent, and when the player has changed.
  func update() { silence.update(turns.player) }

  /// All text of the current track that has arrived was heard a while ago.
  func fellSilent(_ epoch: Player.Epoch) {
    guard epoch == turns.player.epoch, let track = place.track, track.isEndless else { return }
    let position = place.position
    turns.send(.fellSilent(epoch, heard: position))
    guard turns.player.current != track.id else { return }
    // It continues with the first word that arrives, at any place of the timeline.
    let end = track.sentenceCount > 0 ? track.span(of: track.sentenceCount - 1).end.scalars : 0
    track.goOn(at: KeptPlace(microseconds: position, scalar: end))
  }

  /// More text of such a track has arrived, or its end.
  private func grewLive(_ track: Track) {
    if track.id != turns.player.current {
      let heard = track.place.scalar.flatMap { track.sentence(atScalar: $0) } ?? track.sentenceCount
      if heard < track.sentenceCount {
        place.noteInterruption()
        // Its first word follows without the silence of a joint.
        track.goOn(
          at: KeptPlace(microseconds: track.place.microseconds, scalar: track.span(of: heard).scalars.lowerBound))
        turns.send(.spokeAgain(track.id, heard: place.position))
      } else if !track.isEndless {
        turns.send(.endedSilent(track.id))
      }
    }
    if !track.isEndless { lengths.tell(of: track) }
  }
}
