import Vocabulary

/// A timer that ends the reading for a listener who falls asleep.
///
/// Time counts only while the reading goes on: a pause does not shorten the remaining reading. A timer set in the evening is
/// dropped by the morning (``forgottenAfter``).
public struct SleepTimer: Equatable, Sendable {
  /// The remaining extent.
  public enum Extent: Equatable, Sendable {
    /// This much sound; 0 or more.
    case time(Duration)
    /// To the end of the current sentence.
    case sentence
    /// To the end of the current paragraph.
    case paragraph
    /// To the end of the last of so many chapters, counting the current one; 1 or more.
    case chapters(Int)
  }

  /// After so much silence the listener has forgotten the timer.
  public static let forgottenAfter = Duration.seconds(3600)
  /// The longest time.
  public static let maximum = Duration.seconds(24 * 3600)
  /// The most chapters.
  public static let maximumChapters = 1000

  /// The extent when sound last began or ended.
  public private(set) var extent: Extent
  /// The moment since which time counts.
  private(set) var soundingSince: Moment?
  private(set) var silentSince: Moment?

  /// A timer with the extent brought within its limits.
  public init(_ extent: Extent) {
    self.extent = extent
    switch extent {
    case .time(let time): self.extent = .time(Self.clamped(time))
    case .chapters(let count): self.extent = .chapters(min(max(1, count), Self.maximumChapters))
    case .sentence, .paragraph: break
    }
  }

  private static func clamped(_ time: Duration) -> Duration { min(max(.zero, time), maximum) }

  /// The remaining sound at `now`; `nil` if no time is counted.
  public func left(at now: Moment) -> Duration? {
    guard case .time(let time) = extent else { return nil }
    return Self.clamped(time - (soundingSince.map { now - $0 } ?? .zero))
  }

  /// True if it waits for the end of a sentence or paragraph.
  package var isOfUnit: Bool { extent == .sentence || extent == .paragraph }

  /// The end of the timer if sound continues; `nil` without sound, or if no time is counted.
  public var deadline: Moment? {
    guard case .time(let time) = extent, let soundingSince else { return nil }
    return soundingSince + time
  }

  /// True if the silence has lasted too long.
  func isForgotten(at now: Moment) -> Bool { silentSince.map { now - $0 > Self.forgottenAfter } ?? false }

  /// Records whether there is sound from `now` on.
  mutating func settle(isSounding: Bool, at now: Moment) {
    if isSounding {
      if soundingSince == nil { soundingSince = now }
      silentSince = nil
    } else {
      if let left = left(at: now) { extent = .time(left) }
      soundingSince = nil
      if silentSince == nil { silentSince = now }
    }
  }

  /// Adds to the remaining time; a timer that counted no time becomes one of this time.
  mutating func extend(by time: Duration, at now: Moment) {
    extent = .time(Self.clamped((left(at: now) ?? .zero) + time))
    if soundingSince != nil { soundingSince = now }
  }

  /// A chapter has ended. Returns true if it was the last one.
  mutating func endChapter() -> Bool {
    guard case .chapters(let count) = extent else { return false }
    if count > 1 { extent = .chapters(count - 1) }
    return count <= 1
  }
}

extension Player {
  /// True if the timer ends the reading with the current track, or before its end.
  package var sleepsWithinTrack: Bool { sleep.map { $0.isOfUnit || $0.extent == .chapters(1) } ?? false }

  /// - Parameter extent: `nil` for no timer.
  mutating func setSleep(_ extent: SleepTimer.Extent?) {
    sleep = extent.map { SleepTimer($0) }
  }

  mutating func extendSleep(by time: Duration, at now: Moment) {
    if sleep == nil {
      guard time > .zero else { return }
      setSleep(.time(time))
    } else {
      sleep?.extend(by: time, at: now)
    }
  }

  /// Ends the reading if the time is over. The listener did not hear the last words, so the next sound begins with
  /// their sentence.
  mutating func expireSleep(at now: Moment) {
    guard status == .playing, let deadline = sleep?.deadline, now >= deadline else { return }
    fallAsleep(at: now)
    goOn(from: .sentence)
  }

  /// The sentence or paragraph has ended.
  mutating func endUnitOfSleep(at now: Moment) {
    guard status == .playing, sleep?.isOfUnit == true else { return }
    fallAsleep(at: now)
  }

  /// A track has ended, with its last sentence and paragraph, and another one may follow.
  ///
  /// - Parameter isChapter: true if it counts as a chapter.
  mutating func endTrackOfSleep(isChapter: Bool, at now: Moment) {
    let isOver = sleep?.isOfUnit == true || (isChapter && sleep?.endChapter() == true)
    if isOver { fallAsleep(at: now) }
  }

  /// An earlier pause of the listener's stays.
  private mutating func fallAsleep(at now: Moment) {
    sleep = nil
    if wants == .playing { wants = .paused(Pause(.sleepTimer, since: now)) }
  }

  /// Counts time while the reading goes on.
  mutating func settleSleep(at now: Moment) {
    // A stopped reading has no timer.
    if wants == .stopped || (order.sound && sleep?.isForgotten(at: now) == true) { sleep = nil }
    let counts = isGoingOn
    sleep?.settle(isSounding: counts, at: now)
  }
}
