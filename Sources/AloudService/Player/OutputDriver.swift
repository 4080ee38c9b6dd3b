import Configuration
import EventLoop
import PipeWireKit
import Playback

/// Performs the player's orders on the audio output and turns what the output says into events.
@Core
final class OutputDriver {
  private(set) var audio: AudioOutput!
  private let scheduler: any Scheduler
  private var settings: Settings.Output
  /// What is read, and whether mixers are not told it whatever the output's settings say, as before these are known.
  private var title: String?
  private var hidesTitles = true
  /// The player's order that stands, and the output's serial of it.
  private var order: (player: Player.Order, serial: UInt32)?
  private var hold: Hold?
  private var volume = StreamVolume()
  private var hasStream = false
  private var releaseTimer: TimerToken?
  private var isKeptOpen = false
  /// Whether the return of a lost route would end the silence.
  private var awaitsRoute = false
  private var wakingTimer: TimerToken?

  enum Report {
    case event(Player.Event)
    /// The ring runs low.
    case lowWater
    /// The output has taken the frame before this one.
    case reached(UInt64)
    /// Sound begins or ends: times of what is heard are known or not any more.
    case sounding
    /// The output was closed after a long silence.
    case released
    /// The sound goes elsewhere, and stays there.
    case routeChanged(RouteChange)
  }

  /// Brings what happens to the session.
  let reports = Relay<Report>()
  /// Called once there is silence.
  private var silent: (@Core () -> Void)?
  private var isSilent = true

  init(_ settings: Settings.Output, sampleRate: Int, scheduler: any Scheduler) {
    self.settings = settings
    self.scheduler = scheduler
    audio = AudioOutput(
      configuration: AudioOutput.Configuration(
        sampleRate: sampleRate, quantum: settings.quantum, privateQuantum: settings.privateQuantum),
      scheduler: scheduler
    ) { [weak self] in self?.received($0) }
    audio.lowWater = audio.ring.capacity / 2
  }

  /// Applies a changed configuration.
  ///
  /// - Parameter hidesTitles: whether what is read is kept from the desktop.
  func configure(_ new: Settings.Output, hidesTitles: Bool) {
    if new.quantum != settings.quantum { audio.setQuantum(new.quantum) }
    if new.privateQuantum != settings.privateQuantum { audio.setPrivateQuantum(new.privateQuantum) }
    settings = new
    self.hidesTitles = hidesTitles
    showTitle()
  }

  private func showTitle() {
    audio.setMediaName(settings.mediaName == .title && !hidesTitles ? title ?? "Aloud" : "Aloud")
  }

  /// Connects ahead of an order, so that it need not wait.
  func warm() {
    audio.open()
    if !isKeptOpen { startReleaseTimer() }
  }

  /// Whether the server has not told yet all that there is to know of the output.
  var isBecomingKnown: Bool {
    switch audio.state {
    case .connecting: true
    case .ready: audio.loudness.sinkVolume == nil
    default: false
    }
  }

  func order(_ order: Player.Order) {
    if order.sound { isSilent = false }
    self.order = (order, audio.order(sound: order.sound))
  }

  /// The listener's volume, 0…1.
  func setVolume(_ new: Double) {
    volume.choose(new, at: now)
    audio.volume = new
  }

  private var now: Moment { Moment(.nanoseconds(scheduler.now.nanoseconds)) }

  private func heard(_ reported: Double) {
    switch volume.reported(reported, at: now) {
    case .taken: reports(.event(.volumeChanged(reported)))
    case .late: break
    case .askAgain(let wanted): audio.volume = wanted
    }
  }

  /// Calls `body` once when silence was ordered and has been obeyed, its fade included; at the latest after `limit`.
  func whenSilent(within limit: Duration, _ body: @escaping @Core () -> Void) {
    guard !isSilent else { return body() }
    silent = body
    scheduler.schedule(after: limit) { [weak self] in self?.endWaiting() }
  }

  private func endWaiting() {
    let body = silent
    silent = nil
    body?()
  }

  func setTitle(_ title: String) {
    self.title = title
    showTitle()
  }

  /// The output stays open while the listener wants to hear, and for `release-after` of silence. Only what he wants to
  /// hear can be lost with its route. Where the return of a route is to end the silence, it is waited for beyond that.
  func keepOpen(while wanted: Bool, awaitingRoute: Bool) {
    if awaitingRoute != awaitsRoute {
      awaitsRoute = awaitingRoute
      if !awaitingRoute, !wanted, audio.state == .closed { audio.close() }
    }
    guard wanted != isKeptOpen else { return }
    isKeptOpen = wanted
    audio.setWanted(wanted)
    if wanted { cancelReleaseTimer() } else { startReleaseTimer() }
  }

  /// The machine has woken up: for a moment, cards that were plugged in or out meanwhile are found.
  func wokeUp() {
    audio.setWakingUp(true)
    if let wakingTimer { scheduler.cancel(wakingTimer) }
    wakingTimer = scheduler.schedule(after: .seconds(5)) { [weak self] in
      self?.wakingTimer = nil
      self?.audio.setWakingUp(false)
    }
  }

  private func startReleaseTimer() {
    cancelReleaseTimer()
    releaseTimer = scheduler.schedule(after: settings.releaseAfter) { [weak self] in
      guard let self else { return }
      self.releaseTimer = nil
      if self.awaitsRoute { self.audio.closeStream() } else { self.audio.close() }
      self.reports(.released)
    }
  }

  private func cancelReleaseTimer() {
    scheduler.cancel(&releaseTimer)
  }

  private func received(_ notice: AudioOutput.Notice) {
    switch notice {
    case .obeyed(let serial, let sounding, _):
      guard let order, order.serial == serial else { return }
      isSilent = !sounding
      if isSilent { endWaiting() }
      reports(.event(.obeyed(serial: order.player.serial)))
      reports(.sounding)
    case .began: reports(.sounding)
    case .lowWater, .underrun: reports(.lowWater)
    case .reached(let index): reports(.reached(index))
    case .volume(let volume): heard(volume)
    case .loudness(let loudness): reports(.event(.loudness(loudness)))
    case .state(let state): entered(state)
    // These come from within PipeWire's callbacks, and the silence is ordered before they return.
    case .held(let isHeld): reports(.event(isHeld ? .holdBegan(.route) : .holdEnded(.route)))
    case .routeLost(let endpoint): reports(.event(.pause(.routeLost(endpoint.shownName))))
    case .routeReturned(let endpoint): reports(.event(.reasonEnded(.routeLost(endpoint.shownName))))
    case .routeChanged(let change): reports(.routeChanged(change))
    }
  }

  private func entered(_ state: AudioOutput.State) {
    noteStream(state)
    switch state {
    case .serverMissing, .failed: set(.serverLost)
    case .noSink: set(.noSink)
    case .unlinked: set(.noLink)
    case .ready, .closed: set(nil)
    case .connecting: break
    }
  }

  private func noteStream(_ state: AudioOutput.State) {
    var isReady = false
    if case .ready = state { isReady = true }
    if isReady, !hasStream { volume.streamBegan(at: now) }
    hasStream = isReady
  }

  private func set(_ new: Hold?) {
    guard new != hold else { return }
    let old = hold
    hold = new
    // The new one first: between the two nothing must sound.
    if let new { reports(.event(.holdBegan(new))) }
    if let old { reports(.event(.holdEnded(old))) }
  }
}
