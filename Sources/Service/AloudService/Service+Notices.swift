import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Playback
import Reading
import Vocabulary

// All receivers of notices, in the order in which they get them.
extension Service {
  /// Handles a notice of the session.
  func take(_ notice: SessionNotice) {
    switch notice {
    case .changed(let old, let new): changed(from: old, to: new)
    case .turned:
      tellDetails()
      watchLoss()
      keeper.turned()
      follow()
      systemMonitors.update()
      interruptions.update()
      announcements.update()
      considerRestart()
    case .detailsChanged:
      tellDetails()
      considerRestart()
    case .utterance(let event, let id):
      events.utterance(event, id)
      history.heard(event, id)
      self.notice.heard(event, id)
      if event == .started { library.started(id) }
      if event == .finished { library.finished(id) }
    case .seeked(let position):
      if let connection = bus.connection { playerObject.announceSeeked(position, on: connection) }
    case .heard(let heard, let position):
      events.heard(heard, at: position)
      library.heard(heard)
      if case .sentence = heard { keeper.beganSentence() }
    case .reached(let id, let place): keeper.reached(place, in: id)
    case .departed: considerRestart(atEndOfSentence: true)
    case .failed(let id, let error): events.failed(id, error.apiError)
    case .gaveUp(let error): interruptions.gaveUp(error)
    case .blocked(_, let error): self.notice.tell(error)
    case .needed(let track): reopening.open(track)
    case .textNeeded(let track): pairedTexts.read(track)
    case .lost(let track, let error):
      if session.lost(track, error) {
        log.warning("a text that was queued cannot be read any more (\(error.apiError.code.rawValue)); it is left out")
      }
    case .joined(let track, let anchor): shares.add(track.id, with: anchor, bytes: track.text.count)
    case .covered(let document): library.covered(document)
    case .left(let id):
      openings.forget(id)
      series.forget(id)
      pairedTexts.forget(id)
      shares.forget(id)
      lengths.forget(id)
      subscriptions.forgetPages(of: id)
    case .grew(let tracks): keeper.grew(tracks)
    case .measured(let track): lengths.progressed(track)
    case .routeChanged(let change):
      let (old, new) = (change.from?.name ?? "nothing", change.to?.name ?? "nothing")
      log.info("the sound goes from \(old) to \(new) (\(change.reason.rawValue))")
      events.routeChanged(change)
    case .released: release()
    }
  }

  /// Handles a notice of another room.
  func take(_ notice: RoomNotice) {
    switch notice {
    case .takenUp:
      library.catalogue.takeUp()
      for id in session.snapshot.tracks {
        if let track = session.track(id) { shares.add(restored: id, bytes: track.byteCount) }
      }
      resumption.goOn()
    case .wokeUp: output.wokeUp()
    case .subscriptionsChanged:
      events.setProgressTimer()
      watchLock()
    case .playlistsChanged: tellLibrary()
    case .libraryChanged(let change): changed(change)
    case .measurable(let track): session.grew([track])
    case .voicesKnown: tellDetails()
    case .enginesChanged:
      transport.forgetVoices()
      announcements.forgetVoices()
      tellDetails()
    case .configured: configure()
    case .settingsDoubted(let doubt): interruptions.doubted(doubt)
    case .idle: quit(.wish)
    case .busMissed:
      log.warning("the session bus has been gone for \(LossExit.patience), and nothing is heard: leaving")
      quit()
    case .restartWanted: considerRestart()
    case .restartUnwanted: stopWaiting()
    case .endWanted: quit(.wish)
    case .detailsChanged: tellDetails()
    case .refused(let refused): tellRefused(refused)
    case .announced(let notice, let request):
      events.announced(notice, request?.text)
      history.announced(notice, request)
    case .announcedWord(let word, let id, let request):
      if let client = BusName(request.sender) { events.announced(word, of: id, to: client) }
    case .announcementFailed(let reason): log.warning("an announcement is not spoken: \(reason)")
    case .announcing(let isActive):
      manners.activityChanged(isActive)
      if !isActive { considerRestart() }
    case .announcementsTurned: systemMonitors.soundBesideChanged()
    case .announcementsGoOn: manners.lookAgain()
    case .desktopWanted: manners.askDesktop()
    case .sinkWanted: announcements.connect()
    case .screenChanged: manners.screenChanged()
    case .doNotDisturbChanged: manners.doNotDisturbChanged()
    case .inCall(let isInCall): manners.callChanged(isInCall)
    case .otherStreams(let streams): manners.streamsChanged(streams)
    }
  }

  /// Tells the listener the files of a playlist that cannot be read.
  private func tellRefused(_ refused: [Opened.Refusal]) {
    guard let first = refused.first else { return }
    log.warning("\(refused.count) files of a playlist cannot be read")
    let others = refused.count - 1
    let message = first.error.message + (others > 0 ? "; nor can \(others) more" : "")
    interruptions.cannotOpen(first.name, message, uri: nil)
  }
}
