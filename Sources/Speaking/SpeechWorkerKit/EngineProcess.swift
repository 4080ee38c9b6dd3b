import Confinement
import Glibc
import Speech
import SpeechWire
import Vocabulary
import Wire

/// A process that speaks with an engine, on the socket that the service passes as descriptor 3.
///
/// This process never speaks itself. It starts the engine, chooses the voice, and then forks a copy of itself for every
/// utterance. Each copy starts with the same hidden state of the engine, so that the same text gives the same sound. A
/// text that crashes the engine ends only a copy. To cancel an utterance is to kill its copy.
public enum EngineProcess {
  /// The whole of a worker's `main`.
  public static func run<E: Engine & ~Copyable>(_ type: E.Type) -> Never {
    Confinement.enter(memory: E.addressSpace)
    let socket = WorkerSocket.inherited
    // This precedes the engine, which may start threads that are not used here and must not take the signals.
    guard let childSignal = ChildSignal() else { _exit(1) }
    do throws(Trouble) {
      let engine = try E()
      // An engine may open hundreds of files for it. Each takes longer in a sealed process.
      let voices = CommandLine.arguments.contains(SpeechRequest.voicesArgument) ? engine.voicesWithRates() : nil
      let waitingCopy = WaitingCopy()
      var rules = FormRules(engine.spelling)
      Confinement.seal(reading: engine.files + rules.load(), forks: true)
      let name = EngineName(engine: engine.name.text, rules: rules.versions)
      socket.send(SpeechAnswer.hello(engine: name.text, E.traits).encoded(request: 0))
      let speaker = Speaker(engine, rules)
      var server = SpeakServer(
        socket: socket, childSignal: childSignal, waitingCopy: waitingCopy, speaker: speaker, voices: voices)
      server.run()
    } catch {
      socket.send(SpeechAnswer.hello(engine: E.library, E.traits).encoded(request: 0))
      socket.send(SpeechAnswer.failed(error).encoded(request: 0))
    }
    // There is no clean-up: ending the engine may hang.
    _exit(0)
  }
}
