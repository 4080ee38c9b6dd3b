import Configuration
import DBusKit
import EventLoop
import Playback
import Reading
import Vocabulary

// The reactions to changes of the session, the library and the configuration.
extension Service {
  func changed(from old: Snapshot, to new: Snapshot) {
    if !new.tracks.isEmpty { playerName.update(new) }
    if let connection = bus.connection {
      playerObject.announce(from: old, to: new, on: connection)
      aloudObject.announce(from: old, to: new, on: connection)
    }
    // After the last signals, which still come from the player's name.
    if new.tracks.isEmpty { playerName.update(new) }
    events.update()
    if (old.status, old.pauseReason, old.track) != (new.status, new.pauseReason, new.track) {
      let line = "\(new.status.rawValue)\(reason(new))"
      if new.pauseReason == .engineLost { log.warning("\(line): \(session.lastError)") } else { log.info(line) }
    }
    keepReader(unlessPlaying: new.status)
    memoryReturn.update(new.status)
    if (new.status == .stopped) != (old.status == .stopped) {
      idleExit.update(settings.current.service.exitIdle)
    }
  }

  /// Announces the changes that are not in the snapshot.
  func tellDetails() {
    if let connection = bus.connection { aloudObject.announceDetails(on: connection) }
    events.update()
  }

  /// The library has changed: within a turn of the session, or by a call without other effects.
  func changed(_ change: LibraryCatalogue.Change) {
    events.libraryChanged(change)
    playerObject.playlists.changed()
    tellLibrary()
  }

  /// Announces changes of the library to desktops.
  func tellLibrary() {
    guard !isLibraryTold else { return }
    isLibraryTold = true
    // Once for all changes of this turn.
    scheduler.schedule(after: .zero) { [weak self] in
      guard let self else { return }
      isLibraryTold = false
      if let connection = bus.connection { playerObject.playlists.announce(on: connection) }
    }
  }

  /// Lets the library check for changes after every turn, and announces them.
  func follow() {
    library.turned()
    if let connection = bus.connection { playerObject.playlists.announce(on: connection) }
  }

  /// Checks if the service is still needed.
  func watchLoss() {
    lossExit.update(hasBus: bus.connection != nil, isHeard: session.snapshot.status == .playing)
  }

  private func reason(_ snapshot: Snapshot) -> String { snapshot.pauseReason.map { " (\($0))" } ?? "" }

  func configure() {
    let settings = settings.current
    log.setLevel(settings.service.logLevel)
    Core.loop.onLongTurn =
      settings.service.logLevel == .debug ? { [log] turn in log.debug("\(turn.description)") } : nil
    playerObject.configure(hidesTitles: settings.service.privateTitles, on: bus.connection)
    session.sleeper.fade = settings.player.sleepFade
    session.levelsRecordings = settings.player.replayGain
    audio.configure(settings.output)
    output.configure(
      linger: settings.output.linger, releaseAfter: settings.output.releaseAfter,
      showsTitle: settings.output.mediaName == .title && !settings.service.privateTitles)
    systemMonitors.configure(settings.interruptions)
    interruptions.configure(settings)
    manners.configure(settings)
    notificationAnnouncer.configure(settings.notify)
    floor.configure(settings.announcements)
    playerName.configure(ignoring: NameList(settings.interruptions.ignoredPlayers))
    idleExit.update(settings.service.exitIdle)
    watchLock()
    tellDetails()
  }

  /// Watches the locked screen only while clients are sent the heard text.
  func watchLock() {
    systemMonitors.watchLock(settings.current.service.privateTitles && subscriptions.wantsText, for: .words)
  }
}

extension EventLoop.LongTurn {
  /// The line of the log.
  fileprivate var description: String {
    func milliseconds(_ duration: Duration) -> Double { (duration / .microseconds(1)).rounded() / 1000 }
    return "a turn took \(milliseconds(duration)) ms, \(milliseconds(processorTime)) ms of it on the processor"
  }
}
