extension Player {
  /// What happens to the player: the listener's words and the driver's reports.
  ///
  /// `heard` is the media position at this moment, in microseconds: what the listener hears now.
  public enum Event: Equatable, Sendable {
    // The listener.
    case play
    /// Silence until something else is wanted: the listener's word, or a reason from outside that does not end by
    /// itself. A pause for a lost route is also the decision about ``Hold/route``, which ends with it.
    case pause(PauseReason)
    /// A pause when the word or sentence that is heard has ended: ``markReached(_:)`` says that it has, or the end of the
    /// track. Another place that the listener goes to meanwhile takes it back.
    case pauseAtMark
    case toggle
    case stop
    /// Stop and forget everything.
    case clear(CancelReason)
    /// - Parameter finishing: without a next track, whether the current one is taken as finished (`aloud next`, `Seek`
    ///   past the end) or nothing happens (MPRIS `Next` while `CanGoNext` is false).
    case next(finishing: Bool)
    /// - Parameter restartAfter: from this position on, Previous restarts the track instead of leaving it.
    case previous(heard: Int64, restartAfter: Int64)
    /// Opens a place of the current track. At or behind a known end it is Next; before 0 it is 0.
    case seek(to: Int64)
    /// Makes an entry the current one: at its beginning or where it was put off, or `at` a position of it.
    case goTo(TrackID, at: Int64? = nil)
    /// - Parameter from: where reading of them begins, where that is not the start of the first one: what lies before
    ///   it counts as heard.
    case add([QueueEntry], Placement, playing: Bool, heard: Int64, from: Beginning? = nil)
    case remove([TrackID])
    case move(TrackID, to: Int)
    /// Brings entries that are queued in front of the current one and reads them at once, from a place of one of them or
    /// from the first on; what was read goes on after them.
    case bring([TrackID], from: Beginning?, heard: Int64)
    /// An entry that was put off goes on by itself when what is heard in front of it is over, whether or not it was paused.
    case expect(TrackID)
    /// Sets the rate where it belongs: of the current document, or of everything that has none of its own.
    case setRate(Double)
    /// Sets the rate of everything that has none of its own.
    case setGlobalRate(Double)
    /// Sets the rate of everything: no document has one of its own any more.
    case setRateOfAll(Double)
    /// The current document has no rate of its own any more.
    case forgetRate
    /// An entry's document has a rate of its own, which is known only now.
    case giveRate(Double, to: TrackID)
    case setVolume(Double)
    case setLoop(LoopStatus)
    case setShuffle(ShuffleMode)
    /// Repeats a part of the current track, or nothing; for marks there is ``mark(_:start:end:)``.
    case setRepeat(RepeatMode)
    /// Marks the beginning or the end of what is repeated, at the word that is heard between two places.
    case mark(RepeatMark, start: SpeechPoint, end: SpeechPoint)
    /// `nil`: no timer.
    case setSleep(SleepTimer.Extent?)
    /// Adds to the time that is left until the timer ends the reading, or takes from it; sets one where there is none.
    case extendSleep(by: Duration)
    /// What an earlier run of the service remembered. Where something is queued already, its queue comes behind that, and
    /// nothing else of it counts.
    case restore(Remembered)

    /// The machine slept for so long while the clock of all moments stood still.
    case slept(Duration)
    /// The configuration's word on interruptions.
    case configure(Policy)

    // The driver.
    case holdBegan(Hold)
    /// It was going on before anybody looked: of no matter where the listener has pressed Play since it began.
    case holdFound(Hold)
    case holdEnded(Hold)
    /// ``Player/holdDeadline`` has come.
    case holdExpired
    /// The time of the sleep timer may be over (``SleepTimer/deadline``).
    case sleepExpired
    /// The sentence or paragraph has ended that was to be the last. The end of a track says so too.
    case sleepUnitEnded(Epoch)
    /// The word or sentence has ended behind which a pause was asked for. The end of a track says so too.
    case markReached(Epoch)
    /// What a pause was for is over: the device whose loss it was is back, the screen is unlocked.
    case reasonEnded(PauseReason)
    /// The first sound of the place is in the ring.
    case prepared(Epoch)
    /// The last frame of the track has been played.
    case ended(Epoch)
    /// The rest of the track cannot be played.
    case failed(Epoch)
    /// A said text that is still being written has been silent for a while: what it was put before goes on.
    case fellSilent(Epoch, heard: Int64)
    /// There is more of a text that fell silent: it has its turn as a new one would.
    case spokeAgain(TrackID, heard: Int64)
    /// A text that fell silent has ended, and all of it has been heard.
    case endedSilent(TrackID)
    /// The speech engine was given up before it had made all of the place. What was made may be lost with it: the place
    /// is prepared anew when it is wanted.
    case engineLost(Epoch)
    /// The track has been played as far as it can be, and what belongs behind it cannot be: the reading stops, and goes
    /// on at `place` of this track, or elsewhere, by a word of the listener. `isWhole`: it has been heard to its end.
    case blocked(Epoch, isWhole: Bool, place: Int64)
    case obeyed(serial: UInt32)
    /// A queued track's length became better known (``QueueEntry/length`` holds what was known before).
    case measured(TrackID, TrackLength)
    case described(TrackID, TrackMetadata)
    /// The mixer changed the stream's volume.
    case volumeChanged(Double)
    /// Something behind the stream is muted, or louder, or known now.
    case loudness(Loudness)
  }

  /// What the driver has to do, in this order.
  public enum Effect: Equatable, Sendable {
    /// Discard what is planned and prepare the track's sound from a position on.
    case open(TrackID, at: Int64, Epoch)
    /// Discard what is planned and prepare the open track's sound from the beginning of the word or sentence at which
    /// it fell silent; announce the jump.
    case rewind(TrackID, to: Rewind, Epoch)
    /// Discard what is planned; nothing is open any more.
    case close
    case output(Order)
    case setRate(Double)
    case setVolume(Double)
    /// From now on this is repeated; of another track's nothing happens before that is open.
    case setRepetition(Repetition?)
    /// Announce a jump within a track, or a start elsewhere than at 0: after the new metadata, where the track changed.
    case announceSeeked(Int64)
    case announce(UtteranceEvent, TrackID)
    /// The tracks are no longer in the queue; what is kept for them can go.
    case forget([TrackID])
  }

  /// What happens to one utterance (a track of the queue): started, then exactly one of finished and cancelled; in
  /// between paused and resumed by turns.
  ///
  /// An entry that goes before it was ever heard is cancelled without having started. One that is heard again, in
  /// another lap or by Previous, starts again.
  public enum UtteranceEvent: Equatable, Sendable {
    case started
    case paused(PauseReason)
    case resumed
    case finished
    case cancelled(CancelReason)
  }

  /// Why an utterance was not heard to its end.
  public enum CancelReason: String, CaseIterable, Equatable, Sendable {
    case stopped, skipped, removed, failed, hushed, quit
  }
}

extension Player.Event {
  /// Whether somebody wants another text to be read; the further chapters of a document are none.
  var addsText: Bool {
    switch self {
    case .add(_, .continuing, _, _, _): false
    case .add(let entries, _, _, _, _): !entries.isEmpty
    default: false
    }
  }

  /// Whether somebody wants to be elsewhere in what is queued.
  var isMove: Bool {
    switch self {
    case .next, .previous, .seek, .goTo: true
    default: false
    }
  }
}
