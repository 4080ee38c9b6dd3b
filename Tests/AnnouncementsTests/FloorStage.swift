import Testing
import Vocabulary

@testable import Announcements

/// A volume floor with sinks that follow its orders late, and a listener with a knob.
///
/// It is told as much as its driver tells it, and no more: levels are looked at only while the floor watches, in a
/// later turn, and only through an output that is connected. That of announcements connects when it is asked to, knows
/// sinks some time later, and closes two seconds after the last announcement; that of the reading may be open or not.
struct FloorStage {
  /// An order that a sink has not followed yet.
  private struct Order {
    var due: Duration
    var serial: UInt64
    var volume: CubicLevel
  }

  private(set) var floor = VolumeFloor()
  private(set) var now = Duration.zero
  /// The sinks by name.
  private(set) var sinks: [String: VolumeFloor.Level] = [:]
  /// The sink that the sound goes to; `nil` while that is unknown.
  private(set) var current: String?
  /// The value that a later service would find.
  private(set) var kept: [VolumeFloor.Raise] = []
  /// The volumes of sinks that are gone, which they still have when they come back.
  private(set) var gone: [String: CubicLevel] = [:]
  /// True while the output of the reading is connected: it knows sinks, but not where an announcement would go.
  var isReaderOpen = false
  /// The time until the output of announcements knows sinks.
  var connectDelay = Duration.zero
  /// The moment from which the output of announcements knows sinks; `nil` if it is closed.
  private var announcerReady: Duration?
  private var announcerEnd: Duration?
  /// The turn in which levels are looked at.
  private var lookDue: Duration?
  private var beganAt = Duration.zero
  /// All orders about volumes, in order.
  private(set) var ordered: [CubicLevel] = []
  /// The questions about sinks.
  private(set) var looks = 0
  /// The time until a sink follows an order.
  var delay = Duration.milliseconds(3)
  /// The steps of the sinks' volumes.
  var step = 0.0
  private var orders: [Order] = []
  private var lastSerial: UInt64 = 0
  /// A broken promise.
  private(set) var broken: String?

  init(floor: CubicLevel = 0.4, cap: CubicLevel = 0.6, volume: CubicLevel = 0.1, isMuted: Bool = false) {
    add("speakers", volume: volume, isMuted: isMuted)
    current = "speakers"
    send(.configured(floor: floor, cap: cap))
  }

  /// The volume of the sink of the sound.
  var volume: CubicLevel { current.flatMap { sinks[$0]?.volume } ?? -1 }

  mutating func add(_ name: String, volume: CubicLevel, isMuted: Bool = false) {
    lastSerial += 1
    let serial = lastSerial
    sinks[name] = VolumeFloor.Level(serial: serial, sink: name, volume: volume, isMuted: isMuted)
  }

  /// A sink disappears; orders to it are lost.
  mutating func remove(_ name: String) {
    guard let sink = sinks.removeValue(forKey: name) else { return }
    gone[name] = sink.volume
    orders.removeAll { $0.serial == sink.serial }
    if current == name { current = sinks.keys.min() }
    noteSinks()
  }

  /// A sink comes back with the volume that it had: the device keeps it.
  mutating func bringBack(_ name: String) {
    guard let volume = gone.removeValue(forKey: name) else { return }
    add(name, volume: volume)
    noteSinks()
  }

  /// The sound goes to another sink.
  mutating func go(to name: String?) {
    current = name
    noteSinks()
  }

  /// The listener turns the knob.
  mutating func turn(_ volume: CubicLevel, of name: String? = nil) {
    guard let name = name ?? current else { return }
    sinks[name]?.volume = volume
    noteSinks()
  }

  mutating func mute(_ isMuted: Bool) {
    if let current { sinks[current]?.isMuted = isMuted }
    noteSinks()
  }

  /// An announcement begins, and its floor is there, or waited for in vain.
  mutating func begin() {
    send(.began)
    pass(.zero)
    while !floor.isReady, let next = nextMoment { pass(to: next) }
    if !floor.isReady { fail("it is never ready") }
  }

  mutating func end(atOnce: Bool = false) {
    announcerEnd = now + .seconds(2)
    send(.ended(atOnce: atOnce))
  }

  /// The service is killed, and another one starts, which knows the same sinks.
  mutating func kill() {
    orders = []
    floor = VolumeFloor()
    (announcerReady, announcerEnd, lookDue) = (nil, nil, nil)
    // The output of the reading opens when the service starts.
    isReaderOpen = true
    if !kept.isEmpty { send(.found(kept)) }
    send(.configured(floor: 0.4, cap: 0.6))
    look()
    pass(.zero)
  }

  // MARK: The driver

  private var isAnnouncerReady: Bool { announcerReady.map { $0 <= now } ?? false }

