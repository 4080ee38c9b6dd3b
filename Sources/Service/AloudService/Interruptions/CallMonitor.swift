import Configuration
import EventLoop
import PipeWireKit
import Playback
import Reading

/// Holds the reading while another program is in a call, and knows the streams that the reading steps aside for.
/// Programs are watched only while sound is wanted, or something is announced.
@Core
final class CallMonitor {
  /// The delay before a call counts as ended: programs that change their streams during a call have none for a moment.
  private static let linger = Duration.milliseconds(1500)

  private let session: Session
  private let audio: any SoundServer
  private let scheduler: any Scheduler
  private var rule = CallRule(applications: "")
  /// True if calls hold back what is spoken.
  private(set) var isEnabled = true
  /// True while something is announced.
  var isAnnouncing = false { didSet { if isAnnouncing != oldValue { update() } } }
  private var isWatching = false
  /// True if the programs have been seen since the watch began.
  var isKnown: Bool { isWatching && !isFirst }
  /// True until the first report about the programs since the watch began.
  private var isFirst = true
  private var calls: Set<String> = []
  private var ends: [String: TimerToken] = [:]

  private let tell: Relay<RoomNotice>

  init(session: Session, audio: any SoundServer, scheduler: any Scheduler, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.session = session
    self.audio = audio
    self.scheduler = scheduler
    audio.followOthers { [weak self] in self?.received($0) }
  }

  func configure(_ settings: Settings.Interruptions) {
    let new = CallRule(applications: settings.callApplications)
    if new != rule, isWatching { stop() }
    rule = new
    isEnabled = settings.holdForCalls
    if !isEnabled { for call in calls { end(call) } }
    update()
  }

  /// Called after each turn: something may have changed.
  func update() {
    let isWanted = session.player.wantsSound || isAnnouncing
    guard isWanted != isWatching else { return }
    if isWanted { start() } else { stop() }
  }

  private func start() {
    isFirst = true
    isWatching = true
    audio.watchOthers(true)
  }

  private func stop() {
    isWatching = false
    audio.watchOthers(false)
    for call in calls { end(call) }
    tell(.otherStreams([]))
  }

  private func received(_ streams: [OtherStream]) {
    guard isWatching else { return }
    let now = isEnabled ? rule.calls(in: streams) : []
    let wereCalls = !calls.isEmpty
    for call in now {
      if let timer = ends.removeValue(forKey: call) { scheduler.cancel(timer) }
      guard calls.insert(call).inserted else { continue }
      session.send(isFirst ? .holdFound(.call(application: call)) : .holdBegan(.call(application: call)))
    }
    for call in calls.subtracting(now) where ends[call] == nil {
      ends[call] = scheduler.schedule(after: Self.linger) { [weak self] in self?.end(call) }
    }
    isFirst = false
    if !wereCalls, !calls.isEmpty { tell(.inCall(true)) }
    tell(.otherStreams(streams))
  }

  private func end(_ call: String) {
    if let timer = ends.removeValue(forKey: call) { scheduler.cancel(timer) }
    guard calls.remove(call) != nil else { return }
    session.send(.holdEnded(.call(application: call)))
    if calls.isEmpty { tell(.inCall(false)) }
  }
}
