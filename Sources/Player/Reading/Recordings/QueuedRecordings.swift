import EventLoop
import Playback
import Recordings
import Speech
import Study
import Vocabulary

/// The recordings among the tracks: their files are open around their turn, and their place is kept while they sound.
@Core
final class QueuedRecordings {
  /// The recordings whose files are open.
  private var open: [RecordedSound] = []
  private let placeTimer: DeadlineTimer
  private let turns: Turns
  private let tracks: QueuedTracks
  private let place: PresentPlace
  private let feeder: Feeder
  private let lengths: TrackLengths
  private let arrivals: ArrivingTexts
  private let troubles: ReadingTroubles
  private let reports: Relay<PartReport>

  init(
    _ turns: Turns, _ tracks: QueuedTracks, _ place: PresentPlace, _ feeder: Feeder, _ lengths: TrackLengths,
    _ arrivals: ArrivingTexts, _ troubles: ReadingTroubles, scheduler: any Scheduler, _ reports: Relay<PartReport>
  ) {
    self.turns = turns
    self.tracks = tracks
    self.place = place
    self.feeder = feeder
    self.lengths = lengths
    self.arrivals = arrivals
    self.troubles = troubles
    self.reports = reports
    placeTimer = DeadlineTimer(scheduler: scheduler)
  }

  /// The tracks of a recording that have not left the session, in order.
  func tracks(of sound: RecordedSound) -> [Track] {
    tracks.of(sound.tracks).filter { $0.recording?.source === sound }
  }

  /// The current track, if it is a part of a recording.
  private func current(of sound: RecordedSound) -> Track? {
    place.track.flatMap { $0.recording?.source === sound ? $0 : nil }
  }

  // MARK: Their files

  /// A recording has been opened.
  func opened(_ sound: RecordedSound) {
    if !open.contains(where: { $0 === sound }) { open.append(sound) }
    // Its file could not be opened before.
    for track in tracks(of: sound) where track.reading == .closed { track.complete(.complete) }
    settle()
  }

  /// Queued tracks have turned out to be a recording.
  func became(_ sound: RecordedSound) {
    for track in tracks(of: sound) {
      if feeder.track === track { feeder.becameRecording() }
      lengths.tell(of: track)
    }
    settleSuccessor()
    reports(.progress)
  }

