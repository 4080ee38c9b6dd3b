import Speech
import SpeechWire
import Vocabulary

/// The contract of an engine, rule by rule. Each check starts processes of its own.
struct Checks {
  let program: String
  /// A word at which the engine crashes, if it has one.
  let crashWord: String?
  /// The first voice, which the other checks use.
  let voice: VoiceConfiguration
  let voices: [Voice]
  let name: String
  let traits: EngineTraits

  typealias Check = (Checks) throws(Breach) -> String?

  /// In the order in which they run; each is a rule of `docs/engine.md`. The result is a figure worth to be known.
  static var all: [(rule: String, check: Check)] {
    [
      ("each process has the same name and traits", { c throws(Breach) in try c.sameGreeting() }),
      ("the process is sealed before it greets", { c throws(Breach) in try c.sealed() }),
      ("`--voices` lists the same voices", { c throws(Breach) in try c.voicesByArgument() }),
      ("a text needs a voice", { c throws(Breach) in try c.textWithoutVoice() }),
      ("a voice that does not exist is refused", { c throws(Breach) in try c.noSuchVoice() }),
      ("a voice is chosen once", { c throws(Breach) in try c.secondVoice() }),
      ("a text is spoken and its words are marked", { c throws(Breach) in try c.words() }),
      ("the same text has the same sound", { c throws(Breach) in try c.sameSound() }),
      ("a length is that of the sound", { c throws(Breach) in try c.lengths() }),
      ("twice the words per minute sound shorter", { c throws(Breach) in try c.speeds() }),
      ("each voice has the rate of samples of its list", { c throws(Breach) in try c.rates() }),
      ("another voice speaks a part", { c throws(Breach) in try c.parts() }),
      ("a silence is exact", { c throws(Breach) in try c.pauses() }),
      ("speed, pitch and volume of a part", { c throws(Breach) in try c.prosody() }),
      ("the marks of a text are reached at their frames", { c throws(Breach) in try c.marksOfATextAreReached() }),
      ("phonemes are said, or the text", { c throws(Breach) in try c.phonemesAreSaid() }),
      ("a length is that of the sound, however it is said", { c throws(Breach) in try c.attributedLengths() }),
      ("it gives signs of life while it works", { c throws(Breach) in try c.signsOfLife() }),
      ("three texts at once", { c throws(Breach) in try c.threeTexts() }),
      ("a text that is cancelled ends", { c throws(Breach) in try c.cancelled() }),
      ("measurements stand still while they are held", { c throws(Breach) in try c.held() }),
      ("bytes that are not UTF-8 are refused", { c throws(Breach) in try c.notUTF8() }),
      ("empty, odd and long texts", { c throws(Breach) in try c.oddTexts() }),
      ("a text is explained", { c throws(Breach) in try c.explained() }),
      ("a word that crashes the engine is left out", { c throws(Breach) in try c.crash() }),
      ("the cancellation of an unknown text is ignored", { c throws(Breach) in try c.unknownText() }),
      ("the process ends with its socket", { c throws(Breach) in try c.ends() }),
    ]
  }

  /// Asks for the name, the traits and the voices, without which there is nothing to check.
  init(_ program: String, voice wanted: String?, crashWord: String?) throws(Breach) {
    self.program = program
    self.crashWord = crashWord
    let engine = try EngineUnderTest(program)
    (name, traits) = try engine.greeting()
    guard !name.isEmpty, name.allSatisfy({ !$0.isNewline }) else { throw Breach("the name is '\(name)'") }
    guard SampleRate.ofVoices.contains(traits.sampleRate.hertz) else { throw Breach("\(traits.sampleRate.hertz) Hz") }
    guard traits.wordsPerMinute.lowerBound > 0, 0...100 ~= traits.pitch.lowerBound, 0...100 ~= traits.pitch.upperBound
    else { throw Breach("\(traits.wordsPerMinute) words per minute, pitch \(traits.pitch)") }
    voices = try Self.voices(of: engine)
    guard let first = voices.first(where: { wanted == nil || $0.id.name == wanted }) else {
      throw Breach(wanted.map { "it has no voice \($0)" } ?? "it has no voice")
    }
    let speed = traits.wordsPerMinute
    voice = VoiceConfiguration(
      voice: first.id, wordsPerMinute: min(max(175, speed.lowerBound), speed.upperBound))
  }

  static func voices(of engine: EngineUnderTest) throws(Breach) -> [Voice] {
    let request = try engine.send(.voices)
    var voices: [Voice] = []
    while true {
      switch try engine.next(to: request) {
      case .voiceFolders(let folders):
        guard !folders.isEmpty else { throw Breach("a list of folders without a folder") }
      case .voiceList(let more):
        guard !more.isEmpty else { throw Breach("a list of voices without a voice") }
        voices += more
        guard voices.count < 100_000 else { throw Breach("voices without an end") }
      case .done(let total):
        guard total == voices.count else { throw Breach("`done` says \(total) voices, and \(voices.count) came") }
        guard Set(voices.map(\.id)).count == voices.count else {
          throw Breach("two voices have one identifier")
        }
        if let voice = voices.first(where: { $0.languages.isEmpty }) {
          throw Breach("\(voice.id.name) has no language")
        }
        return voices
      case let other: throw Breach("\(other.kind) to a request for voices")
      }
    }
  }

  func ready(_ configuration: VoiceConfiguration? = nil) throws(Breach) -> EngineUnderTest {
    try EngineUnderTest.ready(program, configuration ?? voice)
  }

  static let sentence = "The lamp turned, and nobody slept in the house by the sea."
  static let other = "In October a storm broke the lower door."
}
