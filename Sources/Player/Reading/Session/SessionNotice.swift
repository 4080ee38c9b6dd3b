package import Playback
package import Vocabulary

/// An event in the reading, sent to the service at the moment when it happens.
package enum SessionNotice {
  /// The snapshot has changed.
  case changed(from: Snapshot, to: Snapshot)
  /// An event was handled completely, possibly without a change for clients.
  case turned
  /// Details outside the snapshot may have changed outside of a turn: the state, the last error, the voice.
  case detailsChanged
  /// An utterance has begun, ended, or changed between sound and silence.
  case utterance(Player.UtteranceEvent, TrackID)
  /// The position has jumped to a place, in microseconds.
  case seeked(Microseconds)
  /// A sentence or word begins to be heard, at a media time in microseconds.
  case heard(HeardAnnouncer.Heard, Microseconds)
  /// The reading has reached a place in a track at which it would resume.
  case reached(TrackID, KeptPlace)
  /// The sentence has ended after which the service is to restart.
  case departed
  /// An operation on a track failed; the reading continues.
  case failed(TrackID, ReadingError)
  /// The track that was being read cannot be read at all.
  case gaveUp(ReadingError)
  /// The text after a track cannot be read, and the reading has stopped there; `nil`: the text before the first one.
  case blocked(Track?, ReadingError)
  /// A track is wanted whose text an earlier run left closed.
  case needed(Track)
  /// A recording is wanted whose text, if there is one beside it, has not been read.
  case textNeeded(Track)
  /// A recording is wanted that is studied, and its phrases have not been asked for.
  case phrasesNeeded(Track)
  /// The text of a track that an earlier run queued cannot be read any more.
  case lost(Track, ReadingError)
  /// A further chapter comes into the queue after a track that is there.
  case joined(Track, after: TrackID)
  /// A document has another cover.
  case covered(OpenDocument)
  /// A track has left the queue.
  case left(TrackID)
  /// There is more text of tracks, or more data about it.
  case grew([TrackID])
  /// More data about a track's length is known.
  case measured(Track)
  /// The sound has moved to another device for good.
  case routeChanged(RouteChange)
  /// After a long silence nothing is kept ready any more.
  case released
}
