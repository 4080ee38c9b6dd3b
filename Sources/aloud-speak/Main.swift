import Confinement
import Espeak
import Glibc
import PlainTextAnswering
import Wire

/// `aloud-speak`: the speech engine, on the socket that the service gives us as descriptor 3.
///
/// This process never speaks itself. It starts the engine, chooses the voice, and then makes a copy of itself for every
/// utterance: the engine's hidden state begins the same each time, so that the same text gives the same sound; a text
/// that kills the engine kills a copy; and to cancel is to kill.
@main
struct SpeakWorker {
  static func main() {
    if ReadWorker.isCalled { ReadWorker.run() }
    Confinement.enter(memory: 1 << 30)
    let socket = WorkerSocket.inherited
    // Before the engine, which starts a thread that it never uses here and that must not take the signals.
    guard let childSignal = ChildSignal() else { _exit(1) }
    do throws(EspeakError) {
      let engine = try Espeak()
      Confinement.seal(reading: [engine.dataPath], forks: true)
      let greeting = WorkerAnswer.hello(engine: "espeak-ng \(engine.version)", sampleRate: engine.sampleRate)
      socket.send(greeting.encoded(request: 0))
      var server = SpeakServer(socket: socket, childSignal: childSignal, engine: engine)
      server.run()
    } catch {
      socket.send(WorkerAnswer.hello(engine: "espeak-ng", sampleRate: SpeakServer.sampleRate).encoded(request: 0))
      socket.send(WorkerAnswer.failed(WorkerFailure(error)).encoded(request: 0))
    }
    // No clean-up: ending the engine may hang.
    _exit(0)
  }
}

extension WorkerFailure {
  init(_ error: EspeakError) {
    switch error {
    case .noVoice(let name): self.init(.noVoice, name)
    case .alreadyInUse, .cannotStart: self.init(.engine, "espeak-ng does not start: are its data installed?")
    case .refused(let call, let code): self.init(.engine, "\(call): \(code)")
    }
  }
}