  /// The length of a recording is known better.
  func measured(_ sound: RecordedSound) {
    let tracks = tracks(of: sound)
    // An estimate is that of the last chapter only.
    for track in sound.description.isExact ? tracks[...] : tracks.suffix(1) {
      track.noteRecordedLength()
      lengths.tell(of: track)
    }
    if !tracks.isEmpty { reports(.progress) }
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
        for track in others { reports(.notice(.lost(track, error))) }
        return
      }
      // Its other chapters cannot be heard either, and one message tells it.
      turns.send(.remove(others.map(\.id)))
      troubles.gaveUp(current.id, error)
    }
  }

  /// A recording is broken at a frame. It is heard up to there.
  func broke(off sound: RecordedSound, at frame: Frame, _ error: ReadingError) {
    measured(sound)
    let tracks = tracks(of: sound)
    guard let track = tracks.last(where: { $0.content.own.firstFrame <= frame }) ?? tracks.first else { return }
    let time = ClockText.of(microseconds: frame.microseconds(at: track.timeline.sampleRate))
    troubles.failed(track.id, ReadingError(error.code, "the recording is broken at \(time): \(error.message)"))
  }

  /// The sound of a track is wanted, whose file is closed.
  func need(_ track: Track) {
    if let sound = track.recording?.source, !track.isLost { need(track, sound) }
  }

  private func need(_ track: Track, _ sound: RecordedSound) {
    sound.beginOpening()
    reports(.notice(.needed(track)))
  }

  // MARK: Their texts

  /// The text beside a recording is wanted now.
  func needText(of track: Track) {
    if let recording = track.recording, recording.source != nil, recording.pairing == .unread {
      reports(.notice(.textNeeded(track)))
    }
  }

  /// The phrases of a recording that is studied are wanted now.
  private func needPhrases(of track: Track) {
    guard let plan = track.options.study, let recording = track.recording,
      recording.source != nil, recording.phrasing == .unread, !track.isLost,
      (plan.source != .text && plan.translations == .none) || recording.pairing == .settled
    else { return }
    recording.phrasing = .reading
    reports(.notice(.phrasesNeeded(track)))
  }

  /// A recording has got a text, or has lost it.
  func changedText(of track: Track) {
    guard tracks.holds(track) else { return }
    // The sentences of another text are spoken behind the phrases.
    if track.exercise?.speaksText ?? false { track.recording?.phrasing = .unread }
    if feeder.track === track { feeder.planAnew() }
    arrivals.grew([track])
    reports(.progress)
  }

  /// The text beside a recording cannot be shown. The listener learns it also if the recording is heard later.
  func refusedText(of track: Track, _ error: ReadingError) {
    track.recording?.textError = error.message
    troubles.failed(track.id, error)
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

  // MARK: Around their turn

  /// Must be called after each turn: opens the current recording and the next one while sound is wanted, and closes
  /// those that are not near.
  func settle() {
    let next = turns.player.wantsSound ? turns.player.upcoming : nil
    let near = tracks.of([turns.player.current, next].compactMap(\.self))
    close(except: near)
    for track in near {
      needText(of: track)
      needPhrases(of: track)
    }
    guard turns.player.wantsSound else { return }
    for track in near {
      // One that cannot be opened may have taken the other along.
      guard let sound = track.recording?.source, !track.isLost, tracks.holds(track) else { continue }
      if sound.needsDecoder { need(track, sound) }
      // Its first sound is there when the track before it ends. In the same file the decoder is needed here until then.
      guard track.id != turns.player.current, sound !== near[0].recording?.source else { continue }
      let time = track.content.own.recordedTime(at: turns.player.place(of: track.id), in: track.timeline)
      sound.prepare(at: Frame(microseconds: time, at: track.timeline.sampleRate))
    }
  }

  /// Closes the recordings that no sound is wanted of.
  func close(except near: [Track] = []) {
    open.removeAll { sound in
      if near.contains(where: { $0.recording?.source === sound }) { return false }
      sound.close()
      return true
    }
  }

  /// Tells the feeder which chapter it may feed before the current one has been heard to its end: the next one of the
  /// same recording, if nothing ends the reading before it or leads elsewhere.
  func settleSuccessor() { feeder.successor = successor }

  private var successor: Track? {
    let player = turns.player
    guard player.repetition == nil, !player.awaitsMark, !player.sleepsWithinTrack,
      let track = place.track, player.wish(after: track.id) == nil,
      let nextID = player.upcoming, let next = tracks[nextID], track.goesOn(in: next),
      player.place(of: nextID) == 0
    else { return nil }
    return next
  }

  // MARK: Their place

  /// Records the heard place of a recording, which has no words. Whoever keeps a place that is heard now calls it
  /// before.
  func notePlace() {
    guard let track = feeder.track, track.recording?.source != nil, track.id == turns.player.current,
      turns.player.isHeard
    else { return }
    let here = KeptPlace(microseconds: place.position)
    if track.lastWord != nil || here != track.place { track.lastWord = here }
    placeTimer.update(turns.player.status == .playing ? nextNote : nil) { [weak self] in self?.writePlace() }
  }

  /// Records the heard place of a recording so that it outlives a kill: each five seconds, and at each turn of a phrase.
  func writePlace() {
    notePlace()
    guard let track = feeder.track, track.recording?.source != nil, turns.player.current == track.id,
      let place = track.lastWord
    else { return }
    reports(.notice(.reached(track.id, track.keptForm(of: place))))
  }

  /// The next moment at which the place is written: each five seconds while there is sound.
  private var nextNote: Moment {
    let seconds = Int64(turns.now.sinceOrigin.components.seconds) / 5 * 5 + 5
    return Moment(.seconds(seconds))
  }
}
