import AloudAPI
import Speech
import Vocabulary

// The conversion of the service's values into those of our interface.

extension VoiceEntry {
  /// - Parameter pace: that of a natural voice.
  init(_ voice: Voice, pace: SpeakingPace) {
    self.init(
      identifier: voice.id.text, name: voice.name, language: voice.language, languages: voice.languages.map(\.tag),
      gender: voice.gender == .unspecified ? "" : voice.gender.rawValue, engine: voice.id.engine,
      hasOnePitch: voice.hasOnePitch,
      natural: voice.isNatural
        ? Natural(
          quality: voice.provenance.quality, licence: voice.provenance.licence, bytes: voice.provenance.bytes,
          highestRate: min(pace.highestRate, AloudBus.rates.upperBound), isMeasured: pace.isMeasured) : nil)
  }
}
