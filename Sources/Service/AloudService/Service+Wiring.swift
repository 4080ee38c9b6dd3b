import BusValues
import Configuration
import DBusKit
import EventLoop
import Playback
import Reading

// The connections between the parts of the service.
extension Service {
  func connect() {
    session.notify = { [weak self] in self?.take($0) }
    rooms.connect { [weak self] in self?.take($0) }
    session.documents = library
    session.lengthMeasurer.knownLengths = lengths
    bus.onLoss = { [weak self] in
      self?.log.warning("the session bus is gone; the reading goes on, and the names are taken back when it returns")
      self?.subscriptions.forgetAll()
      self?.announceCalls.forgetAll()
      self?.systemMonitors.busLost()
      self?.watchLoss()
    }
    bus.onConnect = { [weak self] in
      self?.watchLoss()
      self?.returned($0)
    }
    // Until the files are read, nobody knows what the listener wants to be silent.
    notificationAnnouncer.configure(Settings().silenced.notify)
    settings.whenKnown { [weak self] in self?.configure() }
    settings.read()
  }
}
