import Vocabulary

/// The sleep of the machine.
///
/// The driver's time counts the sleep, so that the first event after it finds those that have become stale meanwhile.
extension AnnouncementLane {
  /// The machine goes to sleep. The spoken one is cut: its rest would be heard at the wake-up, by whoever is there
  /// then. The others wait, also those that go first, until the hold `sleep` is released.
  mutating func fallAsleep() {
    endSpoken(.cut(.sleep), .atOnce)
    begin(AnnouncementHold(.sleep, sparesFirst: false))
  }
}
