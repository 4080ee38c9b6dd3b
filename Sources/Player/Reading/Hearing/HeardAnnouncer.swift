package import EventLoop
package import Playback
package import Speech

/// Announces each sentence and word at the moment when it is heard.
@Core
package final class HeardAnnouncer {
  /// The sentence or word that begins to be heard.
  package enum Heard {
    case sentence(SentencePlan)
    case word(SentencePlan, WordMark)
  }

  private let clock: any HearingClock
  private let scheduler: any Scheduler
  /// In the order of media time. The first one is being heard, or comes next.
  private var plans: [SentencePlan] = []
  /// The state of the first plan: true if its beginning has passed, and the number of its words that have.
  private var isBegun = false
  private var wordsPassed = 0
  private var timer: TimerToken?
  /// Returns true if the present utterance has been announced as started. Nothing of it is announced before.
  package var isStarted: (@Core () -> Bool)?
  /// The frame at which the sound is about to be paused. A unit that begins there is not heard.
  package var limit: (@Core () -> Frame?)?
  private let reports: Relay<PartReport>
  /// The beginning of the last unit that was announced, as a media frame of an epoch.
  private var told: (epoch: Player.Epoch, media: Frame)?

  init(clock: any HearingClock, scheduler: any Scheduler, _ reports: Relay<PartReport>) {
    self.reports = reports
    self.clock = clock
    self.scheduler = scheduler
  }

  func append(_ plan: SentencePlan) {
    if let first = plans.first, first.epoch != plan.epoch { forget() }
    // A new rate feeds the planned sound from there on again: the rest of a sentence, and the sentences after it.
    if let index = plans.firstIndex(where: { $0.media >= plan.media }) {
      // A beginning at the same place was announced already.
      if index == 0, !plans[0].begins(like: plan) { restart() }
      plans.removeSubrange(index...)
    }
    if let last = plans.indices.last, plans[last].isContinued(by: plan) {
      plans[last].end = plan.end
      return
    }
    plans.append(plan)
  }

  /// The place has changed: nothing that was planned will be heard.
  package func forget() {
    plans.removeAll()
    restart()
    cancelTimer()
  }

  /// The sound after a media frame is made again: nothing that was planned there will be heard.
  func forget(after media: Frame) {
    guard let index = plans.firstIndex(where: { $0.media > media }) else { return }
    plans.removeSubrange(index...)
    if index == 0 { restart() }
  }

  /// A track has been heard to its end: announces the units that a late loop has missed.
  package func finish(_ track: TrackID) {
    if plans.first?.track == track { pass(upTo: .max) }
  }

  /// Must be called when something was fed, began to sound or fell silent.
  package func update() {
    cancelTimer()
    guard let heard = clock.heard() else { return forget() }
    guard isStarted?() ?? true else { return }
    pass(upTo: heard)
    guard let next = nextMedia(), !isBeyondLimit(next), let instant = clock.instant(of: next, in: clock.epoch) else {
      return
    }
    timer = scheduler.schedule(at: clock.later(instant, than: scheduler.now)) { [weak self] in
      self?.timer = nil
      self?.update()
    }
  }

  /// True if a media frame is in or after a sentence that was fed.
  func isPlanned(_ media: Frame) -> Bool { plans.contains { $0.media <= media && !$0.isOnlyBack } }

  /// The words of a sentence that is heard or was fed, as far as they have arrived.
  package func words(of sentence: Int) -> [WordMark] { plans.last { $0.sentence == sentence }?.audio.words ?? [] }

  /// The media frame at which the word or sentence heard at `media` has ended: the start of the next one.
  func end(of unit: TextUnit, after media: Frame) -> Frame? {
    guard let index = plans.lastIndex(where: { $0.media <= media && !$0.isOnlyBack }) else { return nil }
    let plan = plans[index]
    if unit == .word, let word = plan.audio.words.lazy.compactMap({ plan.media(of: $0) }).first(where: { $0 > media }) {
      return word
    }
    return plan.leavingMedia
  }

  private func isBeyondLimit(_ media: Frame) -> Bool { limit?().map { media >= $0 } ?? false }

  /// Announces the units that have been heard by now.
  private func pass(upTo heard: Frame) {
    let now = scheduler.now
    // A unit exactly at the place is heard when its moment has come, which is not before the sound starts.
    func isHeard(_ media: Frame, in plan: SentencePlan) -> Bool {
      guard !isBeyondLimit(media) else { return false }
      return media < heard || (media == heard && clock.instant(of: media, in: plan.epoch).map { $0 <= now } ?? false)
    }
    while let plan = plans.first {
      if !isBegun {
        guard isHeard(plan.media, in: plan) else { return }
        isBegun = true
        tell(.sentence(plan), plan.media, in: plan.epoch)
      }
      while wordsPassed < plan.audio.words.count {
        let word = plan.audio.words[wordsPassed]
        // It is heard if the repetition ends before.
        if let end = plan.end, Frame(word.frame) >= end { break }
        if let media = plan.media(of: word) {
          guard isHeard(media, in: plan) else { return }
          tell(.word(plan, word), media, in: plan.epoch)
        }
        wordsPassed += 1
      }
      // All its words have begun, but its end is still to come.
      guard plans.count > 1, isHeard(plans[1].media, in: plans[1]) else { return }
      plans.removeFirst()
      restart()
    }
  }

  private func tell(_ unit: Heard, _ media: Frame, in epoch: Player.Epoch) {
    told = (epoch, media)
    reports(.heard(unit, media))
  }

  /// The place that is heard now, not before the unit that was announced last. The clock knows the place to within some
  /// frames only, and may step back by these.
  func settled(_ heard: Frame) -> Frame {
    guard let told, told.epoch == clock.epoch, clock.isWithinTolerance(heard, told.media) else { return heard }
    return max(heard, told.media)
  }

  private func nextMedia() -> Frame? {
    guard let plan = plans.first else { return nil }
    if !isBegun { return plan.media }
    for word in plan.audio.words[wordsPassed...] {
      if let media = plan.media(of: word) { return media }
    }
    return plans.count > 1 ? plans[1].media : nil
  }

  private func restart() {
    isBegun = false
    wordsPassed = 0
  }

  private func cancelTimer() {
    scheduler.cancel(&timer)
  }
}
