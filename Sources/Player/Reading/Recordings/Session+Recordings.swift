import EventLoop
import Playback
import Recordings
import Speech
import Vocabulary

// The recordings among the tracks: their files are open around their turn, and their place is kept while they sound.
extension Session {
  /// True if the current track is a recording.
  package var isAtRecording: Bool { player.current.flatMap { track($0) }?.isRecording ?? false }

  /// The tracks of a recording that have not left the session, in order.
  func tracks(of sound: RecordedSound) -> [Track] {
    sound.tracks.compactMap { track($0) }.filter { $0.recording?.source === sound }
  }

  /// The current track, if it is a part of a recording.
  private func current(of sound: RecordedSound) -> Track? {
    player.current.flatMap { track($0) }.flatMap { $0.recording?.source === sound ? $0 : nil }
  }

  /// True if the current track is a recording without sentences that have times.
  package var isAtUntimedRecording: Bool {
    player.current.flatMap { track($0) }?.isUntimed ?? false
  }

  /// True if recordings with a replay gain are brought to the level of speech. True at first.
  package var levelsRecordings: Bool {
    get { feeder.levelsRecordings }
    set { feeder.levelsRecordings = newValue }
  }

  /// A recording has been opened.
  func opened(_ sound: RecordedSound) {
    if !openRecordings.contains(where: { $0 === sound }) { openRecordings.append(sound) }
    // Its file could not be opened before.
    for track in tracks(of: sound) where track.reading == .closed { track.complete(.complete) }
    settleRecordings()
  }

  /// The text beside a recording is wanted now.
  func needText(of track: Track) {
    if let recording = track.recording, recording.source != nil, recording.pairing == .unread {
      notify?(.textNeeded(track))
    }
  }

  /// A recording has got a text, or has lost it.
  func changedText(of track: Track) {
    guard self.track(track.id) === track else { return }
    if feeder.track === track { feeder.planAnew() }
    grew([track])
    progressed()
  }

  /// The text beside a recording cannot be shown. The listener learns it also if the recording is heard later.
  func refusedText(of track: Track, _ error: ReadingError) {
    track.recording?.textError = error.message
    failed(track.id, error)
  }

  /// Gives up the text of a recording if it is of another one.
  func checkText(of track: Track) {
    guard let recording = track.recording, let mismatch = recording.mismatch(at: track.timeline.sampleRate) else {
      return
    }
    track.dropText()
    changedText(of: track)
    refusedText(
      of: track,
      ReadingError(.unknownFormat, "the text '\(recording.textName)' does not fit the recording: \(mismatch)"))
  }

  /// Queued tracks have turned out to be a recording.
  func becameRecording(_ sound: RecordedSound) {
    for track in tracks(of: sound) {
      if feeder.track === track { feeder.becameRecording() }
      tellLength(of: track)
    }
    settleSuccessor()
    progressed()
  }

  /// The length of a recording is known better.
  func measuredRecording(_ sound: RecordedSound) {
    let tracks = tracks(of: sound)
    // An estimate is that of the last chapter only.
    for track in sound.description.isExact ? tracks[...] : tracks.suffix(1) {
      track.noteRecordedLength()
      tellLength(of: track)
    }
    if !tracks.isEmpty { progressed() }
    for track in tracks { checkText(of: track) }
  }

  /// The recording cannot be played further. It is opened once more, unless that has helped nothing.
  func lost(_ sound: RecordedSound, _ error: ReadingError) {
    let current = current(of: sound)
    switch sound.lose() {
    case .hopeful: if let current { need(current, sound) }
    case .brokenOff(let frame): broke(off: sound, at: frame, error)
    case .hopeless:
      let others = tracks(of: sound).filter { $0 !== current }
      guard let current else {
        for track in others { notify?(.lost(track, error)) }
        return
      }
      // Its other chapters cannot be heard either, and one message tells it.
      send(.remove(others.map(\.id)))
      failed(current.id, error)
      send(.failed(player.epoch))
    }
  }

  /// A recording is broken at a frame. It is heard up to there.
  func broke(off sound: RecordedSound, at frame: Frame, _ error: ReadingError) {
    measuredRecording(sound)
    let tracks = tracks(of: sound)
    guard let track = tracks.last(where: { $0.content.own.firstFrame <= frame }) ?? tracks.first else { return }
    let time = ClockText.of(microseconds: frame.microseconds(at: track.timeline.sampleRate))
    failed(track.id, ReadingError(error.code, "the recording is broken at \(time): \(error.message)"))
  }

  /// Opens the current recording and the next one while sound is wanted, and closes those that are not near.
  func settleRecordings() {
    let near = [player.current, player.wantsSound ? player.upcoming : nil].compactMap { $0.flatMap { track($0) } }
    closeRecordings(except: near)
    for track in near { needText(of: track) }
    guard player.wantsSound else { return }
    for track in near {
      // One that cannot be opened may have taken the other along.
      guard case .run(let sound, let part) = track.content.own.sound, !track.isLost, self.track(track.id) === track
      else { continue }
      if sound.needsDecoder { need(track, sound) }
      // Its first sound is there when the track before it ends. In the same file the decoder is needed here until then.
      guard track.id != player.current, sound !== near[0].recording?.source else { continue }
      sound.prepare(
        at: part.first + Frame(microseconds: player.place(of: track.id), at: track.timeline.sampleRate))
    }
  }

  func need(_ track: Track, _ sound: RecordedSound) {
    sound.beginOpening()
    notify?(.needed(track))
  }

  /// Closes the recordings that no sound is wanted of.
  func closeRecordings(except near: [Track] = []) {
    openRecordings.removeAll { sound in
      if near.contains(where: { $0.recording?.source === sound }) { return false }
      sound.close()
      return true
    }
  }

  /// Tells the feeder which chapter it may feed before the current one has been heard to its end: the next one of the
  /// same recording, if nothing ends the reading before it or leads elsewhere.
  func settleSuccessor() {
    feeder.successor = successor
  }

  private var successor: Track? {
    guard player.repetition == nil, !player.awaitsMark, !player.sleepsWithinTrack,
      let id = player.current, let track = track(id), player.wish(after: id) == nil,
      let nextID = player.upcoming, let next = self.track(nextID), track.goesOn(in: next),
      player.place(of: nextID) == 0
    else { return nil }
    return next
  }

  /// Records the heard place of a recording, which has no words. Whoever keeps a place that is heard now calls it before.
  package func noteRecordedPlace() {
    guard let track = feeder.track, track.recording?.source != nil, track.id == player.current, player.isHeard else {
      return
    }
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
