import AloudAPI
import EventLoop
import Playback
import Speech
import Store
import Workers

// What of a session is kept, and how one that was kept goes on.
extension Session {
  /// The session as the store is to have it; tracks whose text can be had nowhere again are left out.
  var kept: KeptSession {
    let remembered = player.remembered
    var kept = KeptSession(player: remembered, nextNumber: nextNumber)
    kept.sleepPlace = sleepPlace
    kept.sleep = keptSleep
    for entry in remembered.entries {
      guard let track = track(entry.id), let text = track.keptText else { continue }
      kept.tracks[entry.id] = KeptTrack(
        entry: entry, voice: track.voice, gain: Double(track.gain), gaps: track.timeline.gaps, text: text,
        format: track.reopening.format, isVoiceFree: track.reopening.isVoiceFree, chapter: track.partOfDocument,
        isHeard: remembered.heard.contains(entry.id), place: place(of: track, in: remembered),
        wishAfter: remembered.wishesAfter[entry.id])
    }
    return kept
  }

  /// The sleep timer, in whole seconds of the clock: otherwise it would be another one with every change of the session.
  private var keptSleep: KeptSleep? {
    player.sleep.map { timer in
      let end = timer.deadline.map { deadline in
        let left = (deadline - now) / .milliseconds(1)
        return WallTime(milliseconds: ((WallTime.now.milliseconds + Int64(left)) / 1000) * 1000)
      }
      return KeptSleep(timer.extent, until: end)
    }
  }

  private func place(of track: SpokenTrack, in remembered: Remembered) -> KeptPlace {
    if track.id == remembered.current, remembered.wish != .stopped { return track.lastWord ?? track.place }
    let microseconds = remembered.places[track.id] ?? 0
    return track.place.microseconds == microseconds ? track.place : KeptPlace(microseconds: microseconds)
  }

  /// Takes up what an earlier run left, where nothing is queued yet. Texts are opened when they are wanted.
  ///
  /// What was being read is paused: whoever may let it go on by itself says `play`.
  func restore(_ kept: KeptSession) {
    guard player.isEmpty else { return }
    for track in kept.tracks.values { keep(SpokenTrack(track, sampleRate: SpeechEngine.sampleRate)) }
    nextNumber = max(nextNumber, kept.nextNumber)
    sleepPlace = kept.sleepPlace
    var remembered = kept.player
    if remembered.wish == .playing { remembered.wish = .paused(.restart) }
    // The mixer is asked for the volume, and the configuration whether that of the last run is wanted.
    remembered.volume = min(1, player.volume)
    send(.restore(remembered))
  }

  /// Gives up a track whose text cannot be had any more, if it is the one that is wanted; any other has its turn later.
  ///
  /// - Returns: whether it was given up.
  func lost(_ track: SpokenTrack, _ error: APIError) -> Bool {
    track.endReading()
    guard player.current == track.id else { return false }
    failed(track.id, error)
    send(.failed(player.epoch))
    return true
  }
}
