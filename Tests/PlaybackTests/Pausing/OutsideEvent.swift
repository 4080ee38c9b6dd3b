import Vocabulary

@testable import Playback

/// Outside events in the terms of S4-05, and the drivers' reports of them.
enum OutsideEvent: CaseIterable, Hashable {
  /// The headphones' sink goes: silence, until the meaning is known.
  case nodeRemoved
  /// The sound would now come out of the speakers: the headphones are lost.
  case defaultChanged
  /// There is no sink for the stream.
  case streamError
  /// A pause by a session manager, or by the phone's desktop companion.
  case busPause
  case callBegins
  case callEnds
  case play
  case pause

  static let call = Hold.call(application: "Zoom")
  static let lost = PauseReason.routeLost("Headphones")

  var events: [Player.Event] {
    switch self {
    case .nodeRemoved: [.holdBegan(.route)]
    case .defaultChanged: [.pause(Self.lost)]
    case .streamError: [.holdBegan(.noSink)]
    case .busPause, .pause: [.pause(.user)]
    case .callBegins: [.holdBegan(Self.call)]
    case .callEnds: [.holdEnded(Self.call)]
    case .play: [.play]
    }
  }
}

/// The policy without a state: the result of an order of events from the listener's point of view.
struct PolicyStatement {
  let order: [OutsideEvent]

  /// The events after the listener's last Play, which overrules everything before.
  private var sincePlay: ArraySlice<OutsideEvent> {
    order.lastIndex(of: .play).map { order[($0 + 1)...] } ?? order[...]
  }

  /// A Play between the sink's removal and the report of the new route has decided about it.
  private var isLossDecided: Bool {
    guard let played = order.lastIndex(of: .play), let removed = order.firstIndex(of: .nodeRemoved) else {
      return false
    }
    return removed < played
  }

  /// The reason for a permanent pause.
  var pause: PauseReason? {
    if sincePlay.contains(.defaultChanged), !isLossDecided { return OutsideEvent.lost }
    return sincePlay.contains(.pause) || sincePlay.contains(.busPause) ? .user : nil
  }

  /// The holds that forbid sound. A missing sink cannot be overruled.
  var holds: [Hold] {
    var holds: [Hold] = []
    if order.contains(.streamError) { holds.append(.noSink) }
    if let begun = sincePlay.firstIndex(of: .callBegins), !order[begun...].contains(.callEnds) {
      holds.append(OutsideEvent.call)
    }
    if let removed = sincePlay.firstIndex(of: .nodeRemoved), !order[removed...].contains(.defaultChanged) {
      holds.append(.route)
    }
    return holds
  }

  var status: PlaybackStatus { pause == nil && holds.isEmpty ? .playing : .paused }
  var reason: PauseReason? { pause ?? holds.compactMap(\.reason).max() }
}
