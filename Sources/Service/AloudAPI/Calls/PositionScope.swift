internal import BusValues

/// The range in which a position counts: the option `of`.
public enum PositionScope: String, CaseIterable, Sendable {
  /// The current track.
  case track
  /// All chapters of the current track's document; the track itself if it has no document.
  case document
  /// What is studied in the current track: its recording, or its text as it is read without an exercise. The track
  /// itself if it is not studied.
  case recording

  /// The scope as an option; the default is left out.
  var table: [String: BusValue] { self == .track ? [:] : ["of": .string(rawValue)] }
}
