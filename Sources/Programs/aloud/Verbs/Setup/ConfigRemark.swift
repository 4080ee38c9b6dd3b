import CommandOutput
import Configuration
import DirectReading
import Speech

/// A setting that is no mistake, and that nobody hears.
struct ConfigRemark {
  /// One line for people, without the place.
  let message: String
  /// The remedy.
  let cure: String

  /// Tells the listener.
  func tell() { Console.complain(message, cure: cure) }

  var json: JSON { .object([("message", .string(message)), ("cure", .string(cure))]) }
}

extension InstalledVoices {
  /// The settings that no voice of the listener's can heed: another pitch than that of a voice which has one.
  static func remarks(on loaded: SettingsReport) async -> [ConfigRemark] {
    let speech = loaded.settings.speech
    // The engines are asked only for what they tell.
    guard speech.pitch != 1 || speech.range != 1, let catalogue = await catalogue(with: loaded.settings.engines),
      let voice = UnheardPitch.voice(loaded.settings, in: catalogue)
    else { return [] }
    return [
      ConfigRemark(
        message: OnePitch.sentence(about: voice.id.text), cure: "aloud voices, then aloud config set speech.voice VOICE"
      )
    ]
  }

  /// Tells the remarks that a change of a setting brings.
  static func tellRemarks(after key: ConfigurationKey) async {
    guard ["speech.pitch", "speech.range", "speech.voice"].contains(key.path) || key.section == "voices",
      let loaded = try? await UserSettings.read(task: "check the configuration")
    else { return }
    for remark in await remarks(on: loaded) { remark.tell() }
  }
}
