/// What Next and Previous move by.
public enum MovingUnit: String, CaseIterable, Sendable {
  /// A sentence.
  case sentence
  /// A block of the text.
  case paragraph
  /// What begins with a heading.
  case heading
  /// A page of the printed edition.
  case page
  /// A bookmark of the listener's.
  case bookmark
  /// A time: `skip-interval` of the configuration.
  case skip
  /// A track: a chapter of a book, or a whole text.
  case track

  /// What the same key means when it is pressed again at once; `nil` where nothing is larger.
  public var larger: MovingUnit? {
    switch self {
    case .sentence: .paragraph
    case .paragraph, .heading, .page, .bookmark, .skip: .track
    case .track: nil
    }
  }
}

/// Which way a step goes.
public enum StepDirection: Sendable, CaseIterable {
  case forward
  case back
}

extension Player {
  /// The entry that is played after another one, if nothing intervenes; `nil` behind the last.
  public func following(_ id: TrackID) -> TrackID? { queue.following(id) }
  /// The entry that is played before another one; `nil` before the first.
  public func preceding(_ id: TrackID) -> TrackID? { queue.preceding(id) }
}

extension Snapshot {
  /// What is shown where Next and Previous move by a unit: within an open track there is nearly always somewhere to go,
  /// and in a stopped one no place to move from.
  public func movable(by unit: MovingUnit) -> Snapshot {
    guard unit != .track else { return self }
    var snapshot = self
    snapshot.canGoNext = canSeek
    snapshot.canGoPrevious = canSeek
    return snapshot
  }
}
