import EventLoop
package import Playback
import Speech
import Vocabulary

// The queue: its tracks come, are kept and are restored, and fail.
extension Session {
  /// The value that decides.
  package var player: Player { turns.player }

  /// The orders of silence, for the texts that are on their way.
  package var silences: SilenceOrders { turns.silences }

  /// The present moment of the scheduler, as the player counts it.
  package var now: Moment { turns.now }

  /// Handles one event completely.
  package func send(_ event: Player.Event) { turns.send(event) }

  // MARK: Tracks

  /// The track of an entry of the queue; `nil` if there is none.
  package func track(_ id: TrackID) -> Track? { tracks[id] }

  /// The number of the next track.
  package var nextNumber: UInt64 { tracks.nextNumber }

  /// A new identity for an entry of the queue.
  func makeTrackID() -> TrackID { tracks.makeID() }

  /// Puts tracks whose first sentences are known into the queue.
  package func add(
    _ new: [(track: Track, metadata: TrackMetadata)], _ placement: Placement, playing: Bool,
    from beginning: Beginning? = nil, rate: Double? = nil
  ) {
    let placement = player.resolved(placement, playing: playing)
    var document = new.first?.track.partOfDocument?.document
    if case .continuing(let anchor) = placement { document = player.entry(anchor)?.document }
    for (track, _) in new { tracks.keep(track) }
    if case .continuing = placement {} else { troubles.queuedTexts() }
    if placement == .now { place.noteInterruption() }
    let entries = new.map { track, metadata in
      QueueEntry(
        id: track.id, metadata: metadata, length: lengths.toTell(of: track), group: metadata.album,
        isSaid: track.isSaid, document: document, rate: rate)
    }
    send(.add(entries, placement, playing: playing, heard: position, from: beginning))
    lengths.survey(new.map(\.track))
  }

  /// Moves queued tracks before the current one, and reads them at once from a place on.
  package func bring(_ ids: [TrackID], from beginning: Beginning) {
    place.noteInterruption()
    send(.bring(ids, from: beginning, heard: position))
  }

  /// More text of queued tracks was read, or all of it.
  package func grew(_ tracks: [Track]) { arrivals.grew(tracks) }

  /// Something will be spoken in a moment: the output is opened meanwhile, and measuring is suspended.
  package func openOutput() {
    lengths.measurer.giveWay()
    output.warm(expectsSound: player.mayStandBy)
  }

  /// The number of clips in the queue whose files are open.
  package var openClips: Int {
    tracks.of(player.ids).reduce(0) { $0 + ($1.parts?.parts.clips.count { $0.file != nil } ?? 0) }
  }

  // MARK: Failures

  /// The last failure in a sentence; empty after the next success.
  package var lastError: String {
    get { troubles.last }
    set { troubles.last = newValue }
  }

  /// The reason why the queue and the places are not kept now; empty if they are.
  package var stateError: String {
    get { troubles.ofKeeping }
    set { troubles.ofKeeping = newValue }
  }

  /// Reports that an operation on a track failed; the reading continues.
  package func failed(_ id: TrackID, _ error: ReadingError) { troubles.failed(id, error) }

  /// Gives up a track whose text cannot be read any more, if it is the current one; any other one has its turn later.
  ///
  /// - Returns: true if it was given up.
  package func lost(_ track: Track, _ error: ReadingError) -> Bool {
    track.endReading()
    guard player.current == track.id else { return false }
    troubles.gaveUp(track.id, error)
    return true
  }

  // MARK: Keeping

  /// The session for the store. Tracks whose text cannot be read again are left out.
  package var kept: KeptSession { memory.kept }

  /// The changes for the store, if only these tracks may have changed, and the others have left the queue.
  package func keptChanges(of ids: some Sequence<TrackID>, without gone: [TrackID]) -> SessionChanges {
    memory.changes(of: ids, without: gone)
  }

  /// The route of sound that only its wearer hears; during silence, the last one.
  package var privateRoute: Endpoint? { memory.privateRoute }

  /// That route when it was last asked for; `nil` if it was not private.
  package var lastPrivateRoute: Endpoint? { memory.lastPrivateRoute }

  /// Restores the state of an earlier run, after the tracks that are queued already. Texts are opened when they are
  /// needed.
  ///
  /// A text that was being read is paused. A component that may resume it sends `play`.
  package func restore(_ kept: KeptSession) { memory.restore(kept) }

  /// The state of an earlier run cannot be read now, but may be later: from now on tracks get numbers that it cannot
  /// have used.
  package func numberApart() { tracks.numberApart() }
}
