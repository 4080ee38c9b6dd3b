import AloudAPI
import Configuration
import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The voice with which a text begins, which is its voice to the end.
@Suite(.timeLimit(.minutes(1)))
struct NaturalVoiceRuleTests {
  private static let heart = Voice(
    "neural:heart", name: "Heart", languages: [.init(tag: "en", priority: 5)], cost: 45_000, isNatural: true)

  private func play(
    _ change: (inout Settings) -> Void = { _ in }, _ body: @Core (ManualService) throws -> Void
  ) async rethrows {
    var settings = Settings()
    settings.speech.language = "en"
    change(&settings)
    try await ManualService.play(settings) { service in
      service.hand.voice.voices.append(Self.heart)
      try body(service)
    }
  }

  /// The voices of the sentences that are made for a text.
  @Core private static func voices(_ service: ManualService, _ text: String, _ during: () -> Void = {}) -> [VoiceID] {
    let before = service.hand.voice.askedVoices.count
    service.say(text)
    service.pass(100)
    during()
    service.passAll()
    return Array(service.hand.voice.askedVoices.dropFirst(before))
  }

  @Test func aTextKeepsItsVoiceWhateverTheRateBecomes() async {
    await play { service in
      let long = (1...12).map { "This is sentence number \($0)." }.joined(separator: " ")
      let voices = Self.voices(service, long) { service.session.send(.setGlobalRate(3)) }
      #expect(voices.count >= 12 && Set(voices) == [Self.heart.id])
      #expect(Set(Self.voices(service, "The next text is fast.")) == ["counting"])
      service.session.send(.setGlobalRate(1))
      #expect(Set(Self.voices(service, "This one is not.")) == [Self.heart.id])
    }
  }

  @Test func aMachineThatDoesNotKeepUpHasTheFastVoice() async {
    await play { service in
      service.hand.voice.highestRate = 0.5
      #expect(Set(Self.voices(service, "Too slow.")) == ["counting"])
    }
    await play {
      $0.speech.quality = .natural
    } _: { service in
      service.hand.voice.highestRate = 0.5
      #expect(Set(Self.voices(service, "As the listener wants it.")) == [Self.heart.id])
    }
  }

  /// An engine that is missing or ill is replaced by the usual one, not by itself.
  @Test func theSubstituteIsOfTheUsualEngine() async {
    await play { service in
      var substitute: VoiceID?
      service.transport.substitute(Self.heart.id) { substitute = $0 }
      #expect(substitute == "counting")
    }
  }
}
