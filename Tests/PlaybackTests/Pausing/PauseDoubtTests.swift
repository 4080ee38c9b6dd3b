import Testing
import Vocabulary

@testable import Playback

/// A `Pause` of a session manager, such as WirePlumber makes when a sink goes, is not the listener's (S4-05). Its
/// caller becomes known later than the call, and the reports about the route come before, between or after.
@Suite(.timeLimit(.minutes(2)))
struct PauseDoubtTests {
  private static let call = PauseCall(number: 1)
  private static let headphones = PauseReason.routeLost("Headphones")

  /// The events beside the call and the answer.
  private enum Beside: CaseIterable {
    case routeChanges, routeIsLost, sinkGoes, sinkReturns, callBegins, otherPlayerStarts

    var event: Player.Event {
      switch self {
      case .routeChanges: .holdBegan(.route)
      case .routeIsLost: .pause(headphones)
      case .sinkGoes: .holdBegan(.noSink)
      case .sinkReturns: .holdEnded(.noSink)
      case .callBegins: .holdBegan(.call(application: "Zoom"))
      case .otherPlayerStarts: .pause(.otherPlayer("VLC"))
      }
    }
  }

  private static func stage(_ policy: Policy = Policy()) -> Stage {
    var stage = Stage(tracks: 1, playing: true)
    _ = stage.handle(.configure(policy))
    return stage
  }

  /// The listener's view.
  private struct View: Equatable {
    var status: PlaybackStatus
    var reason: PauseReason?
    var isSounding: Bool
    var wantsSound: Bool
    var mayWantSound: Bool
    var awaitsRoute: Bool

    init(_ player: Player) {
      (status, reason) = (player.status, player.pauseReason)
      (isSounding, wantsSound) = (player.order.sound, player.wantsSound)
      (mayWantSound, awaitsRoute) = (player.mayWantSound, player.awaitsRoute)
    }
  }

  /// All orders of all subsets.
  private func visit(_ order: [Beside] = [], _ body: ([Beside]) -> Void) {
    body(order)
    for next in Beside.allCases where !order.contains(next) { visit(order + [next], body) }
  }

  @Test func aSessionManagersPauseCountsAsIfItHadNotComeInEveryOrder_S4_05() {
    var policy = Policy()
    policy.resumesOnReplug = true
    visit { order in
      var expected = Self.stage(policy)
      for event in order {
        _ = expected.handle(event.event)
        expected.wait(.milliseconds(2))
      }
      for asked in 0...order.count {
        for answered in asked...order.count {
          var stage = Self.stage(policy)
          for index in 0...order.count {
            if index == asked { _ = stage.handle(.pauseAsked(Self.call)) }
            if index == asked, stage.isSounding { Issue.record("\(order): in doubt there is sound") }
            if index == answered { _ = stage.handle(.pauseKnown(Self.call, isListeners: false)) }
            guard index < order.count else { break }
            _ = stage.handle(order[index].event)
            stage.wait(.milliseconds(2))
          }
          if View(stage.player) != View(expected.player) || stage.player.doubt != nil {
            Issue.record("\(order), asked before \(asked), answered before \(answered): \(View(stage.player))")
          }
        }
      }
    }
  }

  @Test func whatIsNotKnownToBeASessionManagersIsTheListeners() {
    for isAnswered in [false, true] {
      visit { order in
        var stage = Self.stage()
        _ = stage.handle(.pauseAsked(Self.call))
        if isAnswered { _ = stage.handle(.pauseKnown(Self.call, isListeners: true)) }
        for event in order {
          _ = stage.handle(event.event)
          stage.wait(.milliseconds(2))
        }
        if stage.isSounding || stage.player.wantsSound { Issue.record("\(order)") }
      }
      // Exactly the pause that it would have been.
      var usual = Self.stage()
      _ = usual.handle(.pause(.user))
      var stage = Self.stage()
      _ = stage.handle(.pauseAsked(Self.call))
      if isAnswered { _ = stage.handle(.pauseKnown(Self.call, isListeners: true)) }
      #expect(stage.player.snapshot == usual.player.snapshot && stage.player.mayStandBy == usual.player.mayStandBy)
      #expect(isAnswered == (stage.player == usual.player))
    }
  }

