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
  private var words: WordOrder
  private var lastPlace: (track: TrackID, position: Microseconds)?
  /// True if a jump was told, or nothing was promised of the position since it was looked at.
  private var hasJumped = true
  /// The frames that the device had taken when there had been silence for a while.
  private var silence: (since: Int64, taken: Int?)?
  private var paused: Set<TrackID> = []
  /// Texts that were said, and nothing has been changed since. The listener waits for them.
  private var said: Set<TrackID> = []
  /// The word in which the present hold began.
  private var held: HeldPlace?
  /// The sentence of a track after whose end nothing may be told before the reading pauses.
  private var end: End?

  private struct End {
    var track: TrackID
    var sentence: Int
    /// The last word that may be told; `nil`: the last one of the sentence.
    var word: Word?
    /// The reason with which the reading pauses there.
    var reason: PauseReason
    /// True if the reading must not pause before the end of that sentence, or of its repeated part.
    var isWhole: Bool
  }

  /// A word of a sentence: its first scalar, and the frame of its end.
  private struct Word {
    var scalar: Int
    var end: Frame
  }

  /// The word in which a hold began.
  private struct HeldPlace {
    var track: TrackID
    /// The position of its beginning.
    var word: Microseconds
    var since: Moment
  }

  /// - Parameter isWhole: true if every sentence is spoken to its end.
  init(isWhole: Bool) { words = WordOrder(isWhole: isWhole) }

  /// True if the end of something is waited for.
  var awaitsAnEnd: Bool { end != nil }

  /// An utterance without an end, in an idle session.
  var leftover: String? { utterances.isEmpty ? nil : "utterances have no end: \(utterances)" }

  // MARK: The listener

  /// The listener wants to hear.
  mutating func listenerActs() { paused = [] }

  /// The listener does something else than to wait.
  mutating func listenerChanges() { said = [] }

  mutating func listenerSaid(_ id: TrackID) { said.insert(id) }

  mutating func listenerPaused(_ session: Session) {
    guard session.snapshot.status == .paused, let current = session.player.current else { return }
    paused.insert(current)
  }

  mutating func awaitNothing() {
    end = nil
    held = nil
  }

  /// A pause at the end of something was asked for.
  mutating func awaitPause(atEndOf unit: TextUnit, in session: Session) {
    // Until something is heard, the sentence is not certain.
    guard session.player.awaitsMark, session.player.isHeard, let place = session.steppingPlace else { return end = nil }
    end = End(track: place.track, sentence: place.sentence, reason: .mark, isWhole: true)
    guard unit == .word else { return }
    end?.word = Self.wordNow(in: session)
    // The end of a word that is still being made is unknown.
    if end?.word == nil { end = nil }
  }

  /// The present word, if its end is known.
  private static func wordNow(in session: Session) -> Word? {
    guard let heard = session.feeder.heard(), let track = session.feeder.track,
      case .sentence(let sentence, let offset) = session.feeder.place(of: heard)
    else { return nil }
    let marks = session.hearing.announcer.words(of: sentence)
    guard let word = marks.last(where: { Frame($0.frame) <= offset }) else { return nil }
    let scalar = word.span.scalars.lowerBound
    let isLast = !track.text(of: sentence).dropFirst(scalar).contains(UInt8(ascii: " "))
    let next = marks.lazy.map { Frame($0.frame) }.first { $0 > offset }
    guard let end = isLast ? track.speech(of: sentence) : next else { return nil }
    return Word(scalar: scalar, end: end)
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
    case .seeked(let position):
      hasJumped = true
      words.jump()
      expectWord(at: position, in: session)
    case .heard(.sentence(let plan), _): note(plan)
    case .heard(.word(let plan, let word), _): note(word, of: plan, in: session)
    case .changed(let old, let new):
      // It may sound for less time than passes between two looks at it.
      if new.status == .playing { silence = nil }
      if old.track != new.track || new.status == .stopped {
        hasJumped = true
        words.jump()
      }
      noteHold(new, after: old, in: session)
    case .turned: if session.snapshot.status == .playing { held = nil }
    default: break
    }
  }

  private mutating func note(_ event: Player.UtteranceEvent, _ id: TrackID, in session: Session) {
    let former = utterances[id]
    switch event {
    case .started:
      if former != nil { messages.append("\(id) starts twice") }
      if utterances.values.contains(.speaking) { messages.append("\(id) starts while another one is heard") }
      // A text of which nothing is left ends without a sound.
      if paused.contains(id), session.player.order.sound { messages.append("\(id) was paused, and starts") }
      utterances[id] = .speaking
      words.jump()
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
      words.resume()
    case .finished:
      if former == nil { messages.append("\(id) ends and has not begun") }
      // After a pause that both a late loop and the end of the text come to, no word is told.
      if end?.track != id, let message = words.finish(id, in: session) { messages.append(message) }
      utterances[id] = nil
    case .cancelled: utterances[id] = nil
    }
  }

  /// The reading pauses: the sentence, or the repeated part of it, has been heard.
  private mutating func expect(theEndOf end: End, in session: Session) {
    guard let heard = session.feeder.heard(), let timeline = session.feeder.track?.timeline else { return }
    let place = session.feeder.place(of: heard)
    let sentence = place.sentence(in: timeline)
    let lap = ABLoop(session.feeder.repetition, of: end.track)
    // A late loop notices the end of a round when the next one has begun.
    if lap?.start(behind: end.sentence, in: timeline) != nil, sentence != end.sentence { return }
    if sentence < end.sentence { messages.append("the \(end.reason) comes in sentence \(sentence)") }
    guard sentence == end.sentence, case .sentence(_, let offset) = place,
      var length = end.word?.end ?? timeline.speech(of: sentence)
    else { return }
    if let lapEnd = lap?.end(in: sentence, from: offset) {
      length = min(length, lapEnd)
    }
    if offset < length - Self.accuracy {
      messages.append("the \(end.reason) comes \(length - offset) frames before the end in sentence \(sentence)")
    }
  }

  /// The frames by which the heard place may be wrong, in speech of 22,050 frames a second.
  private static let accuracy: Frame = 882

  private mutating func note(_ plan: SentencePlan) {
    if utterances[plan.track] == nil { messages.append("a sentence of \(plan.track), which is not heard") }
    if let end, end.track != plan.track || plan.sentence > end.sentence || plan.goesBack {
      messages.append("sentence \(plan.sentence) of \(plan.track) comes before the \(end.reason) after \(end.sentence)")
    }
    if let message = words.begin(plan) { messages.append(message) }
  }

  private mutating func note(_ word: WordMark, of plan: SentencePlan, in session: Session) {
    if utterances[plan.track] == nil { messages.append("a word of \(plan.track), which is not heard") }
    let scalar = word.span.scalars.lowerBound
    if let end, let last = end.word, end.sentence == plan.sentence, scalar > last.scalar {
      messages.append("the word at \(plan.sentence).\(scalar) comes before the \(end.reason) after \(last.scalar)")
    }
    if let message = words.begin(word, of: plan, in: session) { messages.append(message) }
  }

  // MARK: Holds

  /// Something forbids sound that the listener wants.
  private mutating func noteHold(_ new: Snapshot, after old: Snapshot, in session: Session) {
    guard new.status == .paused, session.player.wantsSound, let id = new.track else {
      if new.status != .playing { held = nil }
      return
    }
    if held?.track != id { held = nil }
    guard old.status == .playing, old.track == id, session.player.repetition == nil, let heard = session.feeder.heard(),
      let track = session.track(id),
      case .sentence(let sentence, let offset) = session.feeder.place(of: heard)
    else { return }
    // At the beginning of a word, the one before may be heard again: the beginning is not known before it is made.
    let letters = track.text(of: sentence).prefix(Int(max(0, offset - 1)) / SessionWalk.framesPerLetter)
    let word = Frame((letters.lastIndex(of: UInt8(ascii: " ")).map { $0 + 1 } ?? 0) * SessionWalk.framesPerLetter)
    held = HeldPlace(
      track: id, word: session.position - max(0, offset - word).microseconds(at: .usual), since: session.now)
  }

  /// After a short hold, the reading goes back to the beginning of the word at most.
  private mutating func expectWord(at position: Microseconds, in session: Session) {
    guard let held, held.track == session.player.current, session.snapshot.status == .playing else { return }
    self.held = nil
    guard session.now - held.since < session.player.policy.rewindAfter else { return }
    if position + 20_000 < held.word {
      messages.append("after a hold, the reading goes back to \(position), before the word at \(held.word)")
    }
  }

  // MARK: What is shown

  /// The first promise that is broken; `nil`: none.
  mutating func broken(_ hand: ManualSession) -> String? {
    if let message = messages.first { return message }
    return position(hand) ?? silence(hand) ?? standby(hand) ?? request(hand)
  }

  /// The output runs only for sound, or where the next sound may come at any moment.
  private func standby(_ hand: ManualSession) -> String? {
    guard hand.output.isOnStandby, !hand.session.player.mayStandBy else { return nil }
    return "the output runs while something forbids sound (\(hand.status), \(hand.reason))"
  }

  /// The text that was said is heard without another command.
  private func request(_ hand: ManualSession) -> String? {
    guard let current = hand.current, said.contains(current), hand.status == .paused, hand.reason == "user" else {
      return nil
    }
    return "\(current) was said, and is paused"
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
    // At a pause at the end of a lap the device is heard out: the beginning of the next lap, which is told when the
    // device reports that it sounds again.
    let (player, feeder) = (hand.session.player, hand.session.feeder)
    if let heard = feeder.heard(), feeder.feed.reported.isDiscontinuity(heard) { return nil }
    let awaitsEnd = player.awaitsMark || player.sleep?.extent == .sentence || player.sleep?.extent == .paragraph
    if player.repetition != nil, hand.status != .playing || words.mayRepeat || awaitsEnd { return nil }
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
