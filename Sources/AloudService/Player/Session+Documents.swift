import AloudAPI
import EventLoop
import Playback
import Speech
import Store
import Workers

// What a session knows of the documents whose chapters are its tracks.
extension Session {
  /// The document that a track of the queue is a chapter of; `nil` for a text that is not divided.
  func document(of id: TrackID) -> OpenDocument? { track(id)?.document }

  /// The document that is read, or would be by Play.
  var currentDocument: OpenDocument? { player.current.flatMap { document(of: $0) } }

  /// Tracks, and all that belong to the same documents.
  func withFurtherChapters(of ids: [TrackID]) -> [TrackID] {
    let documents = Set(ids.compactMap { document(of: $0).map { ObjectIdentifier($0) } })
    return player.entries.map(\.id).filter { id in
      ids.contains(id) || document(of: id).map { documents.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  /// A track has been heard to its end. Where what belongs behind it cannot be read, the reading stops there.
  func ended(_ epoch: Player.Epoch) {
    guard epoch == player.epoch, let track = player.current.flatMap({ track($0) }), let error = track.blockage else {
      return send(.ended(epoch))
    }
    // Play says the last sentence again.
    let last = track.sentenceCount - 1
    let frame = track.timeline.start(of: max(0, last))
    let place = KeptPlace(
      microseconds: frame.microseconds(sampleRate: SpeechEngine.sampleRate),
      scalar: last >= 0 ? track.span(of: last).scalars.lowerBound : nil)
    failed(track.id, error)
    send(.blocked(epoch, isWhole: track.reading == .complete, place: place.microseconds))
    track.goOn(at: place)
    cannotRead(error, behind: track)
  }

  /// Tells the listener that a chapter cannot be read.
  func cannotRead(_ error: APIError, behind track: SpokenTrack?) {
    onGivenUp?(error)
    onBlocked?(track, error)
  }
}
