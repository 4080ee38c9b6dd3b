import AloudAPI
package import Configuration
package import Speech
import VoiceSelection

/// A pitch that settings ask for, of voices that have one.
package enum UnheardPitch {
  /// The first voice that reads at its own pitch although the settings ask for another one: the voice of texts that name
  /// none, then those of the languages. `nil` if each has its pitch.
  ///
  /// - Parameter catalogue: all voices.
  package static func voice(_ settings: Settings, in catalogue: VoiceCatalogue) -> Voice? {
    let defaults = SpeechDefaults(settings, catalogue: catalogue)
    guard let standard = try? defaults.standard(),
      (try? defaults.configuration(for: SpeakOptions()))?.hasOtherPitch == true
    else { return nil }
    let chosen = settings.voices.tags.compactMap { catalogue.named(settings.voices[$0]) }
    return ([standard] + chosen).first { $0.hasOnePitch }
  }

  /// The same of a document: its usual voice first.
  package static func voice(_ choice: EngineChoice, among voices: Set<VoiceID>) -> Voice? {
    let standard = choice.voices.standard
    guard standard.hasOtherPitch else { return nil }
    let others = voices.subtracting([standard.voice]).sorted { $0.text < $1.text }
    return ([standard.voice] + others).lazy.filter { voices.contains($0) }
      .compactMap { choice.catalogue.voice($0) }.first { $0.hasOnePitch }
  }
}
