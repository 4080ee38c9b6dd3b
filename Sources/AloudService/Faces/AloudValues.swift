import AloudAPI
import Speech

// What our interface says, in the words of the service, and the other way round.

extension VoiceEntry {
  init(_ voice: Voice) {
    self.init(
      identifier: voice.identifier, name: voice.name, language: voice.language, languages: voice.languages.map(\.tag),
      gender: voice.gender == .unspecified ? "" : voice.gender.rawValue, engine: "espeak-ng")
  }
}
