@testable import Playback

/// What happens outside, in the words of S4-05, and what the drivers make of it.
enum OutsideEvent: CaseIterable, Hashable {
  /// The sink of the headphones goes: silence, until it is known what that means.
  case nodeRemoved
  /// The sound would come out of the speakers now: the headphones are lost.
  case defaultChanged
  /// There is no sink that the stream could go to.
  case streamError
  /// A session manager, or the phone's desktop companion.
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

/// The policy, stated without a state: what the order of events comes to, as a listener would put it.
struct PolicyStatement {
  let order: [OutsideEvent]

  /// What happened after the listener's last Play; everything before it he has overruled.
  private var sincePlay: ArraySlice<OutsideEvent> {
    order.lastIndex(of: .play).map { order[($0 + 1)...] } ?? order[...]
  }

  /// A Play between the sink's end and the news of where the sound goes has decided about it.
  private var isLossDecided: Bool {
    guard let played = order.lastIndex(of: .play), let removed = order.firstIndex(of: .nodeRemoved) else {
      return false
    }
    return removed < played
  }

  /// What pauses for good.
  var pause: PauseReason? {
    if sincePlay.contains(.defaultChanged), !isLossDecided { return OutsideEvent.lost }
    return sincePlay.contains(.pause) || sincePlay.contains(.busPause) ? .user : nil
  }

  /// What forbids sound for now. Nobody can overrule that there is no sink.
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
  var reason: PauseReason? { pause ?? holds.map(\.reason).max() }
}
