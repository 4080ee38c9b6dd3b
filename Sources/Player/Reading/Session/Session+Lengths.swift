package import Playback
import Speech
import Vocabulary

// The data of a queued track that becomes known while it is read, measured and spoken.
extension Session {
  /// More text of queued tracks was read, or all of it.
  package func grew(_ tracks: [Track]) {
    let queued = tracks.filter { track($0.id) === $0 }
    guard !queued.isEmpty else { return }
    // The file of a recording tells its length.
    lengthMeasurer.survey(queued.filter { $0.content.own.isMeasured })
    for track in queued where track.reading != .going && track.sentenceCount > 0 { tellLength(of: track) }
    for track in queued where track.content.own.isLive { grewLive(track) }
    if queued.contains(where: { $0.id == player.current }) { feeder.pump() }
    notify?(.grew(queued.map(\.id)))
  }

  func measured(_ track: Track) {
    notify?(.measured(track))
    if player.current == track.id { feeder.settle() }
    tellLength(of: track)
  }

  /// Announces the present length of a track if it has changed noticeably.
  func tellLength(of track: Track) {
    guard !track.isFormerLengthBetter, let length = lengthToTell(of: track) else { return }
    if length.isNews(after: player.length(of: track.id)) { send(.measured(track.id, length)) }
  }

  /// The present length of a track. Clients are told about many chapters one by one, and may have older values.
  func lengthNow(of id: TrackID) -> TrackLength? {
    guard let track = track(id), track.sentenceCount > 0, !track.isFormerLengthBetter, !track.isEndless,
      !track.content.own.isOfUnknownLength
    else {
      return player.length(of: id)
    }
    return length(of: track)
  }

  /// The announced length: `nil` while the text is still being written or read. The length of its first sentences would
  /// change in the next moment.
  func lengthToTell(of track: Track) -> TrackLength? {
    track.reading == .going || track.content.own.isOfUnknownLength ? nil : length(of: track)
  }

  /// The length of a track as it is known now.
  package func length(of track: Track) -> TrackLength {
    // The announced position stays valid: the rest of the track is added to it.
    let drift = player.current == track.id ? feeder.drift : 0
    return TrackLength(
      microseconds: (track.timeline.length - drift).microseconds(at: track.timeline.sampleRate),
      isExact: track.timeline.isExact)
  }

  /// A sentence that crashes the engine is left out. Without an engine or voice, the whole track is given up.
  func engineFailed(_ error: Trouble, speaking track: Track) {
    failed(track.id, ReadingError(error))
    guard error.code.isOfWholeEngine, player.current == track.id else { return }
    notify?(.gaveUp(ReadingError(error)))
    send(.failed(player.epoch))
  }
}

extension TroubleCode {
  /// True if no sentence can be spoken: there is no such engine, or it has no such voice.
  fileprivate var isOfWholeEngine: Bool {
    switch self {
    case .noVoice, .spawnFailed, .wrongVersion, .engine: true
    default: false
    }
  }
}
