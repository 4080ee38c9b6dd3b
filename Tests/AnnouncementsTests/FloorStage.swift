import Testing
import Vocabulary

@testable import Announcements

/// A volume floor with sinks that follow its orders late, and a listener with a knob.
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
  private(set) var kept: VolumeFloor.Raise?
  /// All orders about volumes, in order.
  private(set) var ordered: [CubicLevel] = []
  /// The questions about sinks.
  private(set) var looks = 0
  /// The time until a sink follows an order.
  var delay = Duration.milliseconds(3)
  /// The steps of the sinks' volumes.
  var step = 0.0
  private var orders: [Order] = []
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
    let serial = (sinks.values.map(\.serial).max() ?? 0) + 1
    sinks[name] = VolumeFloor.Level(serial: serial, sink: name, volume: volume, isMuted: isMuted)
  }

  /// A sink disappears; orders to it are lost.
  mutating func remove(_ name: String) {
    guard let serial = sinks.removeValue(forKey: name)?.serial else { return }
    orders.removeAll { $0.serial == serial }
    if current == name { current = sinks.keys.min() }
    report()
  }

  /// The sound goes to another sink.
  mutating func go(to name: String?) {
    current = name
    report()
  }

  /// The listener turns the knob.
  mutating func turn(_ volume: CubicLevel, of name: String? = nil) {
    guard let name = name ?? current else { return }
    sinks[name]?.volume = volume
    report()
  }

  mutating func mute(_ isMuted: Bool) {
    if let current { sinks[current]?.isMuted = isMuted }
    report()
  }

  /// An announcement begins, and its floor is there, or waited for in vain.
  mutating func begin() {
    send(.began)
    report()
    while !floor.isReady, let next = nextMoment { pass(to: next) }
    if !floor.isReady { fail("it is never ready") }
  }

  mutating func end(atOnce: Bool = false) { send(.ended(atOnce: atOnce)) }

  /// The service is killed, and another one starts, which knows the same sinks.
  mutating func kill() {
    orders = []
    floor = VolumeFloor()
    if let kept { send(.found(kept)) }
    send(.configured(floor: 0.4, cap: 0.6))
    report()
  }

  mutating func report() {
    let raised = floor.raise.flatMap { sinks[$0.sink] }
    send(.seen(current: current.flatMap { sinks[$0] }, raised: raised))
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

  private var nextMoment: Duration? { [floor.nextWake, orders.map(\.due).min()].compactMap { $0 }.min() }

  private mutating func pass(to moment: Duration) {
    var turns = 0
    while let next = nextMoment, next <= moment {
      turns += 1
      guard turns < 200 else { return fail("it wants to be woken for ever") }
      now = max(now, next)
      if let index = orders.firstIndex(where: { $0.due <= now }) {
        follow(orders.remove(at: index))
      } else {
        send(.wake)
      }
    }
    now = max(now, moment)
  }

  private mutating func follow(_ order: Order) {
    guard let name = sinks.first(where: { $0.value.serial == order.serial })?.key else { return }
    sinks[name]?.volume = step > 0 ? CubicLevel((order.volume.value / step).rounded() * step) : order.volume
    report()
  }

  mutating func send(_ event: VolumeFloor.Event) {
    for effect in floor.handle(event, at: now) {
      switch effect {
      case .raise(let raise, let serial):
        if kept != nil { fail("a second raise") }
        check(raise)
        kept = raise
        order(raise.raised, serial)
      case .restore(let volume, let serial): order(volume, serial)
      case .keep(let raise):
        if kept == nil { fail("a value is replaced that is not kept") }
        kept = raise
      case .forget: kept = nil
      case .look: looks += 1
      }
    }
    if kept != floor.raise { fail("\(String(describing: kept)) is kept, not \(String(describing: floor.raise))") }
  }

  private mutating func check(_ raise: VolumeFloor.Raise) {
    guard let sink = sinks[raise.sink] else { return fail("a raise of a sink that is not there") }
    if sink.isMuted { fail("a muted sink is raised") }
    if raise.raised > floor.target { fail("raised above the cap") }
    if raise.raised <= raise.original { fail("lowered") }
    if !floor.isAnnouncing { fail("raised for nothing") }
  }

  private mutating func order(_ volume: CubicLevel, _ serial: UInt64) {
    ordered.append(volume)
    orders.append(Order(due: now + delay, serial: serial, volume: volume))
  }

  private mutating func fail(_ message: String) { if broken == nil { broken = message } }
}
