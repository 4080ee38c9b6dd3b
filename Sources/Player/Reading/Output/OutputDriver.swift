package import EventLoop
package import Playback
package import Vocabulary

/// Performs the player's orders on the audio output, and turns the output's events into the player's.
@Core
package final class OutputDriver {
  /// The output that it drives.
  package let audio: any SoundOutput
  private let scheduler: any Scheduler
  /// The silence after which the output is closed.
  private var releaseAfter: Duration
  private let standby: Standby
  /// The title of the text, and true if mixers show it.
  private var title: String?
  private var showsTitle = false
  /// The player's present order, and the output's serial of it.
  private var order: (player: Player.Order, serial: UInt32)?
  private var hold: Hold?
  private var volume = StreamVolume()
  private var hasStream = false
  private var releaseTimer: TimerToken?
  private var isKeptOpen = false
  /// True while somebody needs the connection to the sound server without sound, such as to know the streams of other
  /// programs.
  package var isNeeded = false {
    didSet {
      guard isNeeded != oldValue else { return }
      if isNeeded {
        cancelReleaseTimer()
        audio.open()
      } else if !isKeptOpen, !standby.isOn {
        startReleaseTimer()
      }
    }
  }
  /// True if the return of a lost route would end the silence.
  private var awaitsRoute = false
  private var wakingTimer: TimerToken?

  /// The news of the output, as the session takes them.
  package enum Report {
    /// The meaning of an event for the player.
    case player(Player.Event)
    /// An event that means nothing to the player.
    case sound(SoundEvent)
    /// The output was closed after a long silence.
    case released
  }

  /// Forwards the reports to the session.
  let reports = Relay<Report>()
  /// The levels of our own, 0…1: that of the sleep timer, and that by which recordings step aside.
  private var sleepLevel: CubicLevel = 1
  private var asideLevel: CubicLevel = 1
  /// Called once there is silence.
  private var silent: [@Core () -> Void] = []
  /// False from the order of sound until silence was ordered and has taken effect, including its fade.
  package private(set) var isSilent = true

  /// - Parameters:
  ///   - audio: the output.
  ///   - events: forwards its events.
  ///   - linger: the time for which it runs on after the listener's own silence.
  ///   - releaseAfter: the silence after that time, after which it is closed.
  package init(
    _ audio: any SoundOutput, events: Relay<SoundEvent>, linger: Duration, releaseAfter: Duration,
    scheduler: any Scheduler
  ) {
    self.audio = audio
    standby = Standby(audio, linger: linger, scheduler: scheduler)
    self.releaseAfter = releaseAfter
    self.scheduler = scheduler
    // The rest bridges half a second in which the machine has other work.
    audio.lowWater = audio.capacity * 3 / 4
    events.connect { [weak self] in self?.received($0) }
    standby.ended = { [weak self] in self?.standbyEnded() }
  }

  /// Applies a changed configuration.
  ///
  /// - Parameters:
  ///   - linger: the time for which the output runs on after the listener's own silence.
  ///   - releaseAfter: the silence after that time, after which the output is closed.
  ///   - showsTitle: true if mixers show the title of the text.
  package func configure(linger: Duration, releaseAfter: Duration, showsTitle: Bool) {
    standby.linger = linger
    self.releaseAfter = releaseAfter
    self.showsTitle = showsTitle
    showTitle()
  }

  private func showTitle() {
    audio.setMediaName(showsTitle ? title ?? "Aloud" : "Aloud")
  }

  /// Connects before an order, so that the order need not wait.
  ///
  /// - Parameter expectsSound: true if sound has been asked for; the output may run meanwhile.
  package func warm(expectsSound: Bool = false) {
    audio.open()
    if expectsSound { standby.expectSound() }
    if !isKeptOpen, !standby.isOn { startReleaseTimer() }
  }

  /// Waits for a start that is under way, when the engine has its order and needs the time anyway.
  func finishStart() { audio.finishStart() }

  /// The listener commands something; to be called before its effects.
  func commanded() { standby.commanded() }

  /// Something else than the listener's wish forbids sound, or nobody needs the output ready any more.
  package func endStandby() { standby.end() }

  private func standbyEnded() { if !isKeptOpen { startReleaseTimer() } }

  /// True if the server has not reported the complete state of the output yet.
  package var isBecomingKnown: Bool {
    switch audio.soundState {
    case .connecting: true
    case .ready: audio.loudness.sinkVolume == nil
    case .closed, .serverMissing, .noSink, .unlinked: false
    }
  }

  /// - Parameter lingers: true if the output may run on after an order of silence.
  func order(_ order: Player.Order, lingers: Bool) {
    if order.sound { isSilent = false }
    standby.ordered(sound: order.sound, lingers: lingers)
    self.order = (order, audio.order(sound: order.sound))
  }

  /// The listener's volume, 0…1.
  package func setVolume(_ new: CubicLevel) {
    volume.choose(new, at: now)
    audio.volume = new
  }

  /// Fades the sound for the sleep timer. The level is 0…1, beside that of ``lower(to:over:)``.
  func fade(to level: CubicLevel, over duration: Duration) {
    sleepLevel = level
    audio.fade(to: sleepLevel * asideLevel, over: duration)
  }

  /// Lowers the sound under announcements, or brings it back. A fade of the sleep timer that is under way goes on.
  ///
  /// - Parameter level: 0…1; 1 is the usual one.
  package func lower(to level: CubicLevel, over duration: Duration) {
    guard level != asideLevel else { return }
    asideLevel = level
    if sleepLevel == 1 { audio.fade(to: asideLevel, over: duration) }
  }

  private var now: Moment { Moment(.nanoseconds(scheduler.now.nanoseconds)) }

  private func heard(_ reported: CubicLevel) {
    switch volume.reported(reported, at: now) {
    case .taken: reports(.player(.volumeChanged(reported)))
    case .late: break
    case .askAgain(let wanted): audio.volume = wanted
    }
  }

  /// Calls `body` once when silence was ordered and has taken effect, including its fade; after `limit` at the latest.
  package func whenSilent(within limit: Duration, _ body: @escaping @Core () -> Void) {
    guard !isSilent else { return body() }
    var isDone = false
    let once: @Core () -> Void = {
      if !isDone { body() }
      isDone = true
    }
    silent.append(once)
    scheduler.schedule(after: limit) { once() }
  }

  private func endWaiting() {
    let bodies = silent
    silent = []
    for body in bodies { body() }
  }

  func setTitle(_ title: String) {
    self.title = title
    showTitle()
  }

  /// Keeps the output open while the listener wants sound, and for `release-after` of silence. Only wanted sound can be
  /// lost with its route. If the return of a route should end the silence, it is awaited longer than that.
  func keepOpen(while wanted: Bool, awaitingRoute: Bool) {
    if awaitingRoute != awaitsRoute {
      awaitsRoute = awaitingRoute
      if !awaitingRoute, !wanted, audio.soundState == .closed { audio.close() }
    }
    guard wanted != isKeptOpen else { return }
    isKeptOpen = wanted
    audio.setWanted(wanted)
    if wanted { cancelReleaseTimer() } else if !standby.isOn { startReleaseTimer() }
  }

  /// The machine has woken up: cards that were plugged in or out meanwhile are detected for a moment.
  package func wokeUp() {
    audio.setWakingUp(true)
    if let wakingTimer { scheduler.cancel(wakingTimer) }
    wakingTimer = scheduler.schedule(after: .seconds(5)) { [weak self] in
      self?.wakingTimer = nil
      self?.audio.setWakingUp(false)
    }
  }

  private func startReleaseTimer() {
    cancelReleaseTimer()
    guard !isNeeded else { return }
    releaseTimer = scheduler.schedule(after: releaseAfter) { [weak self] in
      guard let self else { return }
      self.releaseTimer = nil
      if self.awaitsRoute { self.audio.closeStream() } else { self.audio.close() }
      self.reports(.released)
    }
  }

  private func cancelReleaseTimer() {
    scheduler.cancel(&releaseTimer)
  }

  private func received(_ event: SoundEvent) {
    switch event {
    case .obeyed(let serial, let isSounding, _):
      guard let order, order.serial == serial else { return }
      isSilent = !isSounding
      if isSilent { endWaiting() }
      reports(.player(.obeyed(serial: order.player.serial)))
      reports(.sound(event))
    case .began, .lowWater, .underrun, .reached, .formatChanged: reports(.sound(event))
    case .volume(let volume): heard(volume)
    case .loudness(let loudness): reports(.player(.loudness(loudness)))
    case .state(let state): entered(state)
    // These may come from within the output's callbacks. The silence is ordered before they return.
    case .held(let isHeld): reports(.player(isHeld ? .holdBegan(.route) : .holdEnded(.route)))
    case .routeLost(let endpoint): reports(.player(.pause(.routeLost(endpoint.shownName))))
    case .routeReturned(let endpoint): reports(.player(.reasonEnded(.routeLost(endpoint.shownName))))
    case .routeChanged:
      standby.end()
      reports(.sound(event))
    }
  }

  private func entered(_ state: SoundState) {
    noteStream(state)
    switch state {
    case .serverMissing: set(.serverLost)
    case .noSink: set(.noSink)
    case .unlinked: set(.noLink)
    case .ready, .closed: set(nil)
    case .connecting: break
    }
  }

  private func noteStream(_ state: SoundState) {
    let isReady = state == .ready
    if isReady, !hasStream { volume.streamBegan(at: now) }
    hasStream = isReady
  }

  private func set(_ new: Hold?) {
    guard new != hold else { return }
    let old = hold
    hold = new
    // The new hold comes first: there must be no sound between the two.
    if let new { reports(.player(.holdBegan(new))) }
    if let old { reports(.player(.holdEnded(old))) }
  }
}
