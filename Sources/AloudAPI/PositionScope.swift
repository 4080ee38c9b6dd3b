internal import BusValues

/// What a position counts in: the option `of`.
public enum PositionScope: String, CaseIterable, Sendable {
  /// The current track.
  case track
  /// All chapters of the document that the current track is one of; the track itself where it is none.
  case document

  /// As an option of a call.
  var table: [String: BusValue] { self == .track ? [:] : ["of": .string(rawValue)] }
}
