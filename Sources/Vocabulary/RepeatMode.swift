/// The part of a track that is repeated: as `Repeat` asks for it, and as the property of that name shows it.
public enum RepeatMode: String, CaseIterable, Sendable {
  /// Nothing is repeated within a track.
  case off
  case sentence
  case paragraph
  /// The whole track: MPRIS `LoopStatus` says `Track`.
  case chapter
  /// The beginning of a part is marked, at the word that is heard.
  case a
  /// Its end is marked, after the word that is heard. A request only: the property then says `ab`.
  case b
  /// A part between two marks. As a request, the mark that is missing; where none is, both are taken away.
  case ab

  /// The words that the property can have.
  public static let shown = allCases.filter { $0 != .b }
}
