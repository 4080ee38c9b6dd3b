import AloudAPI
import Configuration
import Speech

// What our interface says, in the words of the service, and the other way round.

extension Settings.Unit {
  init(_ unit: StepUnit) {
    switch unit {
    case .track: self = .track
    case .paragraph: self = .paragraph
    case .sentence: self = .sentence
    }
  }
}

extension VoiceEntry {
  init(_ voice: Voice) {
    self.init(
      identifier: voice.identifier, name: voice.name, language: voice.language, languages: voice.languages.map(\.tag),
      gender: voice.gender == .unspecified ? "" : voice.gender.rawValue, engine: "espeak-ng")
  }
}
