/// The reason of a pause or interruption, in words.
struct PauseText {
  /// The property `PauseReason`.
  var reason: String
  /// The property `PauseDetail`.
  var detail: String
  /// True if the silence ends with its reason.
  var endsByItself: Bool

  /// One clause for people; `nil` if the listener paused the reading.
  var explanation: String? {
    let about = detail.isEmpty ? "" : ": \(detail)"
    return switch reason {
    case "", "user": nil
    case "mark": "as asked, at this place"
    case "sleep-timer": "the sleep timer"
    case "route-change": "the sound is moving to another output"
    case "call": endsByItself ? "during a call\(about)" : "a long call\(about)"
    case "muted": endsByItself ? "waiting until it can be heard" : "it could not be heard for a long time"
    case "no-link":
      "PipeWire connects the sound to no output; try: systemctl --user restart pipewire.service"
    case "no-sink": endsByItself ? "waiting for a sound output" : "there was no sound output for a long time"
    case "server-lost": endsByItself ? "waiting for PipeWire" : "PipeWire was missing for a long time"
    case "engine-lost": "the speech engine ends again and again; 'aloud play' tries once more"
    case "other-player": "another player started\(about)"
    case "seat": "another user's session is in front"
    case "lock": "the screen was locked"
    case "sleep": "the machine slept"
    case "restart": "the service ended and is back"
    case "route-lost": detail.isEmpty ? "the headphones were unplugged" : "unplugged\(about)"
    default: reason + about
    }
  }

  /// The form in a line of events: `route-lost: Headphones`.
  var short: String { detail.isEmpty ? reason : "\(reason): \(detail)" }
}
