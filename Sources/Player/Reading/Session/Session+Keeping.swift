import EventLoop
package import Playback
import Speech
import Vocabulary

// The stored form of a session, and its restoration.
extension Session {
  /// The session for the store. Tracks whose text cannot be read again are left out.
  package var kept: KeptSession {
    var kept = KeptSession(player: player.remembered, nextNumber: nextNumber)
    kept.sleepPlace = sleepPlace
    kept.sleep = keptSleep
    kept.route = privateRoute
    for id in player.ids { kept.tracks[id] = keptTrack(id) }
    return kept
  }

  /// The changes for the store, if only these tracks may have changed, and the others have left the queue.
  package func keptChanges(of ids: some Sequence<TrackID>, without gone: [TrackID]) -> SessionChanges {
    var tracks: [KeptTrack] = []
    var gone = gone
    for id in ids { if let track = keptTrack(id) { tracks.append(track) } else { gone.append(id) } }
    return SessionChanges(
      player: player.rememberedChoices, queue: player.ids, order: player.playingOrder, tracks: tracks, gone: gone,
      nextNumber: nextNumber, sleepPlace: sleepPlace, sleep: keptSleep, route: privateRoute)
  }

  /// The route of sound that only its wearer hears; during silence, the last one.
  package var privateRoute: Endpoint? {
    if player.order.sound, let endpoint = output.audio.endpoint {
      lastPrivateRoute = endpoint.isPrivate ? endpoint.lasting : nil
    }
    return lastPrivateRoute
  }

  private func keptTrack(_ id: TrackID) -> KeptTrack? {
    guard let entry = player.entry(id), let track = track(id), let text = track.keptText else { return nil }
    return KeptTrack(
      entry: entry, voice: track.voice, gain: track.gain.factor, gaps: track.silences,
      sampleRate: track.speechRate, text: text,
      format: track.options.format, languages: track.options.languages, chapter: track.partOfDocument,
      pairedText: track.options.pairedText, isOnClock: track.options.isOnClock, parts: track.parts?.kept ?? [],
      isHeard: player.wasHeard(id), place: place(of: track), wishAfter: player.wish(after: id))
  }

  /// The sleep timer, in whole seconds of the clock. Otherwise it would differ at every change of the session.
  private var keptSleep: KeptSleep? {
    player.sleep.map { timer in
      let end = timer.deadline.map { deadline in
        let left = (deadline - now) / .milliseconds(1)
        return WallTime(milliseconds: ((clock.wallTime.milliseconds + Int64(left)) / 1000) * 1000)
      }
      return KeptSleep(timer.extent, until: end)
    }
  }

  private func place(of track: Track) -> KeptPlace {
    // A stopped text begins again.
    if track.id == player.current, player.wantsSound || player.status == .paused {
      return silencePlace(of: track) ?? track.lastWord ?? track.lasting(track.place)
    }
    let microseconds = player.place(of: track.id)
    return track.place.microseconds == microseconds
      ? track.lasting(track.place) : track.lasting(KeptPlace(microseconds: microseconds))
  }

  /// The place in a delay or in the silence after a sentence, which no word tells; `nil` elsewhere.
  private func silencePlace(of track: Track) -> KeptPlace? {
    guard feeder.track === track, player.repetition == nil, let heard = feeder.heard() else { return nil }
    let place = feeder.place(of: heard)
    if case .sentence = place { return nil }
    guard place != .end else { return nil }
    return KeptPlace(microseconds: position, scalar: track.scalar(of: place))
  }

  /// Restores the state of an earlier run, after the tracks that are queued already. Texts are opened when they are
  /// needed.
  ///
  /// A text that was being read is paused. A component that may resume it sends `play`.
  package func restore(_ kept: KeptSession) {
    for track in kept.tracks.values where self.track(track.entry.id) == nil {
      keep(Track(track))
    }
    nextNumber = max(nextNumber, kept.nextNumber)
    sleepPlace = sleepPlace ?? kept.sleepPlace
    lastPrivateRoute = lastPrivateRoute ?? kept.route
    var remembered = kept.player
    if remembered.wish == .playing { remembered.wish = .paused(.restart) }
    // The volume comes from the mixer, and the configuration decides about that of the last run.
    remembered.volume = min(1, player.volume)
    send(.restore(remembered))
  }

  /// The state of an earlier run cannot be read now, but may be later: from now on tracks get numbers that it cannot
  /// have used.
  package func numberApart() {
    if nextNumber == 1 { nextNumber = .random(in: 1 << 48..<1 << 62) }
  }

  /// Gives up a track whose text cannot be read any more, if it is the current one; any other one has its turn later.
  ///
  /// - Returns: true if it was given up.
  package func lost(_ track: Track, _ error: ReadingError) -> Bool {
    track.endReading()
    guard player.current == track.id else { return false }
    failed(track.id, error)
    send(.failed(player.epoch))
    return true
  }
}
