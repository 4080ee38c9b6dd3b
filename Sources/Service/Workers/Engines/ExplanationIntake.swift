import Speech
import SpeechWire
import Vocabulary
import Wire

/// Puts together what a worker reports of an explanation.
struct ExplanationIntake {
  /// The most bytes of each part: a worker that never stops would fill memory.
  private static let longest = 1 << 20
  private static let mostRules = 10_000

  private var said: [UInt8] = []
  private var phonemes: [UInt8] = []
  private var rules: [AppliedRule] = []

  /// Takes the next part; throws if it is more than any text can give.
  mutating func take(_ answer: SpeechAnswer) throws(Trouble) {
    switch answer {
    case .said(let bytes): said += bytes
    case .phonemes(let bytes): phonemes += bytes
    case .rule(let rule): rules.append(rule)
    default: throw Trouble(.spokeOutOfTurn, "\(answer.kind) in an explanation")
    }
    guard said.count <= Self.longest, phonemes.count <= Self.longest, rules.count <= Self.mostRules else {
      throw Trouble(.spokeOutOfTurn, "an explanation without an end")
    }
  }

  /// Returns everything.
  ///
  /// - Parameter count: the number of bytes of the phonemes, by the worker.
  func whole(phonemes count: Int) throws(Trouble) -> Explanation {
    guard count == phonemes.count else {
      throw Trouble(.spokeOutOfTurn, "\(phonemes.count) bytes of phonemes instead of \(count)")
    }
    guard let said = String(validating: said, as: UTF8.self),
      let phonemes = String(validating: phonemes, as: UTF8.self)
    else { throw Trouble(.spokeOutOfTurn, "an explanation that is not UTF-8") }
    return Explanation(said: said, phonemes: phonemes, rules: rules)
  }
}
