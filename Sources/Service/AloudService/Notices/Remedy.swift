import Playback

/// The action of a notification's button.
enum Remedy: Equatable {
  /// Continues after a chapter that cannot be read. The chapter belongs after the given track.
  case readOn(after: TrackID)
  /// Tries again to speak the text that failed.
  case tryAgain
  /// Shows a file, by its URI, among the others in its folder.
  case showFile(String)

  /// The action's key in the notification.
  var key: String {
    switch self {
    case .readOn: "read-on"
    case .tryAgain: "try-again"
    case .showFile: "show-file"
    }
  }

  /// The button's label.
  var label: String {
    switch self {
    case .readOn: "Read on After It"
    case .tryAgain: "Try Again"
    case .showFile: "Show File"
    }
  }
}
