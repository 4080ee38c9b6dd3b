import Confinement
import Espeak
import Glibc
import PlainTextAnswering
import Speech
import SpeechWire
import Vocabulary
import Wire

/// `aloud-speak` runs the speech engine, on the socket that the service passes as descriptor 3.
///
/// This process never speaks itself. It starts the engine, chooses the voice, and then forks a copy of itself for every
/// utterance. Each copy starts with the same hidden state of the engine, so that the same text gives the same sound. A
/// text that crashes the engine ends only a copy. To cancel an utterance is to kill its copy.
@main
struct SpeakWorker {
  static func main() {
    if ReadWorker.isCalled { ReadWorker.run() }
    Confinement.enter(memory: 1 << 30)
    let socket = WorkerSocket.inherited
    // This precedes the engine, which starts a thread that is not used here and must not take the signals.
    guard let childSignal = ChildSignal() else { _exit(1) }
    do throws(EspeakError) {
      let engine = try Espeak()
      // The engine opens some four hundred files for it. Each takes longer in a sealed process.
      let voices = CommandLine.arguments.contains(SpeechRequest.voicesArgument) ? engine.voices() : nil
      var saying = Saying()
      let files = saying.load()
      let waitingCopy = WaitingCopy()
      Confinement.seal(reading: [engine.dataPath] + files, forks: true)
      let name = EngineName(engine: "espeak-ng \(engine.version)", rules: saying.versions)
      let greeting = SpeechAnswer.hello(engine: name.text, sampleRate: engine.sampleRate)
      socket.send(greeting.encoded(request: 0))
      var server = SpeakServer(
        socket: socket, childSignal: childSignal, waitingCopy: waitingCopy, engine: engine, saying: saying,
        voices: voices)
      server.run()
    } catch {
      socket.send(SpeechAnswer.hello(engine: "espeak-ng", sampleRate: SampleRate.speech.hertz).encoded(request: 0))
      socket.send(SpeechAnswer.failed(Trouble(error)).encoded(request: 0))
    }
    // There is no clean-up: ending the engine may hang.
    _exit(0)
  }
}

extension Trouble {
  init(_ error: EspeakError) {
    switch error {
    case .noVoice(let name): self.init(.noVoice, name)
    case .alreadyInUse, .cannotStart: self.init(.engine, "espeak-ng does not start: are its data installed?")
    case .foreignData(let engine, let data, let folder):
      self.init(
        .engine,
        "aloud was built with espeak-ng \(engine), and its data in \(folder) are of \(data): install aloud for this "
          + "system, or build it again")
    case .refused(let call, let code): self.init(.engine, "\(call): \(code)")
    }
  }
}
