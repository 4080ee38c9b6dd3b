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
    interruptions.isNotice = { [weak self] in self?.notice.isSaying($0) ?? false }
    announcements.onNews = { [weak self] notice, request in
      self?.events.announced(notice, request?.text)
      self?.history.announced(notice, request)
    }
    announcements.onWord = { [weak self] word, id, request in
      guard let client = BusName(request.sender) else { return }
      self?.events.announced(word, of: id, to: client)
    }
    announcements.onFailure = { [log] in log.warning("an announcement is not spoken: \($0)") }
    manners.onIdle = { [weak self] in self?.considerRestart() }
    announceCalls.onChange = { [weak self] in self?.tellDetails() }
    notificationCalls.onChange = { [weak self] in self?.tellDetails() }
    events.isTextHidden = { [weak self] in self?.isTextHidden ?? true }
    events.mayTell = { [weak self] in self?.manners.mayTell($0) ?? false }
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
    // A client with a subscription does not prevent this: it subscribes again when the service is back.
    idleExit.isFree = { [weak self] in self.map { $0.isFree } ?? false }
    // Until the files are read, nobody knows what the listener wants to be silent.
    notificationAnnouncer.configure(Settings().silenced.notify)
    settings.whenKnown { [weak self] in self?.configure() }
    settings.read()
  }

  /// True if nothing is under way, and nothing is waited for.
  private var isFree: Bool {
    openings.isIdle && files.isIdle && announceCalls.isIdle && !notificationCalls.watch.isOn
  }
}
