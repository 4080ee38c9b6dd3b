import Documents
import EventLoop
import Playback
import Speech
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// The promises of a session, which hold at every moment, whatever happens.
///
/// It counts for itself what was told, and compares that with what is shown and what the device has taken.
@Core
struct WalkPromises {
  private enum Utterance {
    case speaking, paused
  }

  private var utterances: [TrackID: Utterance] = [:]
  private var messages: [String] = []
  /// The last sentence and word that were told since the last jump.
  private var last: (track: TrackID, sentence: Int, scalar: Int)?
  private var lastPlace: (track: TrackID, position: Int64)?
  /// True if a jump was told, or nothing was promised of the position since it was looked at.
  private var hasJumped = true
  /// True if a word may be told again: it was silenced at its beginning.
  private var mayRepeat = false
  /// The frames that the device had taken when there had been silence for a while.
  private var silence: (since: Int64, taken: Int?)?
  private var paused: Set<TrackID> = []
  /// The sentence of a track after whose end nothing may be told before the reading pauses.
  private var end: (track: TrackID, sentence: Int, isSleep: Bool)?

  /// True if the end of something is waited for.
  var awaitsAnEnd: Bool { end != nil }

  /// An utterance without an end, in an idle session.
  var leftover: String? { utterances.isEmpty ? nil : "utterances have no end: \(utterances)" }

  // MARK: The listener

  /// The listener wants to hear.
  mutating func listenerActs() { paused = [] }

  mutating func listenerPaused(_ session: Session) {
    guard session.snapshot.status == .paused, let current = session.player.current else { return }
    paused.insert(current)
  }

  mutating func awaitNothing() { end = nil }

  /// A pause at the end of something was asked for.
  mutating func awaitPause(in session: Session) {
    guard session.player.awaitsMark, let place = session.steppingPlace else { return end = nil }
    end = (place.track, place.sentence, false)
  }

  mutating func awaitSleep(_ extent: SleepTimer.Extent, in session: Session) {
    guard session.player.sleep?.extent == extent, let place = session.steppingPlace, session.player.isHeard,
      session.snapshot.status == .playing, case .sentence = session.feeder.place(of: session.feeder.heard() ?? 0),
      let track = session.track(place.track)
    else { return end = nil }
    var last = place.sentence
    if extent == .paragraph { while last + 1 < track.sentenceCount, !track.timeline.endsParagraph(last) { last += 1 } }
    end = (place.track, last, true)
  }

  // MARK: What is told

  mutating func note(_ notice: SessionNotice, in session: Session) {
    switch notice {
    case .utterance(let event, let id): note(event, id)
    case .seeked:
      hasJumped = true
      last = nil
    case .heard(.sentence(let plan), _): note(plan)
    case .heard(.word(let plan, let word), let position): note(word, of: plan, at: position, in: session)
    case .changed(let old, let new):
      if old.track != new.track || new.status == .stopped {
        hasJumped = true
        last = nil
      }
    default: break
    }
  }

  private mutating func note(_ event: Player.UtteranceEvent, _ id: TrackID) {
    let former = utterances[id]
    switch event {
    case .started:
      if former != nil { messages.append("\(id) starts twice") }
      if utterances.values.contains(.speaking) { messages.append("\(id) starts while another one is heard") }
      if paused.contains(id) { messages.append("\(id) was paused, and starts") }
      utterances[id] = .speaking
      last = nil
      hasJumped = true
    case .paused(let reason):
      if former != .speaking { messages.append("\(id) is paused (\(reason)) and is not heard") }
      utterances[id] = .paused
      end = nil
    case .resumed:
      if former != .paused { messages.append("\(id) is resumed and was not paused") }
      if paused.contains(id) { messages.append("\(id) was paused, and nobody lets it go on") }
      utterances[id] = .speaking
      mayRepeat = true
    case .finished:
      if former == nil { messages.append("\(id) ends and has not begun") }
      utterances[id] = nil
    case .cancelled: utterances[id] = nil
    }
  }

  private mutating func note(_ plan: SentencePlan) {
    if utterances[plan.track] == nil { messages.append("a sentence of \(plan.track), which is not heard") }
    if let end, end.track != plan.track || plan.sentence > end.sentence || plan.goesBack {
      messages.append("sentence \(plan.sentence) of \(plan.track) comes before the pause (\(end))")
    }
    if plan.goesBack { last = nil }
    if let last, last.track == plan.track, plan.sentence < last.sentence {
      messages.append("sentence \(plan.sentence) comes after sentence \(last.sentence)")
    }
  }

  private mutating func note(_ word: WordMark, of plan: SentencePlan, at position: Int64, in session: Session) {
    if utterances[plan.track] == nil { messages.append("a word of \(plan.track), which is not heard") }
    let scalar = word.span.scalars.lowerBound
    if let last, last.track == plan.track {
      let isLater = (last.sentence, last.scalar) < (plan.sentence, scalar)
      let isSame = (last.sentence, last.scalar) == (plan.sentence, scalar)
      if !isLater, !(isSame && mayRepeat) {
        messages.append("the word at \(plan.sentence).\(scalar) comes after that at \(last.sentence).\(last.scalar)")
      }
    }
    mayRepeat = false
    last = (plan.track, plan.sentence, scalar)
  }

  // MARK: What is shown

  /// The first promise that is broken; `nil`: none.
  mutating func broken(_ hand: ManualSession) -> String? {
    if let message = messages.first { return message }
    return position(hand) ?? silence(hand)
  }

  private mutating func position(_ hand: ManualSession) -> String? {
    defer { hasJumped = false }
    guard let current = hand.current, hand.status != .stopped else {
      lastPlace = nil
      return nil
    }
    let now = hand.session.position
    let former = lastPlace
    lastPlace = (current, now)
    guard !hasJumped, let former, former.track == current, now < former.position else { return nil }
    // After a pause at the end of a lap the device is heard out: the beginning of the next lap, which is told with Play.
    if hand.session.player.repetition != nil, hand.status != .playing { return nil }
    return "the position goes back from \(former.position) to \(now), and no jump was told"
  }

  private mutating func silence(_ hand: ManualSession) -> String? {
    guard hand.status != .playing else {
      silence = nil
      return nil
    }
    let since = silence?.since ?? hand.milliseconds
    let taken = hand.output.taken.count
    // The cycle in which silence is ordered is heard to its end.
    let former = silence?.taken
    silence = (since, hand.milliseconds - since > 25 ? taken : nil)
    guard let former, taken != former else { return nil }
    return "\(taken - former) frames sound while it is silent (\(hand.status), \(hand.reason))"
  }
}