  /// A route whose guard ended with the pause would not be missed when it goes, and the sound would go on in the room.
  @Test func theRouteIsGuardedUntilItIsKnownWhoCalled() {
    var stage = Self.stage()
    _ = stage.handle(.pauseAsked(Self.call))
    #expect(!stage.player.wantsSound && stage.player.mayWantSound)
    _ = stage.handle(.pause(Self.headphones))
    #expect(!stage.player.mayWantSound, "the guard has done its work; Play begins a new one")
    _ = stage.handle(.pauseKnown(Self.call, isListeners: false))
    #expect(stage.player.pauseReason == Self.headphones && !stage.isSounding)
    stage = Self.stage()
    _ = stage.handle(.pauseAsked(Self.call))
    _ = stage.handle(.pauseKnown(Self.call, isListeners: true))
    #expect(!stage.player.mayWantSound)
    stage = Self.stage()
    _ = stage.handle(.pause(.user))
    _ = stage.handle(.pauseAsked(Self.call))
    #expect(!stage.player.mayWantSound)
  }

  @Test func ofSeveralCallsOnlyTheSessionManagersIsForgotten() {
    let other = PauseCall(number: 2)
    for isListenersFirst in [false, true] {
      for answersFirst in [Self.call, other] {
        var stage = Self.stage()
        for call in isListenersFirst ? [other, Self.call] : [Self.call, other] { _ = stage.handle(.pauseAsked(call)) }
        for call in answersFirst == other ? [other, Self.call] : [Self.call, other] {
          _ = stage.handle(.pauseKnown(call, isListeners: call == other))
        }
        #expect(stage.player.pauseReason == .user && stage.player.doubt == nil)
        // Late answers change nothing.
        let before = stage.player
        _ = stage.handle(.pauseKnown(other, isListeners: false))
        #expect(stage.player == before)
      }
    }
  }

  @Test func aCommandOfTheListenerDecides() {
    for command: Player.Event in [.play, .toggle, .stop, .clear(.hushed)] {
      var stage = Self.stage()
      _ = stage.handle(.pauseAsked(Self.call))
      _ = stage.handle(command)
      let before = stage.player
      #expect(before.doubt == nil)
      _ = stage.handle(.pauseKnown(Self.call, isListeners: false))
      #expect(stage.player == before, "\(command)")
    }
    var stage = Self.stage()
    _ = stage.handle(.pauseAsked(Self.call))
    _ = stage.handle(.pause(.user))
    _ = stage.handle(.pauseKnown(Self.call, isListeners: false))
    #expect(stage.player.pauseReason == .user, "the listener's own Pause stays")
    stage = Self.stage()
    _ = stage.handle(.pauseAtMark)
    _ = stage.handle(.pauseAsked(Self.call))
    _ = stage.handle(.pauseKnown(Self.call, isListeners: false))
    #expect(!stage.isSounding, "silence was wanted already")
  }

  /// Plugging in takes the speakers' sink, and its Pause came long after the loss.
  @Test func aReturnedRouteBringsTheSoundBackInSpiteOfASessionManager_S0_15() {
    var policy = Policy()
    policy.resumesOnReplug = true
    for answerComesFirst in [false, true] {
      var stage = Self.stage(policy)
      _ = stage.handle(.pause(Self.headphones))
      stage.wait(.seconds(60))
      _ = stage.handle(.pauseAsked(Self.call))
      #expect(stage.player.awaitsRoute, "its return is still watched")
      let answer = Player.Event.pauseKnown(Self.call, isListeners: false)
      for event in answerComesFirst
        ? [answer, .reasonEnded(Self.headphones)] : [.reasonEnded(Self.headphones), answer]
      {
        _ = stage.handle(event)
      }
      #expect(stage.player.status == .playing && stage.isSounding)
    }
  }

  /// The silence in doubt repeats no word.
  @Test func theReadingGoesOnAtTheSampleAfterADoubt() {
    var stage = Self.stage()
    #expect(stage.handle(.pauseAsked(Self.call)).orders == [false])
    stage.wait(.milliseconds(3))
    let effects = stage.handle(.pauseKnown(Self.call, isListeners: false))
    #expect(effects.orders == [true] && effects.rewound.isEmpty && effects.opened.isEmpty)
  }

  @Test func aFloodOfCallsIsAPause() {
    var stage = Self.stage()
    for number in 0...UInt64(PauseDoubt.mostEntries) { _ = stage.handle(.pauseAsked(PauseCall(number: number))) }
    #expect(stage.player.doubt == nil && stage.player.pauseReason == .user)
  }
}
