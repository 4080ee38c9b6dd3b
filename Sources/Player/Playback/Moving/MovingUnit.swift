public import Vocabulary

extension MovingUnit {
  /// The unit of another press of the same key; `nil` if there is no larger one.
  public var larger: MovingUnit? {
    switch self {
    case .sentence: .paragraph
    case .paragraph, .heading, .page, .bookmark, .skip: .track
    case .track: nil
    }
  }
}

/// The direction of a step.
public enum StepDirection: Sendable, CaseIterable {
  case forward
  case back
}

extension Player {
  /// The entry that is played after another one if nothing intervenes; `nil` for the last.
  public func following(_ id: TrackID) -> TrackID? { queue.following(id) }
  /// The entry that is played before another one; `nil` for the first.
  public func preceding(_ id: TrackID) -> TrackID? { queue.preceding(id) }
}

extension Snapshot {
  /// The snapshot for faces whose Next and Previous move by a unit. Within an open track there is nearly always a place
  /// to move to; a stopped one has no place to move from.
  public func movable(by unit: MovingUnit) -> Snapshot {
    guard unit != .track else { return self }
    var snapshot = self
    snapshot.canGoNext = canSeek
    snapshot.canGoPrevious = canSeek
    return snapshot
  }
}
