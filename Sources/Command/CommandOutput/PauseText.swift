import Vocabulary

/// The reason of a pause or interruption, in words.
package struct PauseText {
  /// The property `PauseReason`.
  package var reason: String
  /// The property `PauseDetail`.
  package var detail: String
  /// True if the silence ends with its reason.
  package var endsByItself: Bool

  /// A reason with its detail; both may be empty.
  package init(reason: String, detail: String, endsByItself: Bool) {
    (self.reason, self.detail, self.endsByItself) = (reason, detail, endsByItself)
  }

  /// One clause for people; `nil` if the listener paused the reading. A word of a later version stands for itself.
  package var explanation: String? {
    let about = detail.isEmpty ? "" : ": \(detail)"
    return switch PauseWord(rawValue: reason) {
    case .user: nil
    case .announcement: "an announcement"
    case .mark: "as asked, at this place"
    case .sleepTimer: "the sleep timer"
    case .routeChange: "the sound is moving to another output"
    case .call: endsByItself ? "during a call\(about)" : "a long call\(about)"
    case .muted: endsByItself ? "waiting until it can be heard" : "it could not be heard for a long time"
    case .noLink:
      "PipeWire connects the sound to no output; try: systemctl --user restart pipewire.service"
    case .noSink: endsByItself ? "waiting for a sound output" : "there was no sound output for a long time"
    case .serverLost: endsByItself ? "waiting for PipeWire" : "PipeWire was missing for a long time"
    case .engineLost: "the speech engine ends again and again; 'aloud play' tries once more"
    case .otherPlayer: "another player started\(about)"
    case .seat: "another user's session is in front"
    case .lock: "the screen was locked"
    case .sleep: "the machine slept"
    case .restart: "the service ended and is back"
    case .routeLost: detail.isEmpty ? "the headphones were unplugged" : "unplugged\(about)"
    case nil: reason.isEmpty ? nil : reason + about
    }
  }

  /// The form in a line of events: `route-lost: Headphones`.
  package var short: String { detail.isEmpty ? reason : "\(reason): \(detail)" }
}
