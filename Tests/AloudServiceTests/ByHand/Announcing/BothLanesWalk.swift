import AloudAPI
import Announcements
import EventLoop
import Playback
import Speech
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// A random walk over the reading and the announcements together: texts and notifications come, and the listener and
/// the desktop order silence for one of them or both, in every order and within the fades of each other: lock, sleep,
/// hush, off, pause, call, restart.
///
/// Each word is one of its own, so that what is heard tells what was lost, and what came too late.
@Core
final class BothLanesWalk {
  /// A small generator, so that a seed names a walk.
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }

  /// The circumstances that forbid sound.
  private struct Silence {
    var isLocked = false
    var isAsleep = false
    /// Notifications of other programs are not wanted.
    var isOff = false
    var isInCall = false
    /// The listener has paused announcements.
    var isHeld = false
    /// The reading is paused, or its queue is empty.
    var isReadingPaused = false
  }

  /// The words of the reading: five to a sentence, each with the place of its first letter.
  private static let words = 300
  private static let text = (0..<words).map { name($0) + ($0 % 5 == 4 ? "." : "") }.joined(separator: " ")
  private static let places: [Int: Int] = {
    var (places, place): ([Int: Int], Int) = ([:], 0)
    for index in 0..<words {
      places[place] = index
      place += name(index).count + (index % 5 == 4 ? 2 : 1)
    }
    return places
  }()
  private static func name(_ index: Int) -> String { "w\(index + 100)" }

  private var service: ManualService
  private var lanes: ManualAnnouncements
  private var random: Random
  private var silence = Silence()
  /// The last word of the reading that was heard, and those words that have been looked at.
  private var lastWord = -1
  private var seenWords = 0
  private var seenAnnounced = 0
  /// The number of the next announcement, and those that have no end yet.
  private var next = 1
  private var open: Set<String> = []
  /// The moments at which announcements ended.
  private var ends: [String: Int64] = [:]
  /// True for those that were seen on the desktop, and false for those that were asked for.
  private var isSeen: [String: Bool] = [:]
  /// True while everything is cancelled.
  private var isHushing = false
  /// The place of each announcement's first word since it was heard last.
  private var begins: [String: Int] = [:]
  private(set) var log: [String] = []
  private(set) var broken: String?

  init(_ service: ManualService, seed: UInt64) {
    self.service = service
    lanes = ManualAnnouncements(service)
    random = Random(state: seed)
    connect()
    service.say(Self.text)
  }

  private func connect() {
    lanes.judge.verdict = { [unowned self] in verdict(on: $0) }
    lanes.onNews = { [unowned self] in note($0, $1) }
  }

  private func verdict(on announcement: Announcement) -> AnnouncementVerdict {
    silence.isLocked ? .speakInstead("Mail") : .speak
  }

  private func fail(_ message: String) { if broken == nil { broken = message } }
  private func note(_ text: String) { log.append("\(service.hand.milliseconds): \(text)") }

  // MARK: What is told and heard

  private func note(_ notice: AnnouncementNotice, _ request: AnnouncementRoom.Request?) {
    // Of summaries there is no request.
    guard let name = request?.text.split(separator: "x").first.map(String.init) else { return }
    note("\(notice.event.word) \(name)")
    switch notice.event {
    case .queued: break
    case .started: begins[name] = lanes.words.count
    case .finished:
      let words = notice.announcement.text.split(separator: " ").map(String.init)
      let heard = Array(lanes.words.dropFirst(begins[name] ?? lanes.words.count))
      if words.count > 1, heard != words { fail("\(name) is reported as heard, but was \(heard)") }
      end(name)
    case .cut(let reason), .dropped(let reason):
      if reason == .cancelled, !isHushing, isSeen[name] == false { fail("\(name) was asked for, and is turned off") }
      end(name)
    case .replaced, .summed: end(name)
    }
  }

  private func end(_ name: String) {
    guard open.remove(name) != nil else { return fail("\(name) ends twice") }
    ends[name] = service.hand.milliseconds
  }

  /// Looks at what was heard since the last time.
  private func look() {
    let heard = lanes.isHeard
    if heard.announcement, heard.reading { fail("an announcement talks over the reading") }
    for word in service.words.dropFirst(seenWords) {
      guard let index = Self.places[word.scalar] else {
        fail("an unknown place \(word.scalar)")
        continue
      }
      if silence.isReadingPaused || silence.isInCall { fail("the reading goes on: \(word.word)") }
      // A word that was cut comes again, or its sentence; none is left out.
      if index > lastWord + 1 { fail("lost between \(lastWord) and \(index)") }
      if lastWord >= 0, index < lastWord / 5 * 5 { fail("\(index) again after \(lastWord)") }
      lastWord = index
    }
    seenWords = service.words.count
    for word in lanes.words.dropFirst(seenAnnounced) {
      guard let name = word.split(separator: "x").first.map(String.init), name.hasPrefix("n") else { continue }
      if let end = ends[name], service.hand.milliseconds > end + 300 { fail("\(word) after the end of \(name)") }
      if silence.isLocked { fail("\(word) on the locked screen") }
      if silence.isAsleep || silence.isHeld || silence.isInCall { fail("\(word) is heard in spite of a hold") }
      if silence.isOff, isSeen[name] == true { fail("\(word) after notifications were turned off") }
    }
    seenAnnounced = lanes.words.count
  }

  private func pass(_ milliseconds: Int) {
    var left = milliseconds
    while left > 0, broken == nil {
      service.pass(min(5, left))
      left -= 5
      look()
    }
  }

  /// Orders silence. From `grace` milliseconds later on nothing of it is heard. Within a fade, another order may
  /// follow.
  private func order(_ text: String, grace: Int, _ order: () -> Void, _ change: (inout Silence) -> Void) {
    note(text)
    order()
    var rest = grace
    if grace >= 250, Int.random(in: 0..<3, using: &random) == 0 {
      let early = Int.random(in: 0..<250, using: &random)
      pass(early)
      rest -= early
      orderWithinFade()
    }
    pass(rest)
    change(&silence)
  }

  private func orderWithinFade() {
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where !silence.isLocked: toggleLock()
    case 1 where !silence.isAsleep: toggleSleep()
    case 2: hush()
    default: break
    }
  }

  // MARK: Steps

  /// Walks so many steps, and then until everything is heard.
  func run(steps: Int) {
    for _ in 0..<steps where broken == nil {
      pass([0, 5, 20, 90, 260, 700, 2000].randomElement(using: &random) ?? 0)
      step()
    }
    finish()
  }

  private func step() {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8: announce()
    case 8: toggleLock()
    case 9: toggleSleep()
    case 10: toggleOff()
    case 11: toggleCall()
    case 12: toggleHold()
    case 13, 14: togglePause()
    case 15: hush()
    case 16: restart()
    default: pass(400)
    }
  }

  private func announce() {
    let name = "n\(next)"
    next += 1
    let text = (0..<Int.random(in: 2...5, using: &random)).map { "\(name)x\($0)" }.joined(separator: " ")
    var options = AnnounceOptions()
    if Int.random(in: 0..<6, using: &random) == 0 { options.replaceKey = "key" }
    if Int.random(in: 0..<8, using: &random) == 0 { options.urgency = .critical }
    var request = AnnouncementRoom.Request(
      text: text, parts: nil, options: options, sender: ":1.9", application: "Mail")
    let isSeen = !silence.isOff && Bool.random(using: &random)
    if isSeen { request.seen = DesktopNotification(application: "Mail", summary: "", body: text) }
    request.isNotification = isSeen || Bool.random(using: &random)
    self.isSeen[name] = isSeen
    open.insert(name)
    note("announce \(name)")
    lanes.room.add(request)
  }

  private func toggleLock() {
    let isLocked = !silence.isLocked
    let room = lanes.room
    guard isLocked else {
      note("unlock")
      silence.isLocked = false
      return room.judgeAnew(.locked) { verdict(on: $0) }
    }
    note("lock")
    // A later announcement is judged by the new rule.
    silence.isLocked = true
    room.judgeAnew(.locked) { verdict(on: $0) }
    silence.isLocked = false
    pass(20)
    silence.isLocked = true
  }

  private func toggleSleep() {
    guard !silence.isAsleep else {
      note("wake up")
      silence.isAsleep = false
      return lanes.room.release(.sleep)
    }
    order("sleep", grace: 60) {
      service.session.send(.pause(.sleep))
      lanes.room.fallAsleep()
    } _: {
      ($0.isAsleep, $0.isReadingPaused) = (true, true)
    }
  }

  private func toggleOff() {
    guard !silence.isOff else {
      note("on")
      silence.isOff = false
      return
    }
    order("off", grace: 320) {
      lanes.room.dropSeen()
      if open.contains(where: { isSeen[$0] == true }) { fail("\(open) are left after off") }
    } _: {
      $0.isOff = true
    }
  }

  private func toggleCall() {
    guard !silence.isInCall else {
      note("the call ends")
      silence.isInCall = false
      service.session.send(.holdEnded(.call(application: "phone")))
      return lanes.room.release(.call)
    }
    order("a call", grace: 320) {
      service.session.send(.holdBegan(.call(application: "phone")))
      lanes.room.hold(AnnouncementHold(.call))
    } _: {
      $0.isInCall = true
    }
  }

  private func toggleHold() {
    guard !silence.isHeld else {
      note("announcements go on")
      silence.isHeld = false
      return lanes.room.release(.paused)
    }
    order("announcements pause", grace: 320) {
      lanes.room.hold(.pause)
    } _: {
      $0.isHeld = true
    }
  }

  private func togglePause() {
    guard !silence.isReadingPaused else { return play() }
    order("pause", grace: 60) {
      service.session.send(.pause(.user))
    } _: {
      $0.isReadingPaused = true
    }
  }

  /// The listener plays; in a call, or asleep, he would be overruling it.
  private func play() {
    guard !silence.isAsleep, !silence.isInCall else { return }
    note("play")
    silence.isReadingPaused = false
    if service.player.isEmpty {
      lastWord = -1
      service.say(Self.text)
    } else {
      service.session.send(.play)
    }
  }

  private func hush() {
    order("hush", grace: 20) {
      isHushing = true
      lanes.room.cancel(.all)
      isHushing = false
      service.session.send(.clear(.hushed))
    } _: {
      $0.isReadingPaused = true
    }
    if lanes.isHeard.announcement { fail("an announcement is heard after the hush") }
    if !open.isEmpty { fail("\(open) are left after the hush") }
  }

  /// The service ends, and the next one takes up what is kept.
  private func restart() {
    note("restart")
    lanes.room.end()
    pass(20)
    if !open.isEmpty { fail("\(open) are left after the end") }
    let wasPlaying = !silence.isReadingPaused
    if silence.isInCall { service.session.send(.holdEnded(.call(application: "phone"))) }
    service = service.successor()
    lanes = ManualAnnouncements(service)
    (seenWords, seenAnnounced, silence.isInCall, ends, begins) = (0, 0, false, [:], [:])
    connect()
    if silence.isAsleep { lanes.room.fallAsleep() }
    if silence.isHeld { lanes.room.hold(.pause) }
    look()
    if wasPlaying, service.session.snapshot.status != .playing { service.session.send(.play) }
  }

  /// Everything may be heard again, and is.
  private func finish() {
    if silence.isLocked { toggleLock() }
    if silence.isAsleep { toggleSleep() }
    if silence.isInCall { toggleCall() }
    if silence.isHeld { toggleHold() }
    if silence.isReadingPaused { play() }
    for _ in 0..<4000 where broken == nil && (lanes.room.isActive || lastWord < Self.words - 1) { pass(100) }
    guard broken == nil else { return }
    if !open.isEmpty { fail("\(open) have no end") }
    if lanes.room.isActive { fail("something is announced for ever") }
    if lastWord < Self.words - 1 { fail("the reading stands at \(lastWord)") }
  }
}
