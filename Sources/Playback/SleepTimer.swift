/// A timer that ends the reading for somebody who falls asleep.
///
/// Time counts only while there is sound: a pause takes nothing from what the listener still wanted to hear, and a timer
/// of the evening is forgotten in the morning (``forgottenAfter``).
public struct SleepTimer: Equatable, Sendable {
  /// What is still to be heard.
  public enum Extent: Equatable, Sendable {
    /// So much sound; 0 or more.
    case time(Duration)
    /// To the end of the sentence that is heard.
    case sentence
    /// To the end of the paragraph that is heard.
    case paragraph
    /// To the end of the last of so many chapters, the one that is heard being the first; 1 or more.
    case chapters(Int)
  }

  /// After so much silence nobody remembers that there was a timer.
  public static let forgottenAfter = Duration.seconds(3600)
  /// The longest time.
  public static let maximum = Duration.seconds(24 * 3600)
  /// The most chapters.
  public static let maximumChapters = 1000

  /// As it was when the sound last began or ended.
  public private(set) var extent: Extent
  /// Since when time counts.
  private(set) var soundingSince: Moment?
  private(set) var silentSince: Moment?

  /// Brings the extent within its limits.
  public init(_ extent: Extent) {
    self.extent = extent
    switch extent {
    case .time(let time): self.extent = .time(Self.clamped(time))
    case .chapters(let count): self.extent = .chapters(min(max(1, count), Self.maximumChapters))
    case .sentence, .paragraph: break
    }
  }

  private static func clamped(_ time: Duration) -> Duration { min(max(.zero, time), maximum) }

  /// How much sound is left at `now`; `nil` where no time is counted.
  public func left(at now: Moment) -> Duration? {
    guard case .time(let time) = extent else { return nil }
    return Self.clamped(time - (soundingSince.map { now - $0 } ?? .zero))
  }

  /// Whether it waits for the end of a sentence or paragraph.
  var isOfUnit: Bool { extent == .sentence || extent == .paragraph }

  /// When it is over if the sound goes on; `nil` where none does, or no time is counted.
  public var deadline: Moment? {
    guard case .time(let time) = extent, let soundingSince else { return nil }
    return soundingSince + time
  }

  /// Whether it was left alone in silence for too long.
  func isForgotten(at now: Moment) -> Bool { silentSince.map { now - $0 > Self.forgottenAfter } ?? false }

  /// Takes notice of whether there is sound from `now` on.
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

  /// Adds to what is left; what counted no time counts this much of it.
  mutating func extend(by time: Duration, at now: Moment) {
    extent = .time(Self.clamped((left(at: now) ?? .zero) + time))
    if soundingSince != nil { soundingSince = now }
  }

  /// A chapter has ended; whether it was the last one.
  mutating func endChapter() -> Bool {
    guard case .chapters(let count) = extent else { return false }
    if count > 1 { extent = .chapters(count - 1) }
    return count <= 1
  }
}

extension Player {
  /// - Parameter extent: `nil`: none.
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

  /// The time is over; earlier than that, nothing. Nobody heard the last of it: it begins with its sentence again.
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

  /// A track has come to its end, with the last sentence and paragraph of it, and another one may follow.
  ///
  /// - Parameter isChapter: whether it counts as a chapter.
  mutating func endTrackOfSleep(isChapter: Bool, at now: Moment) {
    let isOver = sleep?.isOfUnit == true || (isChapter && sleep?.endChapter() == true)
    if isOver { fallAsleep(at: now) }
  }

  /// An earlier pause of the listener's stays.
  private mutating func fallAsleep(at now: Moment) {
    sleep = nil
    if wants == .playing { wants = .paused(Pause(.sleepTimer, since: now)) }
  }

  /// Counts time while there is sound.
  mutating func settleSleep(at now: Moment) {
    // Nothing ends what has not begun, or what was stopped.
    if wants == .stopped || (order.sound && sleep?.isForgotten(at: now) == true) { sleep = nil }
    sleep?.settle(isSounding: order.sound, at: now)
  }
}
