import EventLoop
import Playback
import Speech
import Vocabulary

/// The lengths of the queued tracks: they are measured, and told when they have changed noticeably.
@Core
final class TrackLengths {
  /// Measures the sentences of queued tracks.
  let measurer: LengthMeasurer
  private let turns: Turns
  private let tracks: QueuedTracks
  private let feeder: Feeder
  private let reports: Relay<PartReport>

  init(
    _ measurer: LengthMeasurer, _ turns: Turns, _ tracks: QueuedTracks, _ feeder: Feeder, _ reports: Relay<PartReport>
  ) {
    self.measurer = measurer
    self.turns = turns
    self.tracks = tracks
    self.feeder = feeder
    self.reports = reports
  }

  /// Measures tracks that are new in the queue, or have grown. The file of a recording tells its length.
  func survey(_ tracks: [Track]) { measurer.survey(tracks.filter { $0.content.own.isMeasured }) }

  /// More of a track has been measured.
  func measured(_ track: Track) {
    reports(.notice(.measured(track)))
    if turns.player.current == track.id { feeder.settle() }
    tell(of: track)
  }

  /// Tells the player the present length of a track if it has changed noticeably.
  func tell(of track: Track) {
    guard !track.isFormerLengthBetter, let length = toTell(of: track) else { return }
    if length.isNews(after: turns.player.length(of: track.id)) { turns.send(.measured(track.id, length)) }
  }

  /// The length that the player is told: `nil` while the text is still being written or read. The length of its first
  /// sentences would change in the next moment.
  func toTell(of track: Track) -> TrackLength? {
    track.reading == .going || track.content.own.isOfUnknownLength ? nil : now(of: track)
  }

  /// The length of a track as it is known now.
  func now(of track: Track) -> TrackLength {
    // The announced position stays valid: the rest of the track is added to it.
    let drift = turns.player.current == track.id ? feeder.drift : 0
    return TrackLength(
      microseconds: (track.timeline.length - drift).microseconds(at: track.timeline.sampleRate),
      isExact: track.timeline.isExact)
  }

  /// The present length of an entry. Clients are told about many chapters one by one, and may have older values.
  func now(of id: TrackID) -> TrackLength? {
    guard let track = tracks[id], track.sentenceCount > 0, !track.isFormerLengthBetter, !track.isEndless,
      !track.content.own.isOfUnknownLength
    else { return turns.player.length(of: id) }
    return now(of: track)
  }
}
