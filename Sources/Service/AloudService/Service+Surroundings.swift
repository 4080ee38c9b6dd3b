import EventLoop
import Playback
import Reading
import Vocabulary

// The reactions to the reading, in their order.
extension Service: ReadingSurroundings {
  func changed(from old: Snapshot, to new: Snapshot) {
    faces.changed(from: old, to: new)
    if (old.status, old.pauseReason, old.track) != (new.status, new.pauseReason, new.track) {
      let line = "\(new.status.rawValue)\(new.pauseReason.map { " (\($0))" } ?? "")"
      if new.pauseReason == .engineLost { log.warning("\(line): \(session.lastError)") } else { log.info(line) }
    }
    upkeep.changed(from: old, to: new)
  }

  func turns() {
    faces.tellDetails()
    watchLoss()
  }

  func turned() {
    faces.announcePlaylists()
    desktop.update()
    announcing.room.update()
    considerRestart()
  }

  func detailsChanged() {
    faces.tellDetails()
    considerRestart()
  }

  func utterance(_ event: Player.UtteranceEvent, _ id: TrackID) { faces.events.utterance(event, id) }
  func seeked(to position: Microseconds) { faces.seeked(to: position) }
  func heard(_ heard: HeardAnnouncer.Heard, at position: Microseconds) { faces.events.heard(heard, at: position) }
  func departed() { considerRestart(atEndOfSentence: true) }
  func failed(_ id: TrackID, _ error: ReadingError) { faces.events.failed(id, error.apiError) }
  func gaveUp(_ error: ReadingError) { desktop.interruptions.gaveUp(error) }
  func left(_ id: TrackID) { faces.subscriptions.forgetPages(of: id) }

  func routeChanged(_ change: RouteChange) {
    let (old, new) = (change.from?.name ?? "nothing", change.to?.name ?? "nothing")
    log.info("the sound goes from \(old) to \(new) (\(change.reason.rawValue))")
    faces.events.routeChanged(change)
  }

  func released() { upkeep.release() }

  /// Checks if the service is still needed.
  func watchLoss() { upkeep.watchLoss(isHeard: session.snapshot.status == .playing) }
}
