import Testing
import Vocabulary

@testable import Playback

/// The order of outside reports is arbitrary (S4-05): each order must end as the policy says.
@Suite(.timeLimit(.minutes(5)))
struct PermutationTests {
  /// All orders of all subsets of the eight events: 109,601.
  @Test(arguments: OutsideEvent.allCases)
  func everyOrderEndsAsThePolicySays_S4_05(first: OutsideEvent) {
    var count = 0
    visit([first]) { order in
      count += 1
      let stage = Self.stage(after: order)
      if let difference = Self.difference(stage.player, PolicyStatement(order: order)) {
        Issue.record("\(order): \(difference)")
        return false
      }
      return true
    }
    #expect(count == 13700)
  }

  /// Without commands of the listener, the order of outside events makes no difference.
  @Test func withoutTheListenerTheOrderChangesNothing_S4_05() {
    let outside: [OutsideEvent] = [.nodeRemoved, .defaultChanged, .streamError, .busPause, .callBegins]
    var endings: [Set<OutsideEvent>: [[OutsideEvent]: [PlaybackStatus: PauseReason?]]] = [:]
    for first in outside {
      visit([first], of: outside) { order in
        var player = Self.stage(after: order).player
        // A change was decided before the removal was reported: the hold lasts until its time is over.
        _ = player.handle(.holdEnded(.route), at: Moment(.seconds(1002)))
        endings[Set(order), default: [:]][order] = [player.status: player.pauseReason]
        return true
      }
    }
    #expect(endings.count == 31)
    for (events, orders) in endings { #expect(Set(orders.values.map { "\($0)" }).count == 1, "\(events)") }
  }

  /// In every case the listener's Play brings sound if there is a sink, and their Pause silence.
  @Test func theListenersWordBeatsWhateverCameBefore_S4_05() {
    for first in OutsideEvent.allCases {
      visit([first]) { order in
        var stage = Self.stage(after: order)
        _ = stage.handle(.play)
        let isMute = order.contains(.streamError)
        let isRight = stage.isSounding == !isMute && stage.player.wantsSound
        _ = stage.handle(.pause(.user))
        for hold in [OutsideEvent.call, .route, .noSink] { _ = stage.handle(.holdEnded(hold)) }
        if isRight, !stage.isSounding, stage.player.status == .paused { return true }
        Issue.record("\(order)")
        return false
      }
    }
  }

  /// No text is left out: an interruption that the listener did not request is followed by a whole word.
  @Test func afterALossTheReadingGoesOnWithAWholeWord_S4_05() {
    for first in OutsideEvent.allCases {
      visit([first]) { order in
        let lossCounts = PolicyStatement(order: order).pause == OutsideEvent.lost
        var stage = Self.stage(after: order)
        _ = stage.handle(.holdEnded(.noSink))
        _ = stage.handle(.holdEnded(.route))
        let rewound = stage.handle(.play).rewound
        if !lossCounts || rewound == [.word] { return true }
        Issue.record("\(order)")
        return false
      }
    }
  }

  // MARK: Hands

  private static func stage(after order: [OutsideEvent]) -> Stage {
    var stage = Stage(tracks: 1, playing: true)
    for event in order {
      for event in event.events { _ = stage.handle(event) }
      stage.wait(.milliseconds(2))
      stage.hear()
    }
    return stage
  }

  private static func difference(_ player: Player, _ statement: PolicyStatement) -> String? {
    if player.status != statement.status { return "\(player.status), and not \(statement.status)" }
    if player.pauseReason != statement.reason {
      return "\(player.pauseReason.map { "\($0)" } ?? "none"), and not \(statement.reason.map { "\($0)" } ?? "none")"
    }
    if player.order.sound != (statement.status == .playing) { return "sound \(player.order.sound)" }
    if player.wantsSound != (statement.pause == nil) { return "wanted: \(player.wantsSound)" }
    return nil
  }

  /// All orders that begin with `order`, unfinished ones included, until `body` returns false.
  @discardableResult
  private func visit(
    _ order: [OutsideEvent], of events: [OutsideEvent] = OutsideEvent.allCases, _ body: ([OutsideEvent]) -> Bool
  ) -> Bool {
    guard body(order) else { return false }
    for event in events where !order.contains(event) {
      guard visit(order + [event], of: events, body) else { return false }
    }
    return true
  }
}
