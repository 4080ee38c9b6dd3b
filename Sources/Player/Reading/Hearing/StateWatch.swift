import EventLoop
import Speech

/// Reports the end of the present unit and the start of the next: a delay, the speech of a sentence, a silence in the
/// text.
final class StateWatch: FeedWatch {
  /// Must be called when something was fed, began to sound or fell silent.
  func update() {
    guard let heard = feeder.heard(), let rest = rest(of: feeder.place(of: heard)),
      let instant = feeder.instant(of: heard + rest, in: feeder.epoch)
    else { return stopWaiting() }
    // The place of the clock is accurate to some frames: a moment that has just come must not be awaited again and
    // again.
    wait(until: max(instant, scheduler.now.advanced(by: .milliseconds(2)))) { [weak self] in
      self?.reports(.details)
    }
  }

  /// The rest of the unit at a place; `nil` if it is unknown, or nothing follows.
  private func rest(of place: Timeline.Place) -> Frame? {
    guard let timeline = feeder.track?.timeline else { return nil }
    switch place {
    case .leadingDelay(let offset): return max(0, timeline.start(of: 0) - offset)
    case .sentence(let sentence, let offset): return timeline.speech(of: sentence).map { max(0, $0 - offset) }
    case .gap(let sentence, let offset): return max(0, timeline.gap(after: sentence) - offset)
    case .trailingDelay, .end: return nil
    }
  }
}
