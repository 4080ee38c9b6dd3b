package import Playback

/// Something that happens in the reading, told to the service at the moment that it happens.
package enum SessionNotice {
  /// The snapshot has changed.
  case changed(from: Snapshot, to: Snapshot)
  /// An event was taken to its end; also where nothing that clients see has changed.
  case turned
  /// Details beside the snapshot may have changed outside of a turn: the state, the last error, the voice.
  case detailsChanged
  /// An utterance has begun, ended, or changed between sound and silence.
  case utterance(Player.UtteranceEvent, TrackID)
  /// The position has jumped to a place, in microseconds.
  case seeked(Int64)
  /// A sentence or word begins to be heard, at a media time in microseconds.
  case heard(HeardAnnouncer.Heard, Int64)
  /// The reading has come to a place in a track at which it would go on.
  case reached(TrackID, KeptPlace)
  /// The sentence has ended at which the service is to restart.
  case departed
  /// Something of a track could not be done; the reading goes on.
  case failed(TrackID, ReadingError)
  /// The track that was being read cannot be read at all.
  case gaveUp(ReadingError)
  /// The text after a track cannot be read, and the reading has stopped there; `nil`: the text before the first one.
  case blocked(SpokenTrack?, ReadingError)
  /// A track is wanted whose text an earlier run left closed.
  case needed(SpokenTrack)
  /// The text of a track that an earlier run queued cannot be had any more.
  case lost(SpokenTrack, ReadingError)
  /// A further chapter comes into the queue after a track that is there.
  case joined(SpokenTrack, after: TrackID)
  /// A document has another cover.
  case covered(OpenDocument)
  /// A track has left the queue.
  case left(TrackID)
  /// There is more of the text of tracks, or more is known of it.
  case grew([TrackID])
  /// More is known of a track's length.
  case measured(SpokenTrack)
  /// The sound goes elsewhere, and stays there.
  case routeChanged(RouteChange)
  /// There has been silence for so long that nothing is kept ready any more.
  case released
}
