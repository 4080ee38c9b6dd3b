public import EventLoop

/// Knows if engines or voices have come or gone since the voices were listed.
@Core
public protocol VoiceChanges: AnyObject {
  /// True if nothing tells that some have. It is asked for each text.
  var areKnown: Bool { get }
  /// Calls `done` when all that have come or gone until now are known, and after some seconds in any case.
  ///
  /// - Returns: false if they are known; `done` is not called then.
  func wait(_ done: @escaping @Core () -> Void) -> Bool
}

extension EngineDirectory {
  /// True if no engine is waited for, and nothing tells that there are other voices than those that are known.
  public var knowsVoices: Bool { changes?.areKnown ?? !isListing }

  /// Calls `done` when all voices that are installed now are known, and after some seconds in any case. No engine is
  /// asked unless something has changed.
  ///
  /// - Returns: false if they are known; `done` is not called then.
  public func awaitVoices(_ done: @escaping @Core () -> Void) -> Bool {
    if let changes { return changes.wait(done) }
    guard isListing else { return false }
    whenListed(done)
    return true
  }
}
