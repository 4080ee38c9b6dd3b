import EventLoop
import Playback
import Speech
import Vocabulary

// The recordings among the tracks: their files are open around their turn, and their place is kept while they sound.
extension Session {
  /// True if the current track is a recording.
  package var isAtRecording: Bool { player.current.flatMap { track($0) }?.isRecording ?? false }

  /// A recording has been opened.
  func opened(_ track: SpokenTrack) {
    openRecordings.insert(track.id)
    // Its file could not be opened before.
    if track.reading == .closed { track.complete(.complete) }
    settleRecordings()
  }

  /// A queued track has turned out to be a recording.
  func becameRecording(_ track: SpokenTrack) {
    if feeder.track === track { feeder.becameRecording() }
    tellLength(of: track)
    progressed()
  }

  /// The length of a recording is known better.
  func measuredRecording(_ track: SpokenTrack) {
    track.noteRecordedLength()
    guard self.track(track.id) === track else { return }
    tellLength(of: track)
    progressed()
  }

  /// The recording cannot be played further. It is opened once more, unless that has helped nothing.
  func lostSound(of track: SpokenTrack, _ error: ReadingError) {
    guard let sound = track.sound else { return }
    switch sound.lose() {
    case .hopeful: if player.current == track.id { need(track, sound) }
    case .brokenOff(let frame): broke(off: track, at: frame, error)
    case .hopeless where player.current == track.id:
      failed(track.id, error)
      send(.failed(player.epoch))
    case .hopeless: notify?(.lost(track, error))
    }
  }

  /// A recording is broken at a frame. It is heard up to there.
  func broke(off track: SpokenTrack, at frame: Frame, _ error: ReadingError) {
    measuredRecording(track)
    let time = ClockText.of(microseconds: frame.microseconds(at: track.timeline.sampleRate))
    failed(track.id, ReadingError(error.kind, "the recording is broken at \(time): \(error.message)"))
  }

  /// Opens the current recording and the next one while sound is wanted, and closes those that are not near.
  func settleRecordings() {
    let near = [player.current, player.wantsSound ? player.upcoming : nil].compactMap(\.self)
    closeRecordings(except: near)
    guard player.wantsSound else { return }
    for id in near {
      guard let track = track(id), let sound = track.sound, !track.isLost else { continue }
      if sound.needsDecoder { need(track, sound) }
      // Its first sound is there when the track before it ends.
      guard id != player.current else { continue }
      sound.prepare(at: Frame(microseconds: player.place(of: id), at: track.timeline.sampleRate))
    }
  }

  func need(_ track: SpokenTrack, _ sound: RecordedSound) {
    sound.beginOpening()
    notify?(.needed(track))
  }

  /// Closes the recordings that no sound is wanted of.
  func closeRecordings(except near: [TrackID] = []) {
    for id in openRecordings where !near.contains(id) {
      track(id)?.sound?.close()
      openRecordings.remove(id)
    }
  }

  /// Records the heard place of a recording, which has no words.
  func noteRecordedPlace() {
    guard let track = feeder.track, track.sound != nil, track.id == player.current, player.isHeard else { return }
    let place = KeptPlace(microseconds: position)
    if track.lastWord != nil || place != track.place { track.lastWord = place }
    recordedPlaceTimer.update(player.status == .playing ? nextNote : nil) { [weak self] in
      guard let self else { return }
      noteRecordedPlace()
      if let place = track.lastWord, player.current == track.id { notify?(.reached(track.id, place)) }
    }
  }

  /// The next moment at which the place is written: each five seconds while there is sound.
  private var nextNote: Moment {
    let seconds = Int64(now.sinceOrigin.components.seconds) / 5 * 5 + 5
    return Moment(.seconds(seconds))
  }
}
