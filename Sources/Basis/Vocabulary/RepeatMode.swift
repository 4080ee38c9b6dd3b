/// The part of a track that is repeated, in the call `Repeat` and in the property of that name.
public enum RepeatMode: String, CaseIterable, Sendable {
  /// Nothing is repeated within a track.
  case off
  case sentence
  case paragraph
  /// The whole track: MPRIS `LoopStatus` is `Track`.
  case chapter
  /// The beginning of a part is marked, at the current word.
  case a
  /// Its end is marked, after the current word. This is only a request: the property is `ab` then.
  case b
  /// A part between two marks. As a request, it sets the missing mark; if none is missing, it removes both.
  case ab

  /// The possible words of the property.
  public static let shown = allCases.filter { $0 != .b }
}
