public import Vocabulary

/// A change that the listener makes by hand in the phrases of a recording. A phrase is named by a time in it.
public struct PhraseEdit: Equatable, Sendable {
  /// The kind of change.
  public enum Kind: String, CaseIterable, Sendable {
    /// The phrase becomes two at ``PhraseEdit/time``.
    case split
    /// The phrase and the next one become one.
    case join
    /// The phrase begins at ``PhraseEdit/time``.
    case start
    /// The phrase ends at ``PhraseEdit/time``.
    case end
    /// The phrase, and those that were edited with it, become what is found in the recording.
    case restore
    /// All phrases become what is found in the recording.
    case restoreAll = "restore-all"
  }

  /// The kind of change.
  public var kind: Kind
  /// A time in the phrase.
  public var phrase: Microseconds
  /// The time in the recording to which an edge goes, or at which the phrase is divided; unused by the other kinds.
  public var time: Microseconds

  /// The value from its parts.
  public init(_ kind: Kind, of phrase: Microseconds, at time: Microseconds = 0) {
    (self.kind, self.phrase, self.time) = (kind, phrase, time)
  }

  /// The reason why a change is not made.
  public enum Refusal: Error, Equatable {
    /// No phrase has the time.
    case noPhrase
    /// A phrase would be shorter than ``PhraseEdits/shortest``.
    case tooShort
    /// The edge would lie in another phrase, which has this edge there.
    case crosses(Microseconds)
    /// A chapter begins there.
    case chapter(Microseconds)
    /// Nothing follows that could be joined.
    case last
    /// The phrase is as it was found.
    case notEdited
    /// The listener has edited more than ``PhraseEdits/most`` phrases of the recording.
    case tooMany
  }
}
