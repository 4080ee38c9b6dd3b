public import Vocabulary

extension Player {
  /// An input of the player: a command of the listener or a report of the driver.
  ///
  /// `heard` is the media position that the listener hears now, in microseconds.
  public enum Event: Equatable, Sendable {
    // Commands of the listener.
    case play
    /// Silence until another command: the listener's pause, or one for an outside reason that does not end by itself. A
    /// pause for a lost route is also the decision about ``Hold/route`` and ends that hold.
    case pause(PauseReason)
    /// The listener's pause, unless ``pauseKnown(_:isListeners:)`` says otherwise: a program called `Pause`, and it is
    /// not known yet which one.
    case pauseAsked(PauseCall)
    /// A pause at the end of the current word or sentence. ``markReached(_:)`` or the end of the track reports that
    /// end. A move to another place cancels it.
    case pauseAtMark
    case toggle
    case stop
    /// Stops and removes everything.
    case clear(CancelReason)
    /// - Parameter finishing: the effect without a next track: true to finish the current one (`aloud next`, `Seek`
    ///   past the end), false for nothing (MPRIS `Next` while `CanGoNext` is false).
    case next(finishing: Bool)
    /// - Parameter restartAfter: from this position on, Previous restarts the track instead of leaving it.
    case previous(heard: Microseconds, restartAfter: Microseconds)
    /// Opens a place of the current track. A place at or after a known end acts as Next; one before 0 counts as 0.
    case seek(to: Microseconds)
    /// Makes an entry the current one: at its beginning, at the place where it was put off, or `at` a position.
    case goTo(TrackID, at: Microseconds? = nil)
    /// - Parameter from: the place at which reading of the new entries begins, if that is not the start of the first
    ///   one. Everything before it counts as heard.
    case add([QueueEntry], Placement, playing: Bool, heard: Microseconds, from: Beginning? = nil)
    case remove([TrackID])
    case move(TrackID, to: Int)
    /// Moves queued entries before the current one and reads them at once, from a place of one of them or from the
    /// first on. The interrupted entry continues after them.
    case bring([TrackID], from: Beginning?, heard: Microseconds)
    /// An entry that was put off continues by itself when the entries before it are over, even if it was paused.
    case expect(TrackID)
    /// Sets the rate of the current document if it has its own, otherwise the global rate.
    case setRate(Double)
    /// Sets the global rate, which applies to everything without a rate of its own.
    case setGlobalRate(Double)
    /// Sets the rate of everything: no document has a rate of its own afterwards.
    case setRateOfAll(Double)
    /// Removes the current document's own rate.
    case forgetRate
    /// Gives an entry's document a rate of its own, which has just become known.
    case giveRate(Double, to: TrackID)
    case setVolume(CubicLevel)
    case setLoop(LoopStatus)
    case setShuffle(ShuffleMode)
    /// Repeats a part of the current track, or nothing; ``mark(_:start:end:)`` sets marks.
    case setRepeat(RepeatMode)
    /// Marks the beginning or the end of the repeated part, at the current word, which extends from `start` to `end`.
    case mark(RepeatMark, start: SpeechPoint, end: SpeechPoint)
    /// Sets the sleep timer; `nil` removes it.
    case setSleep(SleepTimer.Extent?)
    /// Adds to the time until the timer ends the reading, or subtracts from it. Sets a timer if there is none.
    case extendSleep(by: Duration)
    /// Restores the state of an earlier run of the service. If the queue is not empty, only the earlier queue counts,
    /// and is appended.
    case restore(Remembered)

    /// Another recording has taken the place of these entries, which are one: it begins at its beginning.
    case replaced([TrackID])

    /// The timeline of an entry is another one, such as that of an exercise: what is heard now, or where it would go
    /// on, is at this position of it, and was at another one of the former timeline. Marks of a repetition are those of
    /// that one.
    case relaid(TrackID, TrackLength?, from: Microseconds, to: Microseconds)

    /// The machine was asleep for this time, which the clock of the moments does not count.
    case slept(Duration)
    /// Sets the configured policy on interruptions.
    case configure(Policy)

