import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading
import Speech
import Vocabulary

// The calls of clients about playing, pausing and seeking.
extension AloudObject {
  func hush() -> Answer {
    announcing.hush()
    openings.clear(.hushed)
    return .done
  }

  func clear() -> Answer {
    openings.clear(.removed)
    return .done
  }

  func endSeries(_ track: ObjectPath, _ error: String?) throws(APIError) -> Answer {
    session.endSeries(
      try known(track), error.map { ReadingError(.unreadable, "the next chapter does not come: \($0)") })
    return .done
  }

  func stop() -> Answer {
    session.send(.stop)
    return .done
  }

  func play() throws(APIError) -> Answer {
    try needTrack()
    session.send(.play)
    return .done
  }

  func pause(at point: PausePoint) -> Answer {
    switch point {
    case .immediate: session.send(.pause(.user))
    case .word: session.pause(atEndOf: .word)
    case .sentence: session.pause(atEndOf: .sentence)
    }
    return .done
  }

  func toggle() throws(APIError) -> Answer {
    try needTrack()
    session.send(.toggle)
    return .done
  }

  // MARK: Places

  func seek(by offset: Microseconds) throws(APIError) -> Answer {
    try needTrack()
    session.seek(by: offset, acrossChapters: true)
    return .now([.microseconds(session.position)])
  }

  func setPosition(
    _ position: Microseconds, of track: ObjectPath?, in scope: PositionScope, for call: IncomingCall
  ) throws(APIError) -> Answer {
    if scope == .document, session.isInDocument {
      try needCurrent(track)
      return seek(for: call) { _ in position }
    }
    try needTrack()
    try needCurrent(track)
    if scope == .recording { return try setPosition(ofRecording: position) }
    // While the length is an estimate, a place after it may still be in the text.
    if let length = session.snapshot.length, length.isExact, position > length.microseconds {
      throw APIError(.outOfRange, "the text ends after \(ClockText.of(microseconds: length.microseconds))")
    }
    session.send(.seek(to: position))
    return .now([.microseconds(session.position)])
  }

  func setPosition(fraction: Double, in scope: PositionScope, for call: IncomingCall) throws(APIError) -> Answer {
    if scope == .document, session.isInDocument {
      return seek(for: call) { book in Microseconds(clamping: Double(book.length.microseconds) * fraction) }
    }
    try needTrack()
    if scope == .recording, let studied {
      return try setPosition(
        ofRecording: Microseconds(clamping: Double(studied.originalLength) * fraction))
    }
    let length = session.snapshot.length?.microseconds ?? 0
    session.send(.seek(to: Microseconds(clamping: Double(length) * fraction)))
    return .now([.microseconds(session.position)])
  }

  func goToText(_ offset: UInt32, _ unit: CountingUnit, of track: ObjectPath) throws(APIError) -> Answer {
    let spoken = try text(of: track)
    guard spoken.id == session.snapshot.track else {
      throw APIError(.stale, "\(track) is not the current track")
    }
    try APIError.of { () throws(ReadingError) in try session.goTo(offset, unit, in: spoken) }
    return .now([.microseconds(session.position)])
  }

  private func needCurrent(_ track: ObjectPath?) throws(APIError) {
    guard let track, TrackID(track) != session.snapshot.track else { return }
    throw APIError(.stale, "\(track) is no longer the current track")
  }

  /// Goes to a place in the current document, and answers once the reading is there. A place in a whole book needs all
  /// of the text, or the part up to that place.
  private func seek(for call: IncomingCall, to place: @escaping @Core (BookTimeline) -> Microseconds) -> Answer {
    session.seekInDocument(to: place) { [session] result in
      switch result {
      case .success: call.reply([.microseconds(session.position)])
      case .failure(let error): call.fail(error.busError)
      }
    }
    return .later
  }
}
