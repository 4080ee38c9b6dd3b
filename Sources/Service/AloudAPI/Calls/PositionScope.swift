internal import BusValues

/// The range in which a position counts: the option `of`.
public enum PositionScope: String, CaseIterable, Sendable {
  /// The current track.
  case track
  /// All chapters of the current track's document; the track itself if it has no document.
  case document

  /// The scope as an option; the default is left out.
  var table: [String: BusValue] { self == .track ? [:] : ["of": .string(rawValue)] }
}