    // Reports of the driver.
    /// It is known who called: the listener, or a program that speaks for them; else a session manager, whose call
    /// counts as if it had not come.
    case pauseKnown(PauseCall, isListeners: Bool)
    case holdBegan(Hold)
    /// A hold that began before it was noticed. It has no effect if the listener has pressed Play since it began.
    case holdFound(Hold)
    case holdEnded(Hold)
    /// ``Player/holdDeadline`` has passed.
    case holdExpired
    /// The time of the sleep timer may be over (``SleepTimer/deadline``).
    case sleepExpired
    /// The sentence or paragraph at which the sleep timer ends is over. The end of a track implies it.
    case sleepUnitEnded(Epoch)
    /// The word or sentence before a requested pause has ended. The end of a track implies it.
    case markReached(Epoch)
    /// The cause of a pause is over: the lost device is back, or the screen is unlocked.
    case reasonEnded(PauseReason)
    /// A long silence of the place itself is heard: the output need not run before its end is near.
    case restBegan(Epoch)
    /// The end of that silence is near.
    case restEnded(Epoch)
    /// The first sound of the place is in the ring.
    case prepared(Epoch)
    /// The last frame of the track has been played.
    case ended(Epoch)
    /// The rest of the track cannot be played.
    case failed(Epoch)
    /// A spoken text that is still being written has been silent for a while: the entry that it interrupted continues.
    case fellSilent(Epoch, heard: Microseconds)
    /// More of a silent text has been written: it gets its turn like a new text.
    case spokeAgain(TrackID, heard: Microseconds)
    /// A text that fell silent has ended, and all of it has been heard.
    case endedSilent(TrackID)
    /// The speech engine was given up before it had made the whole place. Its sound may be lost; the place is prepared
    /// again when it is needed.
    case engineLost(Epoch)
    /// The track has been played as far as possible, and the text after it cannot be played. The reading stops. It
    /// continues at `place` of this track, or elsewhere, on a command of the listener. `isWhole` is true if the track
    /// was heard to its end.
    case blocked(Epoch, isWhole: Bool, place: Microseconds)
    case obeyed(serial: UInt32)
    /// The length of a queued track is known better (``QueueEntry/length`` has the earlier value).
    case measured(TrackID, TrackLength)
    case described(TrackID, TrackMetadata)
    /// The mixer changed the stream's volume.
    case volumeChanged(CubicLevel)
    /// A mute or a volume after the stream has changed or become known.
    case loudness(Loudness)
  }

  /// An action for the driver; actions are performed in order.
  public enum Effect: Equatable, Sendable {
    /// Discard planned sound and prepare the track's sound from a position on.
    case open(TrackID, at: Microseconds, Epoch)
    /// Discard planned sound and prepare the open track's sound from the start of the word or sentence at which it was
    /// silenced. Announce the jump.
    case rewind(TrackID, to: Rewind, Epoch)
    /// Discard planned sound; no track is open afterwards.
    case close
    case output(Order)
    case setRate(Double)
    case setVolume(CubicLevel)
    /// Set the repeated part. A part of another track has no effect until that track is open.
    case setRepetition(Repetition?)
    /// Announce a jump within a track, or a start at another position than 0. If the track changed, the new metadata
    /// come first.
    case announceSeeked(Microseconds)
    case announce(UtteranceEvent, TrackID)
    /// The tracks have left the queue; their data can be removed.
    case forget([TrackID])
  }

  /// An event of one utterance (a track of the queue): started, then exactly one of finished and cancelled, with
  /// alternating paused and resumed between them.
  ///
  /// An entry that is removed before it was heard is cancelled without a start. An entry that is heard again, in
  /// another lap or by Previous, starts again.
  public enum UtteranceEvent: Equatable, Sendable {
    case started
    case paused(PauseReason)
    case resumed
    case finished
    case cancelled(CancelReason)
  }

}

extension Player.Event {
  /// True for a command of the listener, after which the next one often follows within seconds.
  public var isCommand: Bool {
    switch self {
    case .play, .pauseAsked, .pauseAtMark, .toggle, .stop, .clear, .next, .previous, .seek, .goTo, .remove, .move,
      .bring, .setRate,
      .setGlobalRate, .setRateOfAll, .forgetRate, .setVolume, .setLoop, .setShuffle, .setRepeat, .mark, .setSleep,
      .extendSleep:
      true
    case .pause(let reason): reason.isAsked
    case .add: addsText
    case .pauseKnown, .expect, .giveRate, .restore, .replaced, .relaid, .slept, .configure, .holdBegan, .holdFound,
      .holdEnded,
      .holdExpired,
      .sleepExpired, .sleepUnitEnded, .markReached, .reasonEnded, .restBegan, .restEnded, .prepared, .ended, .failed,
      .fellSilent, .spokeAgain,
      .endedSilent, .engineLost, .blocked, .obeyed, .measured, .described, .volumeChanged, .loudness:
      false
    }
  }

  /// True if another text is to be read. Further chapters of a document do not count.
  var addsText: Bool {
    switch self {
    case .add(_, .continuing, _, _, _): false
    case .add(let entries, _, _, _, _): !entries.isEmpty
    default: false
    }
  }

  /// True if the event moves to another place in the queue.
  var isMove: Bool {
    switch self {
    case .next, .previous, .seek, .goTo: true
    default: false
    }
  }
}
