import Playback

/// The action of a notification's button.
enum Remedy: Equatable {
  /// Reads on behind a chapter that cannot be read, which belongs behind a track.
  case readOn(after: TrackID)
  /// Tries again to speak what could not be spoken.
  case tryAgain
  /// Shows a file, by its URI, among the others of its folder.
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
