import EventLoop
import Speech
import Vocabulary

/// An engine, or a voice that has processes of its own.
enum Patient: Hashable, CustomStringConvertible {
  case engine(String)
  case voice(VoiceID)

  /// The voice; `nil` for an engine.
  var voice: VoiceID? { if case .voice(let voice) = self { voice } else { nil } }

  /// The subject of a sentence.
  var description: String {
    switch self {
    case .engine(let name): "the engine \(name)"
    case .voice(let voice): "the voice \(voice)"
    }
  }
}

/// Which engines and voices are ill: they speak nothing now, whatever the text is. A value.
///
/// An ill one is tried again from time to time, with a text that nobody waits for.
struct EngineHealth {
  /// The usual ``firstWait``.
  static let usualWait = Duration.seconds(30)
  /// The longest time between two trials.
  static let longestWait = Duration.seconds(600)

  private struct Illness {
    var trouble: Trouble
    var wait: Duration
    var trialAt: Instant
    /// True while it is being tried.
    var isTried = false
  }

  private var ill: [Patient: Illness] = [:]
  /// The time until the first trial; each further one doubles it.
  private let firstWait: Duration

  init(firstWait: Duration = usualWait) { self.firstWait = firstWait }

  /// The reason for which an engine or a voice speaks nothing; `nil` if it is well.
  func trouble(of patient: Patient) -> Trouble? { ill[patient]?.trouble }

  /// An engine or a voice has failed for a reason that no text is the cause of.
  ///
  /// - Returns: true if it was well before.
  mutating func failed(_ patient: Patient, _ trouble: Trouble, at now: Instant) -> Bool {
    guard var illness = ill[patient] else {
      ill[patient] = Illness(
        trouble: trouble, wait: firstWait, trialAt: now.advanced(by: firstWait))
      return true
    }
    // Texts that were under way when it fell ill tell nothing new.
    guard illness.isTried else { return false }
    illness.wait = min(illness.wait * 2, Self.longestWait)
    (illness.trouble, illness.trialAt, illness.isTried) = (trouble, now.advanced(by: illness.wait), false)
    ill[patient] = illness
    return false
  }

  /// Begins a trial of an ill engine or voice.
  ///
  /// - Returns: false if it is well, or if it is not time yet.
  mutating func beginTrial(of patient: Patient, at now: Instant) -> Bool {
    guard let illness = ill[patient], !illness.isTried, illness.trialAt <= now else { return false }
    ill[patient]?.isTried = true
    return true
  }

  /// The voices that are ill, with the reasons, in the order of their names.
  var voices: [(voice: VoiceID, trouble: Trouble)] {
    ill.compactMap { patient, illness in patient.voice.map { (voice: $0, trouble: illness.trouble) } }
      .sorted { $0.voice.text < $1.voice.text }
  }

  /// The moment of the next trial; `nil` while there is one, and if it is well.
  func nextTrial(of patient: Patient) -> Instant? { ill[patient].flatMap { $0.isTried ? nil : $0.trialAt } }

  /// An engine or a voice has spoken, or is gone.
  ///
  /// - Returns: true if it was ill.
  mutating func recovered(_ patient: Patient) -> Bool { ill.removeValue(forKey: patient) != nil }
}

extension TroubleCode {
  /// True if an engine speaks nothing at all, whatever the text is.
  var isOfEngine: Bool {
    switch self {
    case .broken, .spawnFailed, .engine, .wrongVersion: true
    default: false
    }
  }

  /// True if a voice that has processes of its own is the one that speaks nothing, and not its engine.
  var isOfVoice: Bool { self == .broken || self == .engine }

  /// True if another engine may be able to speak what this one did not.
  var mayBeSpokenByOthers: Bool { self != .cancelled && self != .malformedText }
}
