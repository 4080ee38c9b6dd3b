import AloudAPI
import BusValues
import EventLoop
import MPRIS
import Playback
import Reading
import Speech
import Store
import Vocabulary

// The calls of clients about stepping by meaning, repeating, and the sleep timer.
extension AloudObject {
  func step(_ direction: StepDirection, _ unit: MovingUnit?) throws(APIError) -> Answer {
    try needTrack()
    try transport.step(direction, unit)
    return .done
  }

  func again() throws(APIError) -> Answer {
    try needTrack()
    session.again()
    return .done
  }

  func goBackToSleepPlace() throws(APIError) -> Answer {
    try APIError.of { () throws(ReadingError) in try session.goBackToSleepPlace() }
    return .now([.microseconds(session.position)])
  }

  private func needReading() throws(APIError) {
    try needTrack()
    guard session.snapshot.canSeek else { throw APIError(.noTrack, "nothing is being read; `aloud play` begins") }
  }

  func repeatPart(_ mode: RepeatMode) throws(APIError) -> Answer {
    if mode != .off { try needReading() }
    switch mode {
    case .off, .sentence, .paragraph, .chapter: session.send(.setRepeat(mode))
    case .a: try mark(.a)
    case .b: try mark(.b)
    case .ab: try mark(.next)
    }
    return .now([.string(session.snapshot.repeatMode.rawValue)])
  }

  private func mark(_ mark: RepeatMark) throws(APIError) {
    try APIError.of { () throws(ReadingError) in try session.mark(mark) }
  }

  func setSleep(_ unit: SleepUnit, _ amount: Int64, isAdding: Bool) throws(APIError) -> Answer {
    try needReading()
    switch unit {
    case .off: session.setSleep(nil)
    case .time where isAdding: session.extendSleep(by: .microseconds(amount))
    case .time: session.setSleep(.time(.microseconds(amount)))
    case .sentence: session.setSleep(.sentence)
    case .paragraph: session.setSleep(.paragraph)
    case .chapter: session.setSleep(.chapters(Int(amount)))
    }
    return .now([.microseconds(session.sleepRemaining ?? -1)])
  }

  // MARK: Properties

  /// The timer's unit and its number of chapters, from a snapshot alone.
  static func sleepUnit(_ sleep: SleepTimer?) -> (unit: SleepUnit, chapters: Int) {
    switch sleep?.extent {
    case nil: (.off, 0)
    case .time: (.time, 0)
    case .sentence: (.sentence, 0)
    case .paragraph: (.paragraph, 0)
    case .chapters(let count): (.chapter, count)
    }
  }

  var sleepRemaining: BusValue { .microseconds(session.sleepRemaining ?? -1) }

  var sleepPlace: BusValue {
    guard let place = session.sleepPlace, let entry = session.player.entry(place.track) else { return .vardict([:]) }
    return .vardict([
      "track": .objectPath(place.track.objectPath), "title": .string(entry.metadata.title),
      "position": .microseconds(place.place.microseconds),
    ])
  }

  /// Keeps the place at which the listener looks in a text without times.
  func lookAt(_ sentence: Int, in path: ObjectPath) throws(APIError) -> Answer {
    let track = try text(of: path)
    guard let text = track.untimedText else {
      throw APIError(.unsupported, "its text is shown where it is heard; only one without times has another place")
    }
    guard sentence < text.sentenceCount else {
      throw APIError(.outOfRange, "there is no sentence \(sentence); the last one is \(text.sentenceCount - 1)")
    }
    library.library.look(at: text.span(of: sentence).scalars.lowerBound, in: track)
    return .done
  }
}
