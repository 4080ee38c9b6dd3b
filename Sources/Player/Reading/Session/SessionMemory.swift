import EventLoop
import Playback
import Speech
import Vocabulary

/// The stored form of a session, and its restoration.
@Core
final class SessionMemory {
  /// The last route of sound that only its wearer hears; `nil` if it was not private.
  private(set) var lastPrivateRoute: Endpoint?
  private let turns: Turns
  private let tracks: QueuedTracks
  private let place: PresentPlace
  private let sleep: SleepTimerControl
  private let feeder: Feeder
  private let output: OutputDriver
  private let clock: any MachineClock

  init(
    _ turns: Turns, _ tracks: QueuedTracks, _ place: PresentPlace, _ sleep: SleepTimerControl, _ feeder: Feeder,
    _ output: OutputDriver, clock: any MachineClock
  ) {
    self.turns = turns
    self.tracks = tracks
    self.place = place
    self.sleep = sleep
    self.feeder = feeder
    self.output = output
    self.clock = clock
  }

  // MARK: Keeping

  /// The session for the store. Tracks whose text cannot be read again are left out.
  var kept: KeptSession {
    var kept = KeptSession(player: lasting(turns.player.remembered), nextNumber: tracks.nextNumber)
    kept.sleepPlace = sleep.placeOfSetting
    kept.sleep = keptSleep
    kept.route = privateRoute
    for id in turns.player.ids { kept.tracks[id] = keptTrack(id) }
    return kept
  }

  /// The changes for the store, if only these tracks may have changed, and the others have left the queue.
  func changes(of ids: some Sequence<TrackID>, without gone: [TrackID]) -> SessionChanges {
    var tracks: [KeptTrack] = []
    var gone = gone
    for id in ids { if let track = keptTrack(id) { tracks.append(track) } else { gone.append(id) } }
    let player = turns.player
    return SessionChanges(
      player: lasting(player.rememberedChoices), queue: player.ids, order: player.playingOrder, tracks: tracks,
      gone: gone,
      nextNumber: self.tracks.nextNumber, sleepPlace: sleep.placeOfSetting, sleep: keptSleep, route: privateRoute)
  }

  /// The marks of a repetition in an exercise are places of that alone, whose phrases the next run finds later.
  private func lasting(_ remembered: Remembered) -> Remembered {
    var remembered = remembered
    if let id = remembered.repetition?.track, tracks[id]?.exercise != nil { remembered.repetition = nil }
    return remembered
  }

  /// The route of sound that only its wearer hears; during silence, the last one.
  var privateRoute: Endpoint? {
    if turns.player.order.sound, let endpoint = output.audio.endpoint {
      lastPrivateRoute = endpoint.isPrivate ? endpoint.lasting : nil
    }
    return lastPrivateRoute
  }

  private func keptTrack(_ id: TrackID) -> KeptTrack? {
    guard let entry = turns.player.entry(id), let track = tracks[id], let text = track.keptText else { return nil }
    return KeptTrack(
      entry: entry, voice: track.voice, gain: track.gain.factor, gaps: track.silences,
      sampleRate: track.speechRate, text: text,
      format: track.options.format, languages: track.options.languages, chapter: track.partOfDocument,
      pairedText: track.options.pairedText, isOnClock: track.options.isOnClock, parts: track.parts?.kept ?? [],
      study: track.options.study, phraseOrder: track.options.phraseOrder,
      isHeard: turns.player.wasHeard(id), place: keptPlace(of: track), wishAfter: turns.player.wish(after: id))
  }

  /// The sleep timer, in whole seconds of the clock. Otherwise it would differ at every change of the session.
  private var keptSleep: KeptSleep? {
    turns.player.sleep.map { timer in
      let end = timer.deadline.map { deadline in
        let left = (deadline - turns.now) / .milliseconds(1)
        return WallTime(milliseconds: ((clock.wallTime.milliseconds + Int64(left)) / 1000) * 1000)
      }
      return KeptSleep(timer.extent, until: end)
    }
  }

  private func keptPlace(of track: Track) -> KeptPlace { track.keptForm(of: place(of: track)) }

  private func place(of track: Track) -> KeptPlace {
    // A stopped text begins again.
    if track.id == turns.player.current, turns.player.wantsSound || turns.player.status == .paused {
      return silencePlace(of: track) ?? track.lastWord ?? track.lasting(track.place)
    }
    let microseconds = turns.player.place(of: track.id)
    return track.place.microseconds == microseconds
      ? track.lasting(track.place) : track.lasting(KeptPlace(microseconds: microseconds))
  }

  /// The place in a delay or in the silence after a sentence, which no word tells; `nil` elsewhere.
  private func silencePlace(of track: Track) -> KeptPlace? {
    guard feeder.track === track, turns.player.repetition == nil, let heard = feeder.heard() else { return nil }
    let here = feeder.place(of: heard)
    if case .sentence = here { return nil }
    guard here != .end else { return nil }
    return KeptPlace(microseconds: place.position, scalar: track.scalar(of: here))
  }

  // MARK: Restoring

  /// Restores the state of an earlier run, after the tracks that are queued already. Texts are opened when they are
  /// needed.
  ///
  /// A text that was being read is paused. A component that may resume it sends `play`.
  func restore(_ kept: KeptSession) {
    for track in kept.tracks.values where tracks[track.entry.id] == nil {
      tracks.keep(Track(track))
    }
    tracks.number(from: kept.nextNumber)
    sleep.restore(kept.sleepPlace)
    lastPrivateRoute = lastPrivateRoute ?? kept.route
    var remembered = kept.player
    if remembered.wish == .playing { remembered.wish = .paused(.restart) }
    // The volume comes from the mixer, and the configuration decides about that of the last run.
    remembered.volume = min(1, turns.player.volume)
    turns.send(.restore(remembered))
  }
}
