import Configuration
import DBusKit
import EventLoop
import Playback

// What is told and set when the session, the library or the configuration has changed.
extension Service {
  func changed(from old: Snapshot, to new: Snapshot) {
    if !new.tracks.isEmpty { playerName.update(new) }
    if let connection = bus.connection {
      playerObject.announce(from: old, to: new, on: connection)
      aloudObject.announce(from: old, to: new, on: connection)
    }
    // After the last signals, which are still the player's.
    if new.tracks.isEmpty { playerName.update(new) }
    events.update()
    if (old.status, old.pauseReason, old.track) != (new.status, new.pauseReason, new.track) {
      let line = "\(new.status.rawValue)\(reason(new))"
      if new.pauseReason == .engineLost { log.warning("\(line): \(session.lastError)") } else { log.info(line) }
    }
    if (new.status == .stopped) != (old.status == .stopped) {
      idleExit.update(settings.current.service.exitIdle)
    }
  }

  /// Tells what is different beside the snapshot.
  func tellDetails() {
    if let connection = bus.connection { aloudObject.announceDetails(on: connection) }
    events.update()
  }

  /// The library has changed: within a turn of the session, or by a call that concerns nothing else.
  func changed(_ change: LibraryCatalogue.Change) {
    events.libraryChanged(change)
    playerObject.playlists.changed()
    tellLibrary()
  }

  /// Desktops are told what is different in the library.
  func tellLibrary() {
    guard !isLibraryTold else { return }
    isLibraryTold = true
    // Once for all that changes now.
    scheduler.schedule(after: .zero) { [weak self] in
      guard let self else { return }
      isLibraryTold = false
      if let connection = bus.connection { playerObject.playlists.announce(on: connection) }
    }
  }

  /// The library looks after every turn, and tells what is different.
  func follow() {
    library.turned()
    if let connection = bus.connection { playerObject.playlists.announce(on: connection) }
  }

  /// Looks whether there is still anybody for whom the service runs.
  func watchLoss() {
    lossExit.update(hasBus: bus.connection != nil, isHeard: session.snapshot.status == .playing)
  }

  private func reason(_ snapshot: Snapshot) -> String { snapshot.pauseReason.map { " (\($0))" } ?? "" }

  func configure() {
    let settings = settings.current
    log.setLevel(settings.service.logLevel)
    playerObject.configure(hidesTitles: settings.service.privateTitles, on: bus.connection)
    session.sleeper.fade = settings.player.sleepFade
    audio.configure(settings.output)
    output.configure(
      releaseAfter: settings.output.releaseAfter,
      showsTitle: settings.output.mediaName == .title && !settings.service.privateTitles)
    surroundings.configure(settings.interruptions)
    interruptions.configure(settings)
    playerName.configure(ignoring: NameList(settings.interruptions.ignoredPlayers))
    idleExit.update(settings.service.exitIdle)
    watchLock()
  }

  /// True if nobody is told now what is heard.
  var isTextHidden: Bool { settings.current.service.privateTitles && surroundings.isLocked }

  /// The locked screen matters only while somebody is told what is heard.
  func watchLock() {
    surroundings.watchLock(settings.current.service.privateTitles && subscriptions.wantsText)
  }
}
