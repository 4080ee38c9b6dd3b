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
      let later = service.say("Third.")
      voice.lateLists?.removeFirst()(.success(former))
      service.pass(100)
      #expect(later.result == nil, "one that comes after the change waits for the next list")
      #expect(voice.lateLists?.count == 1, "the list of before is not the last one")
      voice.lateLists?.removeFirst()(.success(voice.voices))
      voice.lateLists = nil
      service.pass(100)
      #expect(later.track != nil)
      #expect(service.say("Second.", SpeakOptions(voice: "compter")).error.isEmpty)
      service.pass(500)
      service.passAll()
      #expect(voice.askedVoices.last == "compter")
    }
  }

  private static let compter = Voice("compter", name: "Compter", languages: [.init(tag: "oc", priority: 5)])

  /// A voice, an engine or a language was installed a moment ago: it is refused only if it is not there when all that
  /// was installed is known.
  @Test(arguments: [
    SpeakOptions(voice: "compter"), SpeakOptions(language: "oc"), SpeakOptions(allIn: "oc"),
    SpeakOptions(engine: "other"),
  ])
  func whatWasJustInstalledIsNotRefused(_ options: SpeakOptions) async {
    await ManualService.play { service in
      let voice = service.hand.voice
      voice.installing = []
      let (first, second) = (service.say("First.", options), service.say("Second.", SpeakOptions(voice: "counting")))
      service.pass(100)
      #expect(first.result == nil && second.track != nil, "a voice that is known waits for nothing")
      voice.voices.append(
        options.engine == nil
          ? Self.compter : Voice("other:x", name: "X", languages: [.init(tag: "en", priority: 5)]))
      service.transport.forgetVoices()
      let waiting = voice.installing ?? []
      voice.installing = nil
      for done in waiting { done() }
      service.pass(100)
      #expect(first.track != nil, "\(first.message)")
    }
  }

  @Test func whatIsMissingIsRefusedOnceAllIsKnown() async {
    await ManualService.play { service in
      let voice = service.hand.voice
      let options = SpeakOptions(voice: "compter")
      #expect(service.say("First.", options).error == "NoVoice")
      voice.installing = []
      let answer = service.say("Second.", options)
      #expect(answer.result == nil && voice.installing?.count == 1)
      voice.installing?.first?()
      #expect(answer.error == "NoVoice" && voice.installing?.count == 1, "it waits once")
    }
  }

  /// A listener's wish beside an announcement is no condition: the configured voice, too, is waited for.
  @Test func aConfiguredVoiceThatWasJustInstalledReads() async {
    var settings = Settings()
    settings.speech.voice = "compter"
    await ManualService.play(settings) { service in
      let voice = service.hand.voice
      voice.installing = []
      service.say("First.")
      voice.voices.append(Self.compter)
      service.transport.forgetVoices()
      voice.installing?.first?()
      voice.installing = nil
      service.pass(500)
      service.passAll()
      #expect(voice.askedVoices == ["compter"])
    }
  }

  /// An engine takes long to list its voices: a text waits for it only if its own voice may be among them.
  @Test func aTextWithAKnownVoiceDoesNotWaitForASlowEngine() async {
    await ManualService.play { service in
      let voice = service.hand.voice
      voice.lateLists = []
      service.transport.forgetVoices()
      let options = SpeakOptions(voice: "zählend")
      let (known, any) = (service.say("First.", options), service.say("Second."))
      let missing = service.say("Third.", SpeakOptions(voice: "compter"))
      #expect(known.result == nil && any.result == nil)
      voice.someVoices(Array(voice.voices.prefix(2)))
      service.pass(100)
      #expect(known.track != nil && any.result == nil && missing.result == nil)
      let later = service.say("Fourth.", options)
      service.pass(100)
      #expect(later.track != nil, "nor does one that comes later")
      voice.voices.append(Self.compter)
      voice.lateLists?.removeFirst()(.success(voice.voices))
      voice.lateLists = nil
      service.pass(100)
      #expect(any.track != nil && missing.track != nil)
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
