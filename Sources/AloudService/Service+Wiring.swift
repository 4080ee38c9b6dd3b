import DBusKit
import EventLoop
import Playback

// Which part hears of what happens in which other.
extension Service {
  func connect() {
    session.notify = { [weak self] in self?.take($0) }
    output.onRouteChange = { [weak self] change in
      guard let self else { return }
      let (old, new) = (change.from?.name ?? "nothing", change.to?.name ?? "nothing")
      self.log.info("the sound goes from \(old) to \(new) (\(change.reason.rawValue))")
      self.events.routeChanged(change)
    }
    interruptions.isNotice = { [weak self] in self?.notice.isSaying($0) ?? false }
    surroundings.onWake = { [weak self] in self?.output.wokeUp() }
    events.isTextHidden = { [weak self] in self?.isTextHidden ?? true }
    let subscribed = subscriptions.onChange
    subscriptions.onChange = { [weak self] in
      subscribed?()
      self?.watchLock()
    }
    session.bookmarks = { [weak self] in self?.library.bookmarks(in: $0) ?? [] }
    openings.rateOf = { [weak self] in self?.library.rate(of: $0) }
    openings.placeOf = { [weak self] in self?.library.place(for: $0) }
    playerObject.playlists.onChange = { [weak self] in self?.tellLibrary() }
    library.catalogue.onChange = { [weak self] in self?.changed($0) }
    session.surveyor.onWhole = { [weak self] in self?.lengths.takeUp($0) ?? true }
    lengths.onReady = { [weak self] in self?.session.grew([$0]) }
    reopening.voices = { [weak self] body in self?.transport.withVoices { body(try? $0.get()) } }
    reopening.storedText = { [weak self] in self?.keeper.text(of: $0) }
    openings.room = { [shares] in shares.room }
    openings.hasRoom = { [shares] in shares.grow($0, to: $1) }
    keeper.onTakenUp = { [weak self] in
      guard let self else { return }
      self.library.catalogue.takeUp()
      for id in self.session.snapshot.tracks {
        if let track = self.session.track(id) { self.shares.add(restored: id, bytes: track.byteCount) }
      }
      self.resumption.goOn()
    }
    bus.onLoss = { [weak self] in
      self?.log.warning("the session bus is gone; the reading goes on, and the names are taken back when it returns")
      self?.subscriptions.forgetAll()
      self?.watchLoss()
    }
    bus.onConnect = { [weak self] in
      self?.watchLoss()
      self?.returned($0)
    }
    lossExit.onLeave = { [weak self] in
      self?.log.warning("the session bus has been gone for \(LossExit.patience), and nothing is heard: leaving")
      self?.quit()
    }
    // A client that listens for events subscribes again when the service is back.
    idleExit.isFree = { [weak self] in self?.openings.isIdle ?? false }
    idleExit.onLeave = { [weak self] in self?.quit(.wish) }
    settings.onChange = { [weak self] in self?.configure() }
    settings.whenKnown { [weak self] in self?.configure() }
    settings.read()
    #if DEBUG
      Core.loop.onLongTurn = { [log] in log.debug("a turn took \($0)") }
    #endif
  }
}
