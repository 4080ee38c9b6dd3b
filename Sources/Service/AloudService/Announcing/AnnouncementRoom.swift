import AloudAPI
import Announcements
import BusValues
import Configuration
import EventLoop
import Playback
import Reading
import Speech
import Vocabulary

/// Everything that is announced: performs what the lane decides, and tells it what happens.
@Core
final class AnnouncementRoom {
  /// An announcement before it has a number.
  struct Request {
    /// The text; of an utterance with clips, the text of its parts.
    var text: String
    /// Texts and clips; `nil` if there is no clip.
    var parts: UtteranceParts?
    var options: AnnounceOptions
    /// The bus name of the client; empty for the service itself.
    var sender: String
    /// The name of the program, for the listener; empty if it has none.
    var application: String
    /// True if it is made from a notification of the desktop.
    var isNotification = false
    /// The number that the notification server gave; `nil`: none, or not known yet.
    var notification: UInt32?
    /// The notification of another program that it is made from, for rules that change while it waits; `nil` if a
    /// program asked for the announcement.
    var seen: DesktopNotification?
    /// The manner that others with the same options have, too; `nil` before it is added, and with clips.
    var manner: Announcement.Manner?

    /// The text without the names of clips.
    @Core var words: String {
      guard let parts else { return text }
      let bytes = Array(text.utf8)
      let texts = parts.parts.filter { $0.clip == nil }.map { part in
        String(decoding: bytes[part.span.utf8.clamped(to: 0..<bytes.count)], as: UTF8.self)
      }
      return texts.joined(separator: "\n\n")
    }
  }

  private let session: Session
  private let voice: AnnouncementVoice
  let aside: SteppingAside
  private let scheduler: any Scheduler
  private let clock: any MachineClock
  private(set) var lane = AnnouncementLane()
  var requests: [Announcement.ID: Request] = [:]
  private var wake: TimerToken?
  /// Effects of an event that came while others were performed.
  private var pending: [AnnouncementLane.Effect] = []
  private var isPerforming = false
  private var wasActive = false
  private let judge: any AnnouncementJudge
  /// Keeps the least volume of the sink while something is spoken.
  private let floor: FloorKeeper?
  private let tell: Relay<RoomNotice>

  /// - Parameters:
  ///   - judge: decides about each new announcement.
  ///   - floor: `nil`: the volume is never raised.
  ///   - clock: tells how long the machine has slept: one that waited through the night is stale.
  init(
    session: Session, voice: AnnouncementVoice, judge: any AnnouncementJudge, floor: FloorKeeper? = nil,
    scheduler: any Scheduler, clock: any MachineClock, _ tell: Relay<RoomNotice>
  ) {
    self.session = session
    self.voice = voice
    self.judge = judge
    self.floor = floor
    self.tell = tell
    self.scheduler = scheduler
    self.clock = clock
    aside = SteppingAside(session: session)
    voice.reports.connect { [weak self] in self?.take($0) }
  }

  /// The voices of the engines are others than they were.
  func forgetVoices() { voice.forgetVoices() }

  /// True while something is spoken, fades out or waits, or is about to be added. A lock is watched as long.
  var isActive: Bool { !lane.isEmpty || !requests.isEmpty || isFading }

  /// True while one that is over may still be heard, as it fades out.
  var isFading: Bool { voice.isFading }

  /// The output of announcements, from the first one on.
  var output: OutputDriver? { voice.output }

  /// Lets the output of announcements connect.
  func connect() { voice.warm() }

  /// The clips that are open for announcements.
  var openClips: Int { requests.values.reduce(0) { $0 + ($1.parts?.clips.count ?? 0) } }

  // MARK: Calls

  /// Adds an announcement.
  ///
  /// - Returns: its number.
  @discardableResult
  func add(_ request: Request) -> Announcement.ID { add(request, as: newID()) }

  /// A number for an announcement that is not complete yet.
  func newID() -> Announcement.ID { lane.newID() }

  /// Adds an announcement with a number of ``newID()``.
  @discardableResult
  func add(_ request: Request, as id: Announcement.ID) -> Announcement.ID {
    let (new, request) = announcement(of: request, id)
    var announcement = new
    requests[id] = request
    // Whether something forbids it has to be known before it is spoken.
    noteActivity(true)
    switch judge.judge(new) {
    case .speakInstead(let text): announcement.substitute(text)
    case .reword(let text): announcement.reword(text)
    case .drop(let reason):
      handle(.refuse(new, reason))
      return id
    case .speak: break
    }
    // The output connects while it is asked what may be heard.
    if !lane.isSpeaking { voice.warm() }
    handle(.add(announcement))
    return id
  }

