import Speech
import SpeechWire
import Vocabulary

/// The rules from the start of a process to its end.
extension Checks {
  func sameGreeting() throws(Breach) -> String? {
    let engine = try EngineUnderTest(program)
    let again = try engine.greeting()
    guard again.name == name, again.traits == traits else { throw Breach("\(again.name) after \(name)") }
    return "\(name), \(traits.sampleRate.hertz) Hz, \(voices.count) voices"
  }

  /// seccomp(2) shows in the process's status whether the kernel permits it or not.
  func sealed() throws(Breach) -> String? {
    let engine = try EngineUnderTest(program)
    _ = try engine.greeting()
    guard let privileges = engine.status("NoNewPrivs"), let filter = engine.status("Seccomp") else {
      return "not seen: /proc is closed here"
    }
    guard privileges == "1", filter == "2" else { throw Breach("NoNewPrivs \(privileges), Seccomp \(filter)") }
    return nil
  }

  func voicesByArgument() throws(Breach) -> String? {
    let engine = try EngineUnderTest(program, arguments: [SpeechRequest.voicesArgument])
    _ = try engine.greeting()
    guard try Self.voices(of: engine) == voices else { throw Breach("other voices") }
    return nil
  }

  func textWithoutVoice() throws(Breach) -> String? {
    let engine = try EngineUnderTest(program)
    _ = try engine.greeting()
    for order in [SpeechRequest.speak, SpeechRequest.measure, SpeechRequest.explain] {
      try expect(engine, order(Utterance(text: Array("No.".utf8))), .spokeOutOfTurn)
    }
    return nil
  }

  func noSuchVoice() throws(Breach) -> String? {
    let engine = try EngineUnderTest(program)
    _ = try engine.greeting()
    try expect(engine, .configure(VoiceConfiguration(voice: "no/such voice")), .noVoice)
    return nil
  }

  func secondVoice() throws(Breach) -> String? {
    try expect(try ready(), .configure(voice), .spokeOutOfTurn)
    return nil
  }

  func unknownText() throws(Breach) -> String? {
    let engine = try ready()
    // The end of a text may have crossed its cancellation.
    try engine.send(.cancel, as: 4_000_000_000)
    _ = try engine.speak(Self.sentence)
    return nil
  }

  func ends() throws(Breach) -> String? {
    let engine = try ready()
    try engine.send(.speak(Utterance(text: Array(Self.long.utf8))))
    try engine.end()
    return nil
  }

  /// Sends an order that must fail.
  func expect(_ engine: EngineUnderTest, _ order: SpeechRequest, _ code: TroubleCode) throws(Breach) {
    let request = try engine.send(order)
    let answer = try engine.next(to: request)
    guard case .failed(let trouble) = answer, trouble.code == code else {
      throw Breach("\(answer) instead of a failure (\(code))")
    }
  }

  /// Some minutes of sound.
  static let long = String(repeating: sentence + " ", count: 60)
}
