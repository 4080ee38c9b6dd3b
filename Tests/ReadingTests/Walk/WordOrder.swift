import EventLoop
import Playback
import Speech
import Vocabulary

@testable import Reading

/// The promise that the words of a text are told in its order, each once, and that none of them is left out.
@Core
struct WordOrder {
  /// True if every sentence is spoken to its end.
  let isWhole: Bool
  /// The last word that was told since the last jump; the scalar counts from the beginning of the sentence.
  private var last: (track: TrackID, sentence: Int, scalar: Int)?
  /// True if a word may be told again: it was silenced at its beginning.
  private(set) var mayRepeat = false

  init(isWhole: Bool) { self.isWhole = isWhole }

  /// Another word follows than the next one.
  mutating func jump() { last = nil }

  /// The sound returns.
  mutating func resume() { mayRepeat = true }

  /// A sentence begins; returns the broken promise.
  mutating func begin(_ plan: SentencePlan) -> String? {
    if plan.goesBack { last = nil }
    guard let last, last.track == plan.track, plan.sentence < last.sentence else { return nil }
    return "sentence \(plan.sentence) comes after sentence \(last.sentence)"
  }

  /// A word begins; returns the broken promise.
  mutating func begin(_ word: WordMark, of plan: SentencePlan, in session: Session) -> String? {
    let scalar = word.span.scalars.lowerBound
    defer {
      mayRepeat = false
      last = (plan.track, plan.sentence, scalar)
    }
    guard let last, last.track == plan.track else { return nil }
    if mayRepeat, (last.sentence, last.scalar) == (plan.sentence, scalar) { return nil }
    guard (last.sentence, last.scalar) < (plan.sentence, scalar) else {
      return "the word at \(plan.sentence).\(scalar) comes after that at \(last.sentence).\(last.scalar)"
    }
    guard isWhole, let track = session.track(plan.track) else { return nil }
    let next = Self.word(after: last.scalar, of: last.sentence, in: track)
    if let next, next == (plan.sentence, scalar) { return nil }
    return "the word at \(plan.sentence).\(scalar) follows that at \(last.sentence).\(last.scalar)"
  }

  /// A text has been heard to its end; returns the broken promise.
  func finish(_ id: TrackID, in session: Session) -> String? {
    guard isWhole, let last, last.track == id, let track = session.track(id) else { return nil }
    guard let left = Self.word(after: last.scalar, of: last.sentence, in: track) else { return nil }
    return "\(id) ends, and the word at \(left.sentence).\(left.scalar) was not told"
  }

  /// The word after another one of a text of ASCII; `nil` after the last one.
  private static func word(after scalar: Int, of sentence: Int, in track: Track) -> (sentence: Int, scalar: Int)? {
    let rest = track.text(of: sentence).dropFirst(scalar)
    if let space = rest.firstIndex(of: UInt8(ascii: " ")) { return (sentence, space + 1) }
    return sentence + 1 < track.sentenceCount ? (sentence + 1, 0) : nil
  }
}
