import AloudAPI
import EventLoop
import Speech
import Testing

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The list of voices, which changes while the service runs.
@Suite(.timeLimit(.minutes(1)))
struct VoiceListRuleTests {
  /// A voice is installed after the engine was asked, and before it has answered.
  @Test func aChangeDuringTheListingIsNotMissed() async {
    await ManualService.play { service in
      let voice = service.hand.voice
      let former = voice.voices
      service.transport.forgetVoices()
      voice.lateLists = []
      service.say("First.")
      #expect(voice.lateLists?.count == 1)
      voice.voices.append(Voice("compter", name: "Compter", languages: [.init(tag: "oc", priority: 5)]))
      service.transport.forgetVoices()
      voice.lateLists?.removeFirst()(.success(former))
      #expect(voice.lateLists?.count == 1, "the list of before is not the last one")
      voice.lateLists?.removeFirst()(.success(voice.voices))
      voice.lateLists = nil
      #expect(service.say("Second.", SpeakOptions(voice: "compter")).error.isEmpty)
      service.pass(500)
      service.passAll()
      #expect(voice.askedVoices.last == "compter")
    }
  }
}