  /// An output that is connected tells that something about sinks has changed.
  mutating func noteSinks() {
    if isAnnouncerReady || isReaderOpen { look() }
    pass(.zero)
  }

  private mutating func look() { if floor.isWatching, lookDue == nil { lookDue = now } }

  private mutating func connect() {
    announcerEnd = nil
    if announcerReady == nil { announcerReady = now + connectDelay }
  }

  private mutating func report() {
    lookDue = nil
    guard isAnnouncerReady || isReaderOpen else { return send(.lost) }
    let current = isAnnouncerReady ? current.flatMap { sinks[$0] } : nil
    send(.seen(current: current, kept: floor.kept.compactMap { sinks[$0.sink] }))
  }

  /// Lets time pass until nothing is left to be done.
  mutating func rest() {
    for _ in 0..<50 {
      guard let next = nextMoment else { return }
      pass(to: next)
    }
    fail("it never rests")
  }

  mutating func pass(_ duration: Duration) { pass(to: now + duration) }

  private var nextMoment: Duration? {
    let connected = announcerReady.flatMap { $0 > now ? $0 : nil }
    return [floor.nextWake, orders.map(\.due).min(), lookDue, connected, announcerEnd].compactMap { $0 }.min()
  }

  private mutating func pass(to moment: Duration) {
    var turns = 0
    while let next = nextMoment, next <= moment {
      turns += 1
      guard turns < 200 else { return fail("it wants to be woken for ever") }
      let wasReady = isAnnouncerReady
      now = max(now, next)
      if isAnnouncerReady, !wasReady { look() }
      if let end = announcerEnd, end <= now {
        (announcerEnd, announcerReady) = (nil, nil)
      } else if let due = lookDue, due <= now {
        report()
      } else if let index = orders.firstIndex(where: { $0.due <= now }) {
        follow(orders.remove(at: index))
      } else if let wake = floor.nextWake, wake <= now {
        send(.wake)
      }
    }
    now = max(now, moment)
  }

  private mutating func follow(_ order: Order) {
    guard let name = sinks.first(where: { $0.value.serial == order.serial })?.key else { return }
    sinks[name]?.volume = step > 0 ? CubicLevel((order.volume.value / step).rounded() * step) : order.volume
    if isAnnouncerReady || isReaderOpen { look() }
  }

  mutating func send(_ event: VolumeFloor.Event) {
    if event == .began { beganAt = now }
    let (wasReady, former) = (floor.isReady, floor.kept)
    var isTakenBack = false
    for effect in floor.handle(event, at: now) {
      switch effect {
      case .raise(let raise, let serial):
        if former.contains(where: { $0.sink == raise.sink }), !isTakenBack { fail("a second raise") }
        check(raise)
        kept = floor.kept
        order(raise.raised, serial)
      case .restore(let volume, let serial): order(volume, serial)
      case .keep: (kept, isTakenBack) = (floor.kept, true)
      case .look:
        looks += 1
        connect()
        look()
      }
    }
    if !isSame(kept, floor.kept) { fail("\(kept) are kept, not \(floor.kept)") }
    if floor.isAnnouncing, floor.isReady, !wasReady, now < beganAt + .seconds(1) { checkFloor() }
  }

  private func isSame(_ one: [VolumeFloor.Raise], _ other: [VolumeFloor.Raise]) -> Bool {
    one.sorted { $0.sink < $1.sink } == other.sorted { $0.sink < $1.sink }
  }

  /// The present announcement is heard at the floor, where it is known and the listener wants it.
  private mutating func checkFloor() {
    guard isAnnouncerReady, let sink = current.flatMap({ sinks[$0] }), !sink.isMuted, floor.raise?.sink != sink.sink,
      floor.yielded != sink.sink, floor.target > 0
    else { return }
    if sink.volume.value < floor.target.value - 0.005 { fail("spoken at \(sink.volume.value)") }
  }

  private mutating func check(_ raise: VolumeFloor.Raise) {
    guard let sink = sinks[raise.sink] else { return fail("a raise of a sink that is not there") }
    if sink.isMuted { fail("a muted sink is raised") }
    if raise.raised > floor.target { fail("raised above the cap") }
    if raise.raised <= raise.original || raise.raised <= sink.volume { fail("lowered") }
    if abs(raise.original.value - sink.volume.value) > 0.004 { fail("raised from a level of before") }
    if !floor.isAnnouncing { fail("raised for nothing") }
  }

  private mutating func order(_ volume: CubicLevel, _ serial: UInt64) {
    ordered.append(volume)
    orders.append(Order(due: now + delay, serial: serial, volume: volume))
  }

  private mutating func fail(_ message: String) { if broken == nil { broken = message } }
}