  private func announcement(of request: Request, _ id: Announcement.ID) -> (Announcement, Request) {
    let options = request.options
    // A program that names itself is the same sender in each of its processes: its keys are the same.
    let sender = request.application.isEmpty ? request.sender : "application " + request.application
    var new = Announcement(id: id, text: request.text, sender: sender, application: request.application)
    new.isNotification = request.isNotification
    new.isSeen = request.seen != nil
    new.notification = request.notification
    new.key = options.replaceKey
    new.urgency = options.urgency
    new.priority = options.priority
    new.goesFirst = options.keepReady
    new.limit = options.limit
    var request = request
    new.manner = sharedManner(of: request) ?? Announcement.Manner(id.number)
    new.mannerBytes = options.speech.voiceBytes
    // Two with clips are never the same: their files are not compared.
    request.manner = request.parts == nil ? new.manner : nil
    return (new, request)
  }

  /// The manner of another one with the same options.
  private func sharedManner(of request: Request) -> Announcement.Manner? {
    guard request.parts == nil else { return nil }
    return requests.values.first { $0.manner != nil && $0.options.speech == request.options.speech }?.manner
  }

  /// Tells that an announcement is not heard, which ended before it was complete.
  @discardableResult
  func refuse(_ request: Request, as id: Announcement.ID, _ reason: AnnouncementReason) -> Announcement.ID {
    let (announcement, request) = announcement(of: request, id)
    requests[id] = request
    handle(.refuse(announcement, reason))
    return id
  }

  /// Ends announcements.
  func cancel(_ cancellation: AnnouncementLane.Cancellation) {
    handle(.cancel(cancellation))
    if cancellation == .all { voice.silence() }
  }

  /// Ends all, since the service ends.
  func end() { silence(.ended) { _ in .drop(.ended) } }

  /// Ends those of a client.
  func cancel(of client: String) {
    let all = requests.filter { $0.value.sender == client }.keys.sorted()
    // The spoken one last: otherwise the next one would begin.
    for id in all where id != lane.current?.id { cancel(.one(id)) }
    if let current = lane.current?.id, all.contains(current) { cancel(.one(current)) }
  }

  /// A notification was closed on the desktop.
  func closed(notification: UInt32) { handle(.closed(notification: notification)) }

  /// The notification server has given a number to a notification.
  func numbered(_ id: Announcement.ID, notification: UInt32) { handle(.numbered(id, notification: notification)) }

  /// Another notification server has begun.
  func serverChanged() { handle(.serverChanged) }

  /// Lets announcements wait for a reason, or be dropped, as the hold says.
  func hold(_ hold: AnnouncementHold) { handle(.hold(hold)) }

  /// The machine goes to sleep: what is spoken is cut, and the rest waits until the hold `sleep` is released.
  func fallAsleep() {
    handle(.fellAsleep)
    voice.silence()
  }

  /// A reason to wait has ended.
  func release(_ reason: AnnouncementReason) { handle(.release(reason)) }

  /// Silences and drops what is spoken, and judges anew what waits.
  func silence(_ reason: AnnouncementReason, _ judge: (Announcement) -> AnnouncementVerdict) {
    handle(.silence(reason, lane.verdicts(by: judge)))
    // Those that are over for the lane may still fade out.
    voice.silence()
  }

  /// Judges everything anew. What is spoken is silenced if it may not be heard, or not whole.
  func judgeAnew(_ reason: AnnouncementReason, _ judge: (Announcement) -> AnnouncementVerdict) {
    let mayBeHeard =
      switch lane.current.map({ ($0, judge($0)) }) {
      case nil, (_, .speak)?: true
      // The words count here, and not the identity: the name alone may be heard where the name alone is heard.
      case (let current, .speakInstead(let text))?, (let current, .reword(let text))?: current.text == text
      case (_, .drop)?: false
      }
    if mayBeHeard { handle(.rejudge(lane.verdicts(by: judge))) } else { silence(reason, judge) }
    // One that is over for the lane may still fade out, and is not judged. Others may hear it now.
    if reason == .locked || reason == .seat { voice.silence() }
  }

