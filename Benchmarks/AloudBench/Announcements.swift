import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop

/// The announcements of the service from now on, until it ends.
@Core
final class Announcements {
  private(set) var words: [WordSignal] = []
  private var reason = ""
  /// The reasons for silence, one for each time at which it began or the reason changed.
  private(set) var reasons: [String] = []
  private(set) var finished = 0
  private var token: MatchToken?

  init(of aloud: Aloud) async throws {
    token = aloud.rig.bus.subscribe(MatchRule(path: AloudBus.path, interface: AloudBus.interface)) { [weak self] in
      self?.take(AloudEvent(member: $0.member.text, arguments: $0.arguments))
    }
    let kinds: [EventKind] = [.word, .utterance, .state]
    try await aloud.call("Subscribe", [.strings(kinds.map(\.rawValue))])
  }

  private func take(_ event: AloudEvent?) {
    switch event {
    case .word(let word): words.append(word)
    case .stateChanged(let state):
      if state.reason != reason, !state.reason.isEmpty { reasons.append(state.reason) }
      reason = state.reason
    case .utteranceFinished: finished += 1
    default: break
    }
  }

  /// The places of the words that were heard.
  var places: [Int] { words.map { Int($0.range.scalars.start) } }

  func wait(forWords count: Int) async throws {
    try await eventually("\(count) words are heard") { words.count >= count }
  }

  func waitForEnd() async throws { try await eventually("the text is read") { finished > 0 } }
}
