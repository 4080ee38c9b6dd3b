import EventLoop
package import Playback
import Speech
import Vocabulary

// What of a session is kept, and how one that was kept goes on.
extension Session {
  /// The session as the store is to have it; tracks whose text can be had nowhere again are left out.
  package var kept: KeptSession {
    var kept = KeptSession(player: player.remembered, nextNumber: nextNumber)
    kept.sleepPlace = sleepPlace
    kept.sleep = keptSleep
    kept.route = privateRoute
    for id in player.ids { kept.tracks[id] = keptTrack(id) }
    return kept
  }

  /// What the store is to change, where only these tracks may be other than they were, and those are not in the queue
  /// any more.
  package func keptChanges(of ids: some Sequence<TrackID>, without gone: [TrackID]) -> SessionChanges {
    var tracks: [KeptTrack] = []
    var gone = gone
    for id in ids { if let track = keptTrack(id) { tracks.append(track) } else { gone.append(id) } }
    return SessionChanges(
      player: player.rememberedChoices, queue: player.ids, order: player.playingOrder, tracks: tracks, gone: gone,
      nextNumber: nextNumber, sleepPlace: sleepPlace, sleep: keptSleep, route: privateRoute)
  }

  /// The route of sound that only its wearer hears; in a silence, the last one.
  package var privateRoute: Endpoint? {
    if player.order.sound, let endpoint = output.audio.endpoint {
      lastPrivateRoute = endpoint.isPrivate ? endpoint.lasting : nil
    }
    return lastPrivateRoute
  }

  private func keptTrack(_ id: TrackID) -> KeptTrack? {
    guard let entry = player.entry(id), let track = track(id), let text = track.keptText else { return nil }
    return KeptTrack(
      entry: entry, voice: track.voice, gain: Double(track.gain), gaps: track.timeline.gaps, text: text,
      format: track.reopening.format, isVoiceFree: track.reopening.isVoiceFree, chapter: track.partOfDocument,
      isHeard: player.wasHeard(id), place: place(of: track), wishAfter: player.wish(after: id))
  }

  /// The sleep timer, in whole seconds of the clock: otherwise it would be another one with every change of the session.
  private var keptSleep: KeptSleep? {
    player.sleep.map { timer in
      let end = timer.deadline.map { deadline in
        let left = (deadline - now) / .milliseconds(1)
        return WallTime(milliseconds: ((clock.wallTime.milliseconds + Int64(left)) / 1000) * 1000)
      }
      return KeptSleep(timer.extent, until: end)
    }
  }

  private func place(of track: SpokenTrack) -> KeptPlace {
    // What was stopped begins anew.
    if track.id == player.current, player.wantsSound || player.status == .paused {
      return track.lastWord ?? track.place
    }
    let microseconds = player.place(of: track.id)
    return track.place.microseconds == microseconds ? track.place : KeptPlace(microseconds: microseconds)
  }

  /// Takes up what an earlier run left, behind what is queued already. Texts are opened when they are wanted.
  ///
  /// What was being read is paused: whoever may let it go on by itself says `play`.
  package func restore(_ kept: KeptSession) {
    for track in kept.tracks.values where self.track(track.entry.id) == nil {
      keep(SpokenTrack(track))
    }
    nextNumber = max(nextNumber, kept.nextNumber)
    sleepPlace = sleepPlace ?? kept.sleepPlace
    lastPrivateRoute = lastPrivateRoute ?? kept.route
    var remembered = kept.player
    if remembered.wish == .playing { remembered.wish = .paused(.restart) }
    // The mixer is asked for the volume, and the configuration whether that of the last run is wanted.
    remembered.volume = min(1, player.volume)
    send(.restore(remembered))
  }

  /// What an earlier run left cannot be read now, and may be later: tracks get numbers from here on that it has given to
  /// none, whatever those were.
  package func numberApart() {
    if nextNumber == 1 { nextNumber = .random(in: 1 << 48..<1 << 62) }
  }

  /// Gives up a track whose text cannot be had any more, if it is the one that is wanted; any other has its turn later.
  ///
  /// - Returns: whether it was given up.
  package func lost(_ track: SpokenTrack, _ error: ReadingError) -> Bool {
    track.endReading()
    guard player.current == track.id else { return false }
    failed(track.id, error)
    send(.failed(player.epoch))
    return true
  }
}
