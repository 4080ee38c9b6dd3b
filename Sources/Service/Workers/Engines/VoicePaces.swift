import EventLoop
import Speech
import Vocabulary

/// The paces of natural voices on this machine, as far as they are known. Others are never compared with the clock.
@Core
final class VoicePaces {
  private let listing: VoiceListing
  private var paces: [VoiceID: SpeakingPace] = [:]

  init(_ listing: VoiceListing) { self.listing = listing }

  /// Notes from now on how long an engine takes.
  func watch(_ engine: SpeechEngine) {
    engine.onPace = { [weak self] id, taken, sound in
      guard let self, let voice = listing.voice(id), voice.isNatural else { return }
      paces[id, default: SpeakingPace(cost: voice.cost)].note(taken, for: sound)
    }
  }

  /// A voice as it is listed, with the cost that it has here: one that is slower than its engine tells is made further
  /// ahead. `nil` if it is not listed.
  func voice(_ id: VoiceID) -> Voice? {
    var known = listing.voice(id)
    if let pace = paces[id], pace.isMeasured, let cost = known?.cost {
      known?.cost = max(cost, Microseconds(Int64(min(pace.ratio, 1) * 1_000_000)))
    }
    return known
  }

  func pace(of voice: Voice) -> SpeakingPace { paces[voice.id] ?? SpeakingPace(cost: voice.cost) }

  func keepsUp(with voice: Voice, at rate: Double) -> Bool {
    guard voice.isNatural else { return true }
    var pace = pace(of: voice)
    defer { paces[voice.id] = pace }
    return pace.keepsUp(at: rate)
  }
}
