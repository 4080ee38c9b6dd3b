import Vocabulary

/// The volume below which nothing is announced: decides when the sink's volume is raised for announcements, and when it
/// is set back. A value: events in, effects out.
///
/// The volume belongs to the listener. It is raised only while something is announced, never if the sink is muted, and
/// never lowered. What he sets meanwhile stays. Our own change comes back as a report, perhaps in steps or rounded;
/// until it has been seen, another value is taken for what he wants afterwards, and from then on for a wish that ends
/// it all.
public struct VolumeFloor: Equatable, Sendable {
  /// The state of the raised volume.
  enum Step: Equatable, Sendable {
    /// The raise is ordered. No other order follows before it has been seen, so that reports can be told apart.
    case rising(Order)
    /// It has been seen.
    case steady
    /// The restoration is ordered.
    case falling(Order)
    /// The sink has not been seen since the service or the server came back.
    case unseen
  }

  /// An order that has not been seen at the sink yet.
  struct Order: Equatable, Sendable {
    /// The moment of the order.
    var given: Duration
    /// The number of times that it was given.
    var count = 1
    /// Since this moment the sink has had a volume between the former and the ordered one.
    var betweenSince: Duration?
  }

  /// The volume that is raised now.
  struct Outstanding: Equatable, Sendable {
    var raise: Raise
    /// The volume that was ordered, before it was rounded.
    var ordered: CubicLevel
    var serial: UInt64
    var step: Step

    init(_ raise: Raise, serial: UInt64, _ step: Step) {
      (self.raise, ordered, self.serial, self.step) = (raise, raise.raised, serial, step)
    }
  }

  /// The differences that are none, those of coarse hardware, and those for which nothing is changed.
  enum Margin {
    static let same = 0.004
    static let coarse = 0.03
    static let useless = 0.005
  }

  /// The spans of time.
  enum Span {
    /// Announcements that follow within it are one row: the volume does not go down and up between them.
    static let rest = Duration.milliseconds(500)
    /// The longest wait before an announcement is spoken without a floor.
    static let patience = Duration.seconds(1)
    /// A value that stays so long is no step on the way.
    static let steps = Duration.milliseconds(300)
    /// An order that has no effect for so long is lost.
    static let order = Duration.seconds(2)
  }

  /// The most sinks that are remembered while they are not there.
  static let mostAbsent = 8

  private var floor: CubicLevel = 0
  private var cap: CubicLevel = 1
  var isAnnouncing = false
  /// Until then an announcement waits for its floor; `nil`: it is spoken, or there is none.
  var patience: Duration?
  /// True if the raise was ordered for an announcement before this one, which has waited for it.
  var wasOrderedBefore = false
  /// The end of the row, if no other announcement comes.
  var restEnd: Duration?
  var current: Level?
  /// The level of the sink that is raised.
  var own: Level?
  var outstanding: Outstanding?
  /// Changes of sinks that are not there, such as headphones that keep their volume themselves. Each is taken back when
  /// its sink is seen again. The oldest first.
  var absent: [Raise] = []
  /// The levels of those of them that are there again.
  var returned: [Level] = []
  /// The sink whose volume the listener has set in this row.
  var yielded: String?
  private var hasLeft = false
  var now = Duration.zero
  /// The effects of the event that is being handled.
  var effects: [Effect] = []

  /// A floor that never raises anything before it is configured.
  public init() {}

  /// The volume to which a lower one is raised.
  var target: CubicLevel { min(floor, cap, 1) }

  /// The change that is to be taken back; `nil` if there is none.
  public var raise: Raise? { outstanding?.raise }

  /// All changes that are to be taken back, of one sink each: those that a later process has to know.
  public var kept: [Raise] { absent + (raise.map { [$0] } ?? []) }

  /// True if an announcement may be spoken now.
  public var isReady: Bool { patience == nil }

  /// True if the volume is the listener's again, as far as that can be known now.
  public var isRestored: Bool { outstanding == nil || (outstanding?.step == .unseen && own == nil) }

  /// True if the levels of sinks matter.
  public var isWatching: Bool { isAnnouncing || !kept.isEmpty }

  /// The moment at which ``Event/wake`` is due, if no event comes before.
  public var nextWake: Duration? {
    var moments = [patience, isAnnouncing ? nil : restEnd].compactMap { $0 }
    switch outstanding?.step {
    case .rising(let order), .falling(let order):
      if let since = order.betweenSince {
        moments.append(since + Span.steps)
      } else if !isAnnouncing || isFalling {
        moments.append(order.given + Span.order)
      }
    case .steady, .unseen, nil: break
    }
    return moments.min()
  }

  /// Takes an event, and returns what is to be done, in order.
  public mutating func handle(_ event: Event, at moment: Duration) -> [Effect] {
    (now, effects) = (max(now, moment), [])
    guard !hasLeft else { return [] }
    switch event {
    case .configured(let floor, let cap): (self.floor, self.cap) = (floor, cap)
    case .found(let raises): absent = (raises + absent).suffix(Self.mostAbsent)
    case .began: begin()
    case .ended(let atOnce): end(atOnce: atOnce)
    case .seen(let current, let kept): see(current, kept)
    case .lost:
      (current, own, returned) = (nil, nil, [])
      outstanding?.step = .unseen
    case .refused: yield()
    case .left: leave()
    case .wake: break
    }
    if !hasLeft { settle() }
    return effects
  }

  private mutating func begin() {
    isAnnouncing = true
    restEnd = nil
    // Nobody has looked at the sink since the last announcement, or it may be another one.
    current = nil
    patience = target > 0 || outstanding != nil ? now + Span.patience : nil
    if patience != nil { effects.append(.look) }
    wasOrderedBefore = isRising
  }

  private mutating func see(_ current: Level?, _ kept: [Level]) {
    self.current = current
    own = kept.first { $0.sink == raise?.sink }
    returned = kept.filter { level in absent.contains { $0.sink == level.sink } }
    if own == nil { outstanding?.step = .unseen }
  }

  private mutating func end(atOnce: Bool) {
    guard isAnnouncing || (atOnce && restEnd != nil) else { return }
    isAnnouncing = false
    patience = nil
    restEnd = atOnce ? now : now + Span.rest
  }

  /// The kept value stays: the next service checks if the order was followed.
  private mutating func leave() {
    hasLeft = true
    (isAnnouncing, patience, restEnd) = (false, nil, nil)
    guard let outstanding, let own, outstanding.step == .steady || isRising else { return }
    effects.append(.restore(outstanding.raise.original, serial: own.serial))
  }

  var isRising: Bool { if case .rising = outstanding?.step { true } else { false } }
  private var isFalling: Bool { if case .falling = outstanding?.step { true } else { false } }
}
