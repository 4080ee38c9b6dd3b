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
  private var lastPlace: (track: TrackID, position: Microseconds)?
  /// True if a jump was told, or nothing was promised of the position since it was looked at.
  private var hasJumped = true
  /// True if a word may be told again: it was silenced at its beginning.
  private var mayRepeat = false
  /// The frames that the device had taken when there had been silence for a while.
  private var silence: (since: Int64, taken: Int?)?
  private var paused: Set<TrackID> = []
  /// The sentence of a track after whose end nothing may be told before the reading pauses.
  private var end: End?

  private struct End {
    var track: TrackID
    var sentence: Int
    /// The reason with which the reading pauses there.
    var reason: PauseReason
    /// True if the reading must not pause before the end of that sentence, or of its repeated part.
    var isWhole: Bool
  }

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
  mutating func awaitPause(atEndOf unit: TextUnit, in session: Session) {
    // Until something is heard, the sentence is not certain.
    guard session.player.awaitsMark, session.player.isHeard, let place = session.steppingPlace else { return end = nil }
    end = End(track: place.track, sentence: place.sentence, reason: .mark, isWhole: unit == .sentence)
  }

  mutating func awaitSleep(_ extent: SleepTimer.Extent, in session: Session) {
    guard session.player.sleep?.extent == extent, let place = session.steppingPlace, session.player.isHeard,
      session.snapshot.status == .playing, case .sentence = session.feeder.place(of: session.feeder.heard() ?? 0),
      let track = session.track(place.track)
    else { return end = nil }
    var last = place.sentence
    if extent == .paragraph { while last + 1 < track.sentenceCount, !track.timeline.endsParagraph(last) { last += 1 } }
    let isWhole = extent == .sentence || session.player.repetition == nil
    end = End(track: place.track, sentence: last, reason: .sleepTimer, isWhole: isWhole)
  }

  // MARK: What is told

  mutating func note(_ notice: SessionNotice, in session: Session) {
    switch notice {
    case .utterance(let event, let id): note(event, id, in: session)
    case .seeked:
      hasJumped = true
      last = nil
    case .heard(.sentence(let plan), _): note(plan)
    case .heard(.word(let plan, let word), let position): note(word, of: plan, at: position, in: session)
    case .changed(let old, let new):
      // It may sound for less time than passes between two looks at it.
      if new.status == .playing { silence = nil }
      if old.track != new.track || new.status == .stopped {
        hasJumped = true
        last = nil
      }
    default: break
    }
  }

  private mutating func note(_ event: Player.UtteranceEvent, _ id: TrackID, in session: Session) {
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
      if let end, end.track == id, end.reason == reason, end.isWhole { expect(theEndOf: end, in: session) }
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

  /// The reading pauses: the sentence, or the repeated part of it, has been heard.
  private mutating func expect(theEndOf end: End, in session: Session) {
    guard let heard = session.feeder.heard(), let timeline = session.feeder.track?.timeline else { return }
    let place = session.feeder.place(of: heard)
    let sentence = place.sentence(in: timeline)
    if sentence < end.sentence { messages.append("the \(end.reason) comes in sentence \(sentence)") }
    guard sentence == end.sentence, case .sentence(_, let offset) = place, var length = timeline.speech(of: sentence)
    else { return }
    if let lapEnd = ABLoop(session.feeder.repetition, of: end.track)?.end(in: sentence, from: offset) {
      length = min(length, lapEnd)
    }
    if offset < length - Self.accuracy {
      messages.append("the \(end.reason) comes \(length - offset) frames before the end of sentence \(sentence)")
    }
  }

  /// The frames by which the heard place may be wrong, in speech of 22,050 frames a second.
  private static let accuracy: Frame = 882

  private mutating func note(_ plan: SentencePlan) {
    if utterances[plan.track] == nil { messages.append("a sentence of \(plan.track), which is not heard") }
    if let end, end.track != plan.track || plan.sentence > end.sentence || plan.goesBack {
      messages.append("sentence \(plan.sentence) of \(plan.track) comes before the \(end.reason) after \(end.sentence)")
    }
    if plan.goesBack { last = nil }
    if let last, last.track == plan.track, plan.sentence < last.sentence {
      messages.append("sentence \(plan.sentence) comes after sentence \(last.sentence)")
    }
  }

  private mutating func note(_ word: WordMark, of plan: SentencePlan, at position: Microseconds, in session: Session) {
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
    return position(hand) ?? silence(hand) ?? standby(hand)
  }

  /// The output runs only for sound, or where the next sound may come at any moment.
  private func standby(_ hand: ManualSession) -> String? {
    guard hand.output.isOnStandby, !hand.session.player.mayStandBy else { return nil }
    return "the output runs while something forbids sound (\(hand.status), \(hand.reason))"
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
    // After a pause at the end of a lap the device is heard out: the beginning of the next lap, which is told when the
    // device reports that it sounds again.
    if hand.session.player.repetition != nil, hand.status != .playing || mayRepeat { return nil }
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
