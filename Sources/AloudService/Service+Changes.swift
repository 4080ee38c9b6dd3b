import Configuration
import DBusKit
import EventLoop
import Playback

// What is told and set when the session, the library or the configuration has changed.
extension Service {
  func changed(from old: Snapshot, to new: Snapshot) {
    if !new.tracks.isEmpty { playerName.update(hasTracks: true) }
    if let connection = bus.connection {
      playerObject.announce(from: old, to: new, on: connection)
      aloudObject.announce(from: old, to: new, on: connection)
    }
    // After the last signals, which are still the player's.
    if new.tracks.isEmpty { playerName.update(hasTracks: false) }
    events.update()
    if (old.status, old.pauseReason, old.track) != (new.status, new.pauseReason, new.track) {
      let line = "\(new.status.rawValue)\(reason(new))"
      if new.pauseReason == .engineLost { log.warning("\(line): \(session.lastError)") } else { log.info(line) }
    }
    if (new.status == .stopped) != (old.status == .stopped) {
      idleExit.update(settings.current.service.exitIdle)
    }
  }

  /// The library has changed: within a turn of the session, or by a call that concerns nothing else.
  func changed(_ change: LibraryCatalogue.Change) {
    events.libraryChanged(change)
    playerObject.playlists.changed()
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

  private func reason(_ snapshot: Snapshot) -> String { snapshot.pauseReason.map { " (\($0))" } ?? "" }

  func configure() {
    let settings = settings.current
    log.setLevel(settings.service.logLevel)
    playerObject.configure(hidesTitles: settings.service.privateTitles, on: bus.connection)
    session.sleeper.fade = settings.player.sleepFade
    output.configure(settings.output)
    surroundings.configure(settings.interruptions)
    interruptions.configure(settings)
    idleExit.update(settings.service.exitIdle)
  }
}
