import Documents
import EventLoop
import Speech
import Vocabulary

@testable import Reading

// The voices of the counting engine: one for each of three languages.
extension CountingVoice {
  static let voices = [
    Voice("counting", name: "Counting", languages: [.init(tag: "en", priority: 5)]),
    Voice("zählend", name: "Zählend", languages: [.init(tag: "de", priority: 5)]),
    Voice("comptant", name: "Comptant", languages: [.init(tag: "fr", priority: 5)]),
  ]

  func listVoices(
    some: @escaping @Core ([Voice]) -> Void, _ done: @escaping @Core (Result<[Voice], Trouble>) -> Void
  ) {
    someVoices = some
    guard lateLists != nil else { return done(.success(voices)) }
    lateLists?.append(done)
  }

  var knowsVoices: Bool { installing == nil }

  func awaitVoices(_ done: @escaping @Core () -> Void) -> Bool {
    installing?.append(done)
    return installing != nil
  }

  var troubles: [(engine: String, trouble: Trouble)] { illness }
  var voiceTroubles: [(voice: VoiceID, trouble: Trouble)] { [] }
  func effort(of voice: VoiceID) -> SpeechEffort {
    effortsAsked += 1
    return efforts[voice] ?? effort
  }
  func warm(_ voice: VoiceConfiguration) {}
  func release() {}
}