  /// Applies changed settings: those of the stream, the general volume, the level of lowered recordings, and the
  /// limits.
  func configure(_ settings: Settings) {
    voice.configure(settings.output)
    voice.volume = settings.announcements.volume
    aside.level = CubicLevel(of: -settings.announcements.duck)
    var policy = LanePolicy()
    policy.notificationLimit = settings.announcements.limit
    policy.staleAfter = settings.announcements.staleAfter
    handle(.configure(policy))
  }

  /// Keeps the stream ready between announcements.
  func keepReady(_ isKept: Bool) { voice.isKeptReady = isKept }

  /// Called after each turn of the reading.
  func update() {
    aside.update()
    if session.player.wantsSound, !lane.isSpeaking { floor?.hurry() }
  }

  // MARK: The lane

  func handle(_ event: AnnouncementLane.Event) {
    pending += lane.handle(event, at: now)
    guard !isPerforming else { return }
    isPerforming = true
    while !pending.isEmpty { perform(pending.removeFirst()) }
    isPerforming = false
    if !lane.isSpeaking { stepBack() }
    settleTimer()
    noteActivity(isActive)
    tell(.announcementsTurned)
  }

  /// One that was over is silent now.
  private func fadedOut() {
    if !lane.isSpeaking { stepBack() }
    noteActivity(isActive)
    tell(.announcementsTurned)
  }

  /// The reading goes on, at the listener's volume.
  private func stepBack() {
    // The reading is not heard over the fade of an announcement.
    guard !voice.isFading else { return }
    guard let floor, aside.isAnnouncing else { return aside.end() }
    floor.end(atOnce: session.player.wantsSound) { [weak self] in
      if self?.lane.isSpeaking == false { self?.aside.end() }
    }
  }

  private func noteActivity(_ isActive: Bool) {
    guard isActive != wasActive else { return }
    wasActive = isActive
    tell(.announcing(isActive))
  }

  /// The time since the machine has started, with its sleep.
  private var now: Duration { .nanoseconds(scheduler.now.nanoseconds) + clock.suspended }

  private func perform(_ effect: AnnouncementLane.Effect) {
    switch effect {
    case .speak(let spoken):
      let id = spoken.announcement.id
      let request = requests[id]
      let material = AnnouncementVoice.Material(
        text: spoken.text, parts: spoken.isWhole ? request?.parts : nil,
        options: request?.options.speech ?? SpeakOptions(),
        areWishes: request?.isNotification ?? false, isEcho: request?.options.keepReady ?? false,
        // The places of words in another text would be of no use.
        tellsWords: spoken.isWhole && request?.options.words ?? false)
      let run = spoken.run
      // The lane may have ended the run before the reading is silent.
      let speak: @Core () -> Void = { [weak self] in
        guard let self, lane.run == run else { return }
        voice.speak(run, material, rate: session.player.globalRate)
      }
      aside.begin { [weak self] in
        guard let self, lane.run == run else { return }
        if let floor { floor.begin(then: speak) } else { speak() }
      }
    case .stop(let run, let stop): voice.stop(run, stop)
    case .tell(let notice):
      tell(.announced(notice, requests[notice.announcement.id]))
      if notice.event.isEnd { requests[notice.announcement.id] = nil }
    }
  }

  private func settleTimer() {
    if let wake { scheduler.cancel(wake) }
    wake = lane.nextWake.map { moment in
      scheduler.schedule(after: max(.zero, moment - now)) { [weak self] in
        self?.wake = nil
        self?.handle(.wake)
      }
    }
  }

  private func take(_ report: AnnouncementVoice.Report) {
    switch report {
    case .run(.started(let run)): handle(.started(run))
    case .run(.word(let run, let word)):
      guard lane.run == run, let id = lane.current?.id, let request = requests[id] else { return }
      tell(.announcedWord(word, id, request))
    case .run(.finished(let run)): handle(.finished(run))
    case .run(.stopped(let run)): handle(.stopped(run))
    case .run(.failed(let run, let message)):
      tell(.announcementFailed(message))
      handle(.failed(run))
    // The others that wait are treated like new ones, which are heard wherever the sound goes.
    case .routeLost: silence(.routeLost) { _ in .speak }
    case .silent: fadedOut()
    }
  }
}

extension SpeakOptions {
  /// The memory of the options about the voice, roughly.
  fileprivate var voiceBytes: Int {
    [voice, engine, language, allIn].reduce(128) { $0 + ($1?.utf8.count ?? 0) }
  }
}
