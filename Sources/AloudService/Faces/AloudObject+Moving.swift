import AloudAPI
import BusValues
import EventLoop
import MPRIS
import Playback
import Speech
import Store

// Moving by meaning, repeating, and the sleep timer, as clients ask for them.
extension AloudObject {
  /// Performs a call of these; `nil` for any other.
  func performMoving(_ command: AloudCall) throws(APIError) -> [BusValue]? {
    switch command {
    case .next(let unit):
      try needTrack()
      try transport.step(.forward, unit)
    case .previous(let unit):
      try needTrack()
      try transport.step(.back, unit)
    case .again:
      try needTrack()
      session.again()
    case .repeat(let word):
      if word != .off { try needReading() }
      try repeatPart(word)
      return [.string(session.snapshot.repeatMode.rawValue)]
    case .sleep(let unit, let amount, let isAdding):
      try needReading()
      setSleep(unit, amount, isAdding: isAdding)
      return [.int64(session.sleepRemaining ?? -1)]
    case .sleepBack:
      try session.goBackToSleepPlace()
      return [.int64(session.position)]
    default: return nil
    }
    return []
  }

  private func needReading() throws(APIError) {
    try needTrack()
    guard session.snapshot.canSeek else { throw APIError(.noTrack, "nothing is being read; `aloud play` begins") }
  }

  private func repeatPart(_ word: RepeatWord) throws(APIError) {
    switch word {
    case .off: session.send(.setRepeat(.off))
    case .sentence, .paragraph, .chapter:
      session.send(.setRepeat(word == .sentence ? .sentence : word == .paragraph ? .paragraph : .chapter))
    case .a: try session.mark(.a)
    case .b: try session.mark(.b)
    case .ab: try session.mark(.next)
    }
  }

  private func setSleep(_ unit: SleepUnit, _ amount: Int64, isAdding: Bool) {
    switch unit {
    case .off: session.setSleep(nil)
    case .time where isAdding: session.extendSleep(by: .microseconds(amount))
    case .time: session.setSleep(.time(.microseconds(amount)))
    case .sentence: session.setSleep(.sentence)
    case .paragraph: session.setSleep(.paragraph)
    case .chapter: session.setSleep(.chapters(Int(amount)))
    }
  }

  // MARK: Properties

  /// The timer's unit and its chapters, which a snapshot alone decides.
  static func sleepUnit(_ sleep: SleepTimer?) -> (unit: SleepUnit, chapters: Int) {
    switch sleep?.extent {
    case nil: (.off, 0)
    case .time: (.time, 0)
    case .sentence: (.sentence, 0)
    case .paragraph: (.paragraph, 0)
    case .chapters(let count): (.chapter, count)
    }
  }

  var sleepRemaining: BusValue { .int64(session.sleepRemaining ?? -1) }

  var sleepPlace: BusValue {
    guard let place = session.sleepPlace, let entry = session.player.entry(place.track) else { return .vardict([:]) }
    return .vardict([
      "track": .objectPath(place.track.objectPath), "title": .string(entry.metadata.title),
      "position": .int64(place.place.microseconds),
    ])
  }
}
