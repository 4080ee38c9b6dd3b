import AloudAPI
import Configuration
import EventLoop
import Speech
import Testing

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The list of voices, which changes while the service runs.
@Suite(.timeLimit(.minutes(1)))
struct VoiceListRuleTests {
  /// The sentence about a missing voice stays while the voices are listed anew.
  @Test func nothingIsToldOfTheMomentOfAListing() async {
    var settings = Settings()
    settings.speech.voice = "nobody"
    await ManualService.play(settings) { service in
      service.say("First.")
      service.pass(100)
      let error = service.transport.voiceError
      service.hand.voice.lateLists = []
      service.transport.forgetVoices()
      #expect(service.transport.voiceError == error && error.contains("nobody"))
      service.hand.voice.lateLists?.first?(.success(service.hand.voice.voices))
      #expect(service.transport.voiceError == error)
    }
  }

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

  /// After a restart, the voices may be known before the configuration is.
  @Test func aTextOfAnEarlierRunIsOpenedWithTheListenersVoices() async {
    await ManualService.play { service in
      service.hand.voice.voices.append(Voice("conter", name: "Conter", languages: [.init(tag: "fr", priority: 9)]))
      service.settings.isKnown = false
      var chosen: [VoiceID?] = []
      service.transport.withCatalogue { chosen.append($0?.best(forLanguage: "fr")?.id) }
      service.pass(1000)
      #expect(chosen.isEmpty)
      service.settings.current.voices["fr"] = "conter"
      service.settings.isKnown = true
      #expect(chosen == ["conter"])
    }
  }
}
