import EventLoop
package import Playback
package import Vocabulary

// The commands that mean more than one event for the player.
extension Session {
  // MARK: Moving

  /// Moves by a time from the present position.
  ///
  /// - Parameter acrossChapters: true if the document counts as one text at the edges of chapters, provided its
  ///   chapters are read in order.
  package func seek(by microseconds: Microseconds, acrossChapters: Bool = false) {
    moves.seek(by: microseconds, acrossChapters: acrossChapters)
  }

  /// Goes to a place of the current document, as soon as that has been read.
  package func seekInDocument(
    to place: @escaping @Core (BookTimeline) -> Microseconds,
    completion: @escaping @Core (Result<Void, ReadingError>) -> Void
  ) { queuedDocuments.seek(to: place, completion: completion) }

  /// Goes to the sentence at a place of the current track's text.
  package func goTo(_ offset: UInt32, _ unit: CountingUnit, in track: Track) throws(ReadingError) {
    try moves.go(to: offset, unit, in: track)
  }

  /// Moves by one unit. The previous track is before the first unit of a track, the next track after its last one.
  ///
  /// - Parameters:
  ///   - origin: the starting point of the step; `nil`: the present place.
  ///   - limit: a step back from later than this in a unit leads to its beginning.
  ///   - finishing: true if a step after the last track ends the reading.
  /// - Returns: true if there was a target.
  @discardableResult
  package func step(
    _ direction: StepDirection, by unit: MovingUnit, from origin: SteppingPlace? = nil,
    restartingAfter limit: Microseconds, finishing: Bool = true
  ) -> Bool { moves.step(direction, by: unit, from: origin, restartingAfter: limit, finishing: finishing) }

  /// Repeats the current sentence, or the previous one if the current one has only just begun; in a recording without a
  /// text, some seconds.
  package func again() { moves.again() }

  /// Marks the beginning or the end of the current word.
  package func mark(_ mark: RepeatMark) throws(ReadingError) { try moves.mark(mark) }

  // MARK: Silence

  /// Pauses at the end of the current word or sentence; at once if nothing is spoken.
  package func pause(atEndOf unit: TextUnit) {
    guard player.status == .playing, unit == .sentence || !place.isBetweenWords, hearing.awaitPause(atEndOf: unit)
    else { return send(.pause(.user)) }
    send(.pauseAtMark)
  }

  /// True if the listener has asked for a pause at the end of the word or the sentence.
  package var isPauseAwaited: Bool { player.awaitsMark }

  /// True if the text that follows one in the queue is still to be brought. The next service would not wait for it.
  package var isSeriesAwaited: Bool { succession.isSeriesAwaited }

  /// The text that follows a track has come, or none does.
  ///
  /// - Parameter error: the reason, if one was to come: the reading stops after the track. `nil`: it goes on.
  package func endSeries(_ id: TrackID, _ error: ReadingError? = nil) { succession.endSeries(id, error) }

  // MARK: The sleep timer

  /// Ends the reading for the sleep timer.
  package var sleeper: SleepWatch { sleepTimer.watch }

  /// - Parameter extent: `nil`: no timer.
  package func setSleep(_ extent: SleepTimer.Extent?) { sleepTimer.set(extent) }

  /// Makes the sleep timer longer, or shorter by a negative time; without a timer it sets one.
  package func extendSleep(by time: Duration) { sleepTimer.extend(by: time) }

  /// The place at which the last sleep timer was set.
  package var sleepPlace: PlaceInTrack? { sleepTimer.placeOfSetting }

  /// Goes to the sentence in which the timer was set, and continues from there.
  package func goBackToSleepPlace() throws(ReadingError) { try sleepTimer.goBack() }

  /// The remaining time of the timer, in microseconds of real time; `nil` without a timer, or if unknown. For an end in
  /// the text it is an estimate until that is measured.
  package var sleepRemaining: Microseconds? { sleepTimer.remaining }

  // MARK: The restart of the service

  /// The moment at which the reading can be handed over to the next service, as it is now.
  package var departure: DepartureWatch.Readiness {
    guard player.wantsSound else { return .now }
    // The next service would know of neither.
    guard !isPauseAwaited, !isSeriesAwaited else { return .later }
    guard snapshot.status == .playing else { return .later }
    switch state {
    // A recording has no place that is better than another.
    case .speaking where isAtRecording: return .later
    case .speaking: return .atEndOfSentence
    case .gap: return .now
    default: return .later
    }
  }

  /// Tells when the current sentence ends, unless that is awaited already. The end of a track does not count: the first
  /// sentence of the next one is heard to its end.
  package func awaitDeparture() { hearing.departure.begin() }

  /// Falls silent for a restart of the service. The reading resumes with the sentence after the one that has ended.
  package func depart() { hearing.departure.depart() }
}
