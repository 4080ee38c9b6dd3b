import AloudAPI
import Speech
import Vocabulary

// The conversion of the service's values into those of our interface.

extension VoiceEntry {
  init(_ voice: Voice) {
    self.init(
      identifier: voice.id.text, name: voice.name, language: voice.language, languages: voice.languages.map(\.tag),
      gender: voice.gender == .unspecified ? "" : voice.gender.rawValue, engine: voice.id.engine)
  }
}
