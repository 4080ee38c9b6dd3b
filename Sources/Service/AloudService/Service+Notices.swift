import BusValues
import DBusKit
import EventLoop
import Playback
import Reading

// The receivers of the notices of all rooms but the session, in the order in which they get them.
extension Service {
  func take(_ notice: RoomNotice) {
    switch notice {
    case .takenUp: reading.takenUp()
    case .wokeUp: drivers.output.wokeUp()
    case .subscriptionsChanged:
      faces.events.setProgressTimer()
      watchLock()
    case .playlistsChanged: faces.tellLibrary()
    case .libraryChanged(let change): faces.changed(change)
    case .measurable(let track): session.grew([track])
    case .detailsChanged: faces.tellDetails()
    case .refused(let refused):
      log.warning("\(refused.count) files of a playlist cannot be read")
      desktop.tell(refused)
    case .enginesChanged:
      reading.transport.forgetVoices()
      announcing.room.forgetVoices()
      faces.tellDetails()
    case .configured: configure()
    case .settingsDoubted(let doubt): desktop.interruptions.doubted(doubt)
    // The life of the service.
    case .idle: quit(.wish)
    case .busMissed:
      log.warning("the session bus has been gone for \(LossExit.patience), and nothing is heard: leaving")
      quit()
    case .restartWanted: considerRestart()
    case .endWanted: quit(.wish)
    case .reachable: nameTaken()
    case .unreachable(let error): fail(error)
    case .busLost: busLost()
    case .busReturned(let connection): returned(connection)
    // Announcements.
    case .announced(let notice, let request):
      faces.events.announced(notice, request?.text)
      reading.history.announced(notice, request)
    case .announcedWord(let word, let id, let request):
      if let client = BusName(request.sender) { faces.events.announced(word, of: id, to: client) }
    case .announcementFailed(let reason): log.warning("an announcement is not spoken: \(reason)")
    case .announcing(let isActive):
      desktop.manners.activityChanged(isActive)
      if !isActive { considerRestart() }
    case .announcementsTurned: desktop.monitors.soundBesideChanged()
    case .announcementsGoOn: desktop.manners.lookAgain()
    case .desktopWanted: desktop.manners.askDesktop()
    case .sinkWanted: announcing.room.connect()
    // The desktop.
    case .screenChanged: desktop.manners.screenChanged()
    case .doNotDisturbChanged: desktop.manners.doNotDisturbChanged()
    case .inCall(let isInCall): desktop.manners.callChanged(isInCall)
    case .otherStreams(let streams): desktop.manners.streamsChanged(streams)
    }
  }

  private func busLost() {
    log.warning("the session bus is gone; the reading goes on, and the names are taken back when it returns")
    faces.subscriptions.forgetAll()
    announcing.calls.forgetAll()
    desktop.monitors.busLost()
    watchLoss()
  }

  /// The session bus is back, with new clients that have no state yet.
  private func returned(_ connection: BusConnection) {
    watchLoss()
    faces.takeName()
    faces.playerName.takeBack()
    desktop.busReturned()
    faces.announceAll(on: connection)
  }
}
