public import Study

/// The way in which the listener studies a document, and what was changed by hand in its phrases. It outlives the queue,
/// another analysis, and a file that moved.
public struct KeptStudy: Equatable, Sendable {
  /// The way in which it is studied, or was the last time.
  public var plan: StudyPlan
  /// False if it is heard as it is.
  public var isOn: Bool
  /// The phrases of the listener; none for a text.
  public var edits: PhraseEdits

  /// The value from its parts.
  public init(plan: StudyPlan, isOn: Bool, edits: PhraseEdits = PhraseEdits()) {
    (self.plan, self.isOn, self.edits) = (plan, isOn, edits)
  }
}
