/// The characters that a voice reads wrong, and how they are written for it. Pure; any thread.
public protocol HanziSpelling: Sendable {
  /// True for a character that the voice cannot read. It is left out.
  func isUnread(_ scalar: Unicode.Scalar) -> Bool

  /// The longest word at `place` that is written otherwise for the voice.
  ///
  /// - Parameter isPermitted: true if a word may end at a place.
  /// - Returns: a syllable in Latin letters for each character; `nil` if there is no such word.
  func reading(
    at place: Int, in scalars: [Unicode.Scalar], where isPermitted: (_ end: Int) -> Bool
  ) -> [String]?
}
