import Speech
import Vocabulary

/// The voices with which a text is spoken: those of its engines that are installed and well.
struct AbleVoices {
  let configuration: VoiceConfiguration
  let runs: [TextRun]
  /// True if some of them stand in for others.
  private(set) var areOthers = false

  /// Each voice once.
  var all: [VoiceID] {
    ([configuration.voice] + runs.compactMap(\.attributes.voice)).reduce(into: []) { voices, voice in
      if !voices.contains(voice) { voices.append(voice) }
    }
  }

  /// The text by other voices. A part whose voice nobody replaces is spoken by the voice of the rest.
  ///
  /// - Parameter voice: the voice that speaks in place of another one, or that one itself; `nil` for none.
  /// - Returns: `nil` if nobody speaks the rest.
  func replaced(_ voice: (VoiceID) -> VoiceID?) -> AbleVoices? {
    guard let own = voice(configuration.voice) else { return nil }
    let replaced = runs.compactMap { run -> TextRun? in
      guard let wish = run.attributes.voice else { return run }
      let other = voice(wish) ?? own
      var replaced = run
      replaced.attributes.voice = other == own ? nil : other
      return replaced.attributes.isPlain ? nil : replaced
    }
    var voices = AbleVoices(configuration: configuration.with(voice: own), runs: replaced)
    voices.areOthers = true
    return voices
  }
}
